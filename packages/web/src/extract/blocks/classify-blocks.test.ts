import { describe, expect, it } from 'vitest';
import { bestF1Threshold } from './classify-blocks.ts';

describe('bestF1Threshold', () => {
  it('excludes a block whose probability would lower the expected F1', () => {
    expect(bestF1Threshold(Float32Array.from([0.9, 0.8, 0.1]), [10, 10, 10])).toBeCloseTo(0.8);
  });

  it('includes an improbable block on a page without probable ones', () => {
    expect(bestF1Threshold(Float32Array.from([0.3, 0.05]), [50, 50])).toBeCloseTo(0.3);
  });

  it('excludes a block of less than one half when sharpened, and includes it when blunted', () => {
    const probabilities = Float32Array.from([0.9, 0.45]);
    expect(bestF1Threshold(probabilities, [10, 10], 1)).toBeCloseTo(0.45);
    expect(bestF1Threshold(probabilities, [10, 10], 4)).toBeCloseTo(0.9);
    expect(bestF1Threshold(Float32Array.from([0.9, 0.35]), [10, 10], 1)).toBeCloseTo(0.9);
    expect(bestF1Threshold(Float32Array.from([0.9, 0.35]), [10, 10], 0.5)).toBeCloseTo(0.35);
  });

  it('returns 1 for a page without blocks', () => {
    expect(bestF1Threshold(new Float32Array(0), [])).toBe(1);
  });
});
