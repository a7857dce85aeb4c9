import { describe, expect, it } from 'vitest';
import { isSameLanguage } from './same-language.ts';

describe('isSameLanguage', () => {
  it.each([
    ['en', 'en'],
    ['pt-BR', 'pt'],
    ['de-AT', 'de-CH'],
    ['zh-TW', 'zh-Hant'],
    ['zh-CN', 'zh'],
    ['no', 'nb'],
    ['nb-NO', 'no'],
    ['iw', 'he'],
    ['in', 'id'],
    ['tl', 'fil'],
    ['sr-Latn', 'sr-Latn-RS'],
  ])('is true for %s and %s, in either order', (left, right) => {
    expect(isSameLanguage(left, right)).toBe(true);
    expect(isSameLanguage(right, left)).toBe(true);
  });

  it.each([
    ['en', 'de'],
    ['zh', 'zh-TW'],
    ['sr', 'sr-Latn'],
    ['nb', 'nn'],
    ['pt', 'es'],
    ['und', 'en'],
    ['und', 'und'],
  ])('is false for %s and %s, in either order', (left, right) => {
    expect(isSameLanguage(left, right)).toBe(false);
    expect(isSameLanguage(right, left)).toBe(false);
  });

  it('throws a RangeError for a tag that is not well-formed', () => {
    expect(() => isSameLanguage('en', 'not_a_tag')).toThrow(RangeError);
  });
});
