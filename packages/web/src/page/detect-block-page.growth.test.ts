import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { detectBlockPage } from './detect-block-page.ts';

it.each(['<', '<h1 ', '<script>', '<!--', '<title>', '<input ', 'a'])(
  'detectBlockPage does work linear in the length of a page of repeated "%s"',
  async (piece) => {
    const url = 'https://example.org/page';
    const detect = (html: string) =>
      detectBlockPage({ status: 200, url, requestedUrl: url, headers: {}, html });
    const pageOf = (length: number) => piece.repeat(length / piece.length);
    // Sixteen times the length: 16 if linear, 256 if quadratic.
    expect(await growthRatio(detect, pageOf(125_000), pageOf(2_000_000))).toBeLessThan(64);
  },
);
