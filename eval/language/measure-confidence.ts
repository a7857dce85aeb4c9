import type { LabeledText } from './score-detection.ts';

/** Calibration of a detector's confidence. */
export interface ConfidenceFigures {
  readonly [name: string]: number;
  /** Results with a language. */
  readonly n: number;
  /** Mean confidence. */
  readonly mean: number;
  /** Share of right results. */
  readonly right: number;
  /** Expected calibration error over ten bins of equal width (Naeini et al., 2015). */
  readonly calibrationError: number;
}

const binCount = 10;

/** Compares the confidence of results with the share of right ones. */
export async function measureConfidence(
  texts: readonly LabeledText[],
  detect: (text: string) => Promise<{ readonly language: string; readonly confidence: number }>,
): Promise<ConfidenceFigures> {
  const bins = Array.from({ length: binCount }, () => ({ n: 0, right: 0, confidence: 0 }));
  for (const { text, language } of texts) {
    const detected = await detect(text);
    if (detected.language === 'und') continue;
    const bin = bins[Math.min(binCount - 1, Math.floor(detected.confidence * binCount))];
    if (bin === undefined) continue;
    bin.n++;
    bin.right += Number(detected.language === language);
    bin.confidence += detected.confidence;
  }
  const sum = (value: (bin: (typeof bins)[number]) => number) =>
    bins.reduce((total, bin) => total + value(bin), 0);
  const n = sum((bin) => bin.n);
  return {
    n,
    mean: sum((bin) => bin.confidence) / n,
    right: sum((bin) => bin.right) / n,
    calibrationError: sum((bin) => Math.abs(bin.right - bin.confidence)) / n,
  };
}
