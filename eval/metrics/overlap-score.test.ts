import { describe, expect, it } from 'vitest';
import { OverlapScore } from './overlap-score.ts';

const span = (startIndex: number, endIndex: number, type: string) => ({ startIndex, endIndex, type });

describe('OverlapScore', () => {
  it('matches spans of one type that share half of their union', () => {
    const score = new OverlapScore(['A', 'B']);
    score.add('0123456789', [span(0, 4, 'A'), span(6, 8, 'B')], [span(0, 5, 'A'), span(6, 10, 'A')]);
    expect(score.recall()).toBe(0.5);
    expect(score.precision()).toBe(0.5);
    expect(score.recall('A')).toBe(0.5);
    expect(score.precision('A')).toBe(1);
    expect(score.f2('A')).toBeCloseTo((5 * 0.5) / 4.5, 10);
  });

  it('counts characters inside predictions of any type, without spaces', () => {
    const score = new OverlapScore(['A']);
    score.add('ab cd', [span(0, 2, 'OTHER')], [span(0, 5, 'A')]);
    expect(score.coveredCharacters).toBe(0.5);
    expect(score.precision()).toBe(0);
  });
});
