import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { extractLanguageFeatures } from '@quern/text/language/language-features';

/**
 * Trains the weight of each feature for each language, log(p(feature | language) / p(feature)) in tenths, and keeps the
 * features with the largest gain. With `--test`, every third sentence is held out.
 *
 *   node --conditions=source training/language/train-language-weights.ts ../shared/data/language/sentences.dev.jsonl.gz
 *
 * The sentences (150 in each of 79 languages) are CC BY.
 */
const featuresPerLanguage = 700;
const smoothing = 0.5;
const output = 'packages/text/src/language/language-weights.data.json';

const [path = '', flag] = process.argv.slice(2);
const rows: { text: string; lang: string }[] = gunzipSync(readFileSync(path))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
/** Excludes Bosnian, which cannot be distinguished from Croatian by a single sentence. */
const distinguishable = rows.filter(({ lang }) => lang !== 'bs');
const trainingRows =
  flag === '--test' ? distinguishable.filter((_, index) => index % 3 !== 0) : distinguishable;

const all = new Map<string, number>();
const byLanguage = new Map<string, Map<string, number>>();
for (const { text, lang } of trainingRows) {
  const counts = byLanguage.get(lang) ?? new Map<string, number>();
  byLanguage.set(lang, counts);
  // Each text counts a feature once.
  for (const feature of new Set(extractLanguageFeatures(text))) {
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
    all.set(feature, (all.get(feature) ?? 0) + 1);
  }
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const allTotal = sum(all.values());
const weights: Record<string, Record<string, string>> = {};
for (const [language, counts] of [...byLanguage].sort(([left], [right]) => (left < right ? -1 : 1))) {
  const total = sum(counts.values());
  const weighted = [...counts]
    .filter(([, count]) => count > 2)
    .map(([feature, count]) => {
      const ratio = (count + smoothing) / total / (((all.get(feature) ?? 0) + smoothing) / allTotal);
      return { feature, weight: Math.round(Math.log(ratio) * 10), gain: Math.log(ratio) * count };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.gain - left.gain)
    .slice(0, featuresPerLanguage);
  const byWeight: Record<string, string> = {};
  for (const { feature, weight } of weighted) {
    byWeight[weight] = byWeight[weight] === undefined ? feature : `${byWeight[weight]}|${feature}`;
  }
  weights[language] = byWeight;
}
writeFileSync(output, `${JSON.stringify(weights, undefined, 1)}\n`);
