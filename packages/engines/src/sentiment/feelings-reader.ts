import type { Brain } from '../brain/load-brain.ts';
import type { BrainCallOptions } from '../brain/tag-names.ts';
import type { FeelingsReader } from './analyze-sentiment.ts';

/** The brain's heads for polarity and emotions, as the analysis wants them. */
export function createFeelingsReader(
  brain: Pick<Brain, 'manifest' | 'readFeelings'>,
  options: BrainCallOptions = {},
): FeelingsReader {
  const { labels, thresholds } = brain.manifest.emotions;
  return {
    emotions: labels.map((label, at) => ({ label, threshold: thresholds[at] ?? 0.5 })),
    read: (texts) => brain.readFeelings(texts, options),
  };
}
