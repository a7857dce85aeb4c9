import { describe, expect, it } from 'vitest';
import { parseRefresh } from './parse-refresh.ts';

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
