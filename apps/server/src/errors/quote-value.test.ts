import { describe, expect, it } from 'vitest';
import { quoteValue } from './quote-value.ts';

describe('quoteValue', () => {
  it('shows scalars as they are, and objects and arrays as their kind only', () => {
    const shown = ['a"b\n', 1.5, true, null, undefined, {}, [1], new Uint8Array(9)].map(quoteValue);
    expect(shown).toEqual([
      '"a\\"b\\n"',
      '1.5',
      'true',
      'null',
      'undefined',
      'an object',
      'an array',
      'an object',
    ]);
  });
  it('truncates at 80 characters', () => {
    expect(quoteValue('a'.repeat(1_000_000))).toBe(`"${'a'.repeat(76)}...`);
  });
});
