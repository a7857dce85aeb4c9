import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { findMetaRefresh, parseRefresh } from './parse-refresh.ts';

describe('work of parseRefresh and findMetaRefresh', () => {
  const pieces = ['1', ' ', '.', '1 ;', '<meta http-equiv ', '<noscript>', '<!--', '<meta content="'];
  it.each(pieces)('does not grow faster than hostile text of repeated %j', async (piece) => {
    const parse = (text: string) => {
      parseRefresh(text);
      findMetaRefresh(`<meta http-equiv>${text}`);
    };
    const textOf = (length: number) => piece.repeat(length / piece.length);
    expect(await growthRatio(parse, textOf(30_000), textOf(120_000))).toBeLessThan(8);
  });
});
