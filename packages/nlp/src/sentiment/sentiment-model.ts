import type { EncoderCallOptions } from '../encoder/encoder-call-options.ts';
import type { EncoderModel } from '../encoder/encoder-model.ts';
import type { SentimentModel } from './analyze-sentiment.ts';

/** The brain's heads for polarity and emotions, as the analysis wants them. */
export function createSentimentModel(
  brain: Pick<EncoderModel, 'manifest' | 'classifySentiment'>,
  options: EncoderCallOptions = {},
): SentimentModel {
  const { labels, thresholds } = brain.manifest.emotions;
  return {
    emotions: labels.map((label, at) => ({ label, threshold: thresholds[at] ?? 0.5 })),
    classify: (texts) => brain.classifySentiment(texts, options),
  };
}
