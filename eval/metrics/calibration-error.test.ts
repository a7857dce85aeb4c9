import { describe, expect, it } from 'vitest';
import { calibrationError } from './calibration-error.ts';

const predictions = (confidence: number, correct: number, wrong: number) => [
  ...Array.from({ length: correct }, () => ({ confidence, isCorrect: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, isCorrect: false })),
];

describe('calibrationError', () => {
  it('is zero when as many predictions are correct as their confidence states', () => {
    expect(calibrationError(predictions(0.75, 3, 1))).toBeCloseTo(0, 10);
  });

  it('weights the gap of each bin by its number of predictions', () => {
    // 4 predictions of 0.9 with accuracy 0.5 (gap 0.4), 6 of 0.2 with accuracy 0.5 (gap 0.3).
    const error = calibrationError([...predictions(0.9, 2, 2), ...predictions(0.2, 3, 3)]);
    expect(error).toBeCloseTo((4 * 0.4 + 6 * 0.3) / 10, 10);
  });

  it('puts a confidence of 1 into the last bin and returns 0 for no predictions', () => {
    expect(calibrationError(predictions(1, 0, 1))).toBe(1);
    expect(calibrationError([])).toBe(0);
  });
});
