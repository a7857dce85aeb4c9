import { describe, expect, it } from 'vitest';
import { calibrationGap } from './calibration-gap.ts';

describe('calibrationGap', () => {
  it('is 0 when the mean correct share of each bin equals its mean confidence', () => {
    const pages = [
      { confidence: 0.9, correctShare: 0.85 },
      { confidence: 0.9, correctShare: 0.95 },
      { confidence: 0, correctShare: 0 },
    ];
    expect(calibrationGap(pages)).toBeCloseTo(0, 10);
    expect(calibrationGap([])).toBe(0);
  });

  it('weights the gap of a bin by its predictions, with either sign', () => {
    const pages = [
      { confidence: 1, correctShare: 0.4 },
      { confidence: 0.2, correctShare: 1 },
      { confidence: 0.5, correctShare: 0.5 },
      { confidence: 0.5, correctShare: 0.5 },
    ];
    expect(calibrationGap(pages)).toBeCloseTo((0.6 + 0.8) / 4, 10);
  });
});
