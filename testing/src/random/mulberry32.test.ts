import { describe, expect, it } from 'vitest';
import { mulberry32 } from './mulberry32.ts';

describe('mulberry32', () => {
  it('returns the same numbers in [0, 1) for the same seed, and others for another seed', () => {
    const draw = (seed: number) => Array.from({ length: 1000 }, mulberry32(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7).every((value) => value >= 0 && value < 1)).toBe(true);
  });
});
