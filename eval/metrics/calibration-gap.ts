/** The share of a text that is correct, with the confidence that was stated for it; both from 0 to 1. */
export interface ScoredShare {
  readonly confidence: number;
  readonly correctShare: number;
}

const bins = 15;

/**
 * Expected calibration error over 15 equal-width bins of confidence (Guo et al., "On calibration of modern neural
 * networks", 2017), for predictions that can be partly correct: the gap between mean confidence and mean correct share
 * of a bin, weighted by the number of its predictions.
 *
 * @returns 0 (perfectly calibrated) to 1; 0 for no predictions
 */
export function calibrationGap(predictions: readonly ScoredShare[]): number {
  const gaps = new Float64Array(bins);
  for (const { confidence, correctShare } of predictions) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins));
    gaps[bin] = (gaps[bin] ?? 0) + correctShare - confidence;
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / Math.max(1, predictions.length);
}
