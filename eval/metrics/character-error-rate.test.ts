import { describe, expect, it } from 'vitest';
import { characterAccuracy, characterErrorRate } from './character-error-rate.ts';

describe('characterErrorRate', () => {
  it('divides the edit distance by the length of the reference', () => {
    // kitten → sitting: two substitutions and one insertion.
    expect(characterErrorRate('kitten', 'sitting')).toBeCloseTo(3 / 7, 10);
  });

  it('counts code points, and runs of white space as one space', () => {
    expect(characterErrorRate(' a \n\n b😀 ', 'a b😀')).toBe(0);
    expect(characterErrorRate('😀', '😁')).toBe(1);
  });

  it('can exceed 1, while accuracy stays at 0', () => {
    expect(characterErrorRate('abcd', 'x')).toBe(4);
    expect(characterAccuracy('abcd', 'x')).toBe(0);
    expect(characterAccuracy('ab', 'ax')).toBe(0.5);
  });
});
