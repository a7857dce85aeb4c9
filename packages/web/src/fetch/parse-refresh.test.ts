import { growthRatio } from '@quern/runtime/testing/growth-ratio';
import { describe, expect, it } from 'vitest';
import { findMetaRefresh, parseRefresh } from './parse-refresh.ts';

describe('parseRefresh', () => {
  it.each([
    ['5; url=/next', '/next', 5],
    ['0;URL="/a b"', '/a b', 0],
    ["0, url='/a'", '/a', 0],
    ['1.5;/next', '/next', 1],
    ['.5 ; url = /x', '/x', 0],
    ['30', '', 30],
    ['0;url=', '', 0],
  ])('parses %s', (content, target, delaySeconds) => {
    expect(parseRefresh(content)).toEqual({ target, delaySeconds });
  });

  it('returns undefined for text that is not a refresh', () => {
    expect(parseRefresh('url=/x')).toBeUndefined();
    expect(parseRefresh('')).toBeUndefined();
  });
});

describe('CPU time of parseRefresh and findMetaRefresh', () => {
  const pieces = ['1', ' ', '.', '1 ;', '<meta http-equiv ', '<noscript>', '<!--', '<meta content="'];
  it.each(pieces)('does not grow faster than hostile text of repeated %j', { retry: 2 }, async (piece) => {
    const parse = (text: string) => {
      parseRefresh(text);
      findMetaRefresh(`<meta http-equiv>${text}`);
    };
    const textOf = (length: number) => piece.repeat(length / piece.length);
    expect(await growthRatio(parse, textOf(30_000), textOf(120_000))).toBeLessThan(8);
  });
});
