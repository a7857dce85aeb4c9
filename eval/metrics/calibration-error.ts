/** A prediction with the probability that was stated for it. */
export interface ScoredPrediction {
  /** 0 to 1. */
  readonly confidence: number;
  readonly isCorrect: boolean;
}

const bins = 15;

/**
 * Expected calibration error over 15 equal-width bins (Guo et al., "On calibration of modern neural networks",
 * 2017): the mean gap between stated confidence and observed accuracy.
 *
 * @returns 0 (perfectly calibrated) to 1; 0 for no predictions
 */
export function calibrationError(predictions: readonly ScoredPrediction[]): number {
  const gaps = new Float64Array(bins);
  for (const { confidence, isCorrect } of predictions) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    gaps[bin] = (gaps[bin] ?? 0) + Number(isCorrect) - confidence;
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / Math.max(1, predictions.length);
}
