import { parseDocument } from '@quern/content/dom/parse-document';
import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { filterDocument } from './filter-document.ts';

type Document = Awaited<ReturnType<typeof parseDocument>>;

describe('filterDocument', () => {
  it('does work proportional to the page for selectors whose naive matching is not', async () => {
    const selector = `x ${'* '.repeat(30)}y, x ${'~ * '.repeat(15)}~ y`;
    const pageOf = (count: number) => parseDocument(`${'<div>'.repeat(140)}${'<i></i>'.repeat(count)}`);
    const filter = (document: Document) => filterDocument(document, { excludeTags: [selector] });
    expect(await growthRatio(filter, await pageOf(2000), await pageOf(8000))).toBeLessThan(9);
  });

  it('splits the classes of an element once for all selectors', async () => {
    const document = await parseDocument(`<p class="${'x '.repeat(50_000)}">text</p>`);
    const selectorOf = (count: number) => Array.from({ length: count }, (_, index) => `.c${index}`).join(',');
    const filter = (selector: string) => filterDocument(document, { excludeTags: [selector] });
    // 45 times the selectors: 45 if each splits the classes.
    expect(await growthRatio(filter, selectorOf(2), selectorOf(90))).toBeLessThan(5);
  });
});
