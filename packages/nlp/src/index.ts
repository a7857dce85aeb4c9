import type { EncoderModel } from './encoder/encoder-model.ts';
import type { Entity, ExtractEntitiesInput } from './entities/extract-entities.ts';

/**
 * Named entities, sentiment and emotions. Importing this module is cheap: the encoder and the
 * entity finders with their lexicons load on first use.
 */
export type { SentimentProbabilities } from './encoder/classify-sentiment.ts';
export type { EncoderModel } from './encoder/encoder-model.ts';
export type { EncoderCallOptions } from './encoder/session/encoder-call-options.ts';
export type { LanguageGroup } from './encoder/session/read-manifest.ts';
export type { TaggedSpan } from './encoder/tagging/decode-spans.ts';
export type { Entity, ExtractEntitiesInput } from './entities/extract-entities.ts';
export { createEntityTagger } from './entities/names/entity-tagger.ts';
export {
  type RedactedText,
  type RedactionMode,
  redactEntities,
} from './entities/redaction/redact-entities.ts';
export { restoreText } from './entities/redaction/restore-text.ts';
export type { EntityType } from './entities/rules/entity-types.ts';
export {
  type DeniedPhrase,
  type SelectEntitiesOptions,
  selectEntities,
} from './entities/selection/select-entities.ts';
export type { EmotionScores } from './sentiment/aggregate-emotions.ts';
export type { SentimentLabel } from './sentiment/aggregate-polarity.ts';
export {
  type AnalyzeSentimentInput,
  analyzeSentiment,
  type SentenceSentiment,
  type SentimentAnalysis,
} from './sentiment/analyze-sentiment.ts';
export {
  createSentimentModel,
  type EmotionLabel,
  type SentimentClassifier,
  type SentimentModel,
} from './sentiment/sentiment-model.ts';

/**
 * Opens the bundled encoder model, once per thread. Later calls return the same model, so leave it open.
 *
 * @throws Error when a model file is damaged
 */
export async function loadEncoder(): Promise<EncoderModel> {
  const { loadEncoder: load } = await import('./encoder/load-encoder.ts');
  return load();
}

/**
 * Finds entities in a text: dates, amounts of money, email addresses and others by patterns, and names with a tagger (see
 * `createEntityTagger`).
 *
 * @returns entities in text order, without overlaps
 */
export async function extractEntities(input: ExtractEntitiesInput): Promise<Entity[]> {
  const { extractEntities: extract } = await import('./entities/extract-entities.ts');
  return extract(input);
}
