import { calibrationGap } from './calibration-gap.ts';

/** A prediction with the probability that was stated for it. */
export interface ScoredPrediction {
  /** 0 to 1. */
  readonly confidence: number;
  readonly isCorrect: boolean;
}

/**
 * Expected calibration error of predictions that are right or wrong: the mean gap between stated confidence and observed
 * accuracy.
 *
 * @returns 0 (perfectly calibrated) to 1; 0 for no predictions
 */
export function calibrationError(predictions: readonly ScoredPrediction[]): number {
  return calibrationGap(
    predictions.map(({ confidence, isCorrect }) => ({ confidence, correctShare: Number(isCorrect) })),
  );
}
