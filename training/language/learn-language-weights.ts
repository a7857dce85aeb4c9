import { extractLanguageFeatures } from '@quern/text/language/language-features';

/** A sentence and the BCP 47 tag of its language. */
export interface LabeledSentence {
  readonly text: string;
  readonly lang: string;
}

/** For each language, the features of each weight (in tenths), joined by `|`. */
export type LanguageWeights = Readonly<Record<string, Readonly<Record<string, string>>>>;

const featuresPerLanguage = 700;
const occurrencesMin = 3;
const smoothing = 0.5;

/**
 * Bosnian is left out: a single sentence does not distinguish it from Croatian.
 *
 * @returns the sentences in the languages that the weights cover
 */
export function selectCoveredSentences(sentences: readonly LabeledSentence[]): LabeledSentence[] {
  return sentences.filter(({ lang }) => lang !== 'bs');
}

/**
 * Learns how strongly each feature indicates each language: log(p(feature | language) / p(feature)), for the
 * features of each language with the largest total gain.
 */
export function learnLanguageWeights(sentences: readonly LabeledSentence[]): LanguageWeights {
  const total = new Map<string, number>();
  const byLanguage = new Map<string, Map<string, number>>();
  for (const { text, lang } of sentences) {
    const counts = byLanguage.get(lang) ?? new Map<string, number>();
    byLanguage.set(lang, counts);
    // A feature counts once for each sentence.
    for (const feature of new Set(extractLanguageFeatures(text))) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
      total.set(feature, (total.get(feature) ?? 0) + 1);
    }
  }
  const totalSum = sumOf(total.values());
  const languages = [...byLanguage].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(
    languages.map(([language, counts]) => [language, weightsOf(counts, total, totalSum)]),
  );
}

function weightsOf(
  counts: ReadonlyMap<string, number>,
  total: ReadonlyMap<string, number>,
  totalSum: number,
): Record<string, string> {
  const languageSum = sumOf(counts.values());
  const strongest = [...counts]
    .filter(([, count]) => count >= occurrencesMin)
    .map(([feature, count]) => {
      const ratio = (count + smoothing) / languageSum / (((total.get(feature) ?? 0) + smoothing) / totalSum);
      return { feature, weight: Math.round(Math.log(ratio) * 10), gain: Math.log(ratio) * count };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.gain - left.gain)
    .slice(0, featuresPerLanguage);
  const byWeight: Record<string, string> = {};
  for (const { feature, weight } of strongest)
    byWeight[weight] = byWeight[weight] === undefined ? feature : `${byWeight[weight]}|${feature}`;
  return byWeight;
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
