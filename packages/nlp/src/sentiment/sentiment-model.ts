import type { SentimentProbabilities } from '../encoder/classify-sentiment.ts';
import type { EncoderModel } from '../encoder/encoder-model.ts';
import type { EncoderCallOptions } from '../encoder/session/encoder-call-options.ts';

/** An emotion that a model predicts. */
export interface EmotionLabel {
  readonly label: string;
  /** Minimum probability at which the emotion is reported. */
  readonly threshold: number;
}

/** The trained part of the sentiment analysis, with the parameters for the language of one text. */
export interface SentimentClassifier {
  readonly emotions: readonly EmotionLabel[];
  /** Returns one result per text, in order, with emotions in the order of `emotions`. */
  classify(texts: readonly string[]): Promise<readonly SentimentProbabilities[]>;
}

/** The trained part of the sentiment analysis. */
export interface SentimentModel {
  /**
   * Returns the classifier of the parts of a text.
   *
   * @param language BCP 47 tag, or `und`
   */
  classifierFor(text: string, language: string): SentimentClassifier;
}

/**
 * Adapts the encoder for `analyzeSentiment`.
 *
 * @param options used for every call of the encoder
 */
export function createSentimentModel(
  encoder: Pick<EncoderModel, 'manifest' | 'languageGroupOf' | 'classifySentiment'>,
  options: EncoderCallOptions = {},
): SentimentModel {
  const { labels } = encoder.manifest.emotions;
  return {
    classifierFor: (text, language) => {
      const group = encoder.languageGroupOf(text, language);
      const { thresholds } = group.emotions;
      return {
        emotions: labels.map((label, at) => ({ label, threshold: thresholds[at] ?? 0.5 })),
        classify: (texts) => encoder.classifySentiment(texts, group, options),
      };
    },
  };
}
