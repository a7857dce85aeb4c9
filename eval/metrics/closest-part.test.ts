import { describe, expect, it } from 'vitest';
import { findClosestPart } from './closest-part.ts';

describe('findClosestPart', () => {
  it('finds the part with the fewest edits', () => {
    expect(findClosestPart('a cat and a dog', 'dig')).toEqual({ start: 12, end: 15, distance: 1 });
    expect(findClosestPart('', 'dig')).toEqual({ start: 0, end: 0, distance: 3 });
  });
});
