import { lazy } from '@quern/runtime/lazy';
import { extractLanguageFeatures } from './language-features.ts';

/** Evidence of a text for each language. */
export interface LanguageEvidence {
  /** Distinct features of the text, known or not. */
  readonly featureCount: number;
  /** Sum of the features' weights by language, in nats above chance. */
  readonly logOdds: ReadonlyMap<string, number>;
}

/** The languages of each feature with their weights. */
type FeatureWeights = ReadonlyMap<string, readonly (readonly [language: string, weight: number])[]>;

const loadWeights = lazy(async (): Promise<FeatureWeights> => {
  const { default: table } = await import('./language-weights.data.json', { with: { type: 'json' } });
  const weights = new Map<string, [string, number][]>();
  for (const [language, featuresByWeight] of Object.entries(table)) {
    for (const [tenths, features] of Object.entries(featuresByWeight)) {
      for (const feature of String(features).split('|')) {
        const list = weights.get(feature) ?? [];
        list.push([language, Number(tenths) / 10]);
        weights.set(feature, list);
      }
    }
  }
  return weights;
});

/**
 * Weighs the words and letter trigrams of a text with a naive Bayes classifier for 78 languages, trained by
 * `training/language`.
 */
export async function languageEvidence(text: string): Promise<LanguageEvidence> {
  const weights = await loadWeights();
  const logOdds = new Map<string, number>();
  const features = new Set(extractLanguageFeatures(text));
  for (const feature of features) {
    for (const [language, weight] of weights.get(feature) ?? []) {
      logOdds.set(language, (logOdds.get(language) ?? 0) + weight);
    }
  }
  return { featureCount: features.size, logOdds };
}
