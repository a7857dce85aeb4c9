import { describe, expect, it } from 'vitest';
import { hillClimb } from './hill-climb.ts';

describe('hillClimb', () => {
  it('finds the highest values on the grid of its steps', () => {
    const score = ([x = 0, y = 0]: readonly number[]) => -Math.abs(x - 3) - Math.abs(y + 2);
    expect(hillClimb([0, 0], 1, 10, score)).toEqual([3, -2]);
  });

  it('ends after its rounds where the score rises without end', () => {
    let calls = 0;
    const end = hillClimb([0], 1, 5, ([x = 0]) => {
      calls += 1;
      return x;
    });
    expect(end).toEqual([5]);
    expect(calls).toBe(11);
  });
});
