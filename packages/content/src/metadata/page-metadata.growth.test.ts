import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import type { DomDocument } from '../dom/dom.ts';
import { parsePage } from '../html/parse-page.ts';
import { readPageMetadata } from './page-metadata.ts';
import { decodeAgain, isMarkup, readableText } from './readable-text.ts';
import { readStructuredData } from './structured-data.ts';

const url = 'https://example.org/';

describe('metadata of hostile pages', () => {
  it.each([
    '<span class="author">',
    '<p>By Ida Moe',
    '<span itemprop="author">a</span>',
    '<div itemprop="author" itemscope>',
    '<a rel="author">Ida Moe</a>',
    '<time>3 March</time>',
    '<p class="date">soon',
    '<meta name="author" content="&lt;p&gt;">',
    '<meta name="date" content="1 1 1 1 1 1 1 1 March">',
    '<article><h2>a</h2></article>',
  ])('are read in time linear in the length of repeated %s', async (piece) => {
    const parse = (length: number) => parsePage(piece.repeat(length / piece.length));
    const [small, large] = [await parse(20_000 * growthScale), await parse(80_000 * growthScale)];
    const read = (document: DomDocument) => readPageMetadata(document, readStructuredData(document), url);
    expect(await growthRatio(read, small, large)).toBeLessThan(9);
  });

  it.each([
    '<',
    '<b>',
    '</b>',
    '<p a',
    '&amp;',
    '&lt;b&gt;',
    '<!--',
    '<script>',
    '\\u0041',
    '[vc_a ',
    'a<b ',
  ])('are decoded in time linear in the length of repeated "%s"', async (piece) => {
    const text = (length: number) => piece.repeat(length / piece.length);
    const read = (value: string) => {
      readableText(value);
      isMarkup(decodeAgain(value));
    };
    const [small, large] = [text(100_000 * growthScale), text(400_000 * growthScale)];
    expect(await growthRatio(read, small, large)).toBeLessThan(9);
  });
});
