import { extractLanguageFeatures } from './language-features.ts';

/** How strongly a text speaks for each language, in nats over chance; the mean of its features. */
export interface LanguageEvidence {
  readonly featureCount: number;
  readonly logOdds: ReadonlyMap<string, number>;
}

let loaded: Promise<Map<string, readonly (readonly [language: string, weight: number])[]>> | undefined;

/** Weighs a text's words and letter triples with the weights of `training/language` (naive Bayes, 78 languages). */
export async function languageEvidence(text: string): Promise<LanguageEvidence> {
  loaded ??= loadWeights();
  const weights = await loaded;
  const sums = new Map<string, number>();
  const features = new Set(extractLanguageFeatures(text));
  for (const feature of features) {
    for (const [language, weight] of weights.get(feature) ?? []) {
      sums.set(language, (sums.get(language) ?? 0) + weight);
    }
  }
  return { featureCount: features.size, logOdds: sums };
}

async function loadWeights(): Promise<Map<string, [string, number][]>> {
  const { default: table } = await import('./language-weights.data.json', { with: { type: 'json' } });
  const weights = new Map<string, [string, number][]>();
  for (const [language, byWeight] of Object.entries(table)) {
    for (const [tenths, features] of Object.entries(byWeight)) {
      for (const feature of String(features).split('|')) {
        const list = weights.get(feature) ?? [];
        list.push([language, Number(tenths) / 10]);
        weights.set(feature, list);
      }
    }
  }
  return weights;
}
