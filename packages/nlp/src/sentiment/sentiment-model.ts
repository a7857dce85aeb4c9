import type { SentimentProbabilities } from '../encoder/classify-sentiment.ts';
import type { EncoderModel } from '../encoder/encoder-model.ts';
import type { EncoderCallOptions } from '../encoder/session/encoder-call-options.ts';

/** An emotion that a model predicts. */
export interface EmotionLabel {
  readonly label: string;
  /** Minimum probability at which the emotion is reported. */
  readonly threshold: number;
}

/** The trained part of the sentiment analysis. */
export interface SentimentModel {
  readonly emotions: readonly EmotionLabel[];
  /** Returns one result per text, in order, with emotions in the order of `emotions`. */
  classify(texts: readonly string[]): Promise<readonly SentimentProbabilities[]>;
}

/**
 * Adapts the encoder for `analyzeSentiment`.
 *
 * @param options used for every call of the encoder
 */
export function createSentimentModel(
  encoder: Pick<EncoderModel, 'manifest' | 'classifySentiment'>,
  options: EncoderCallOptions = {},
): SentimentModel {
  const { labels, thresholds } = encoder.manifest.emotions;
  return {
    emotions: labels.map((label, at) => ({ label, threshold: thresholds[at] ?? 0.5 })),
    classify: (texts) => encoder.classifySentiment(texts, options),
  };
}
