import { countNgrams, overlapOf } from './ngram-counts.ts';

const orderMax = 4;

/**
 * Corpus BLEU with one reference for each sentence (Papineni et al., 2002), computed as sacreBLEU does by default
 * (Post, 2018): 13a tokenization, n-grams up to four, exponential smoothing of orders without a match.
 *
 * @returns 0 to 100
 */
export function corpusBleu(translations: readonly string[], references: readonly string[]): number {
  const hits = new Float64Array(orderMax);
  const totals = new Float64Array(orderMax);
  let [translationLength, referenceLength] = [0, 0];
  for (const [index, translation] of translations.entries()) {
    const tokens = tokenize13a(translation);
    const expected = tokenize13a(references[index] ?? '');
    translationLength += tokens.length;
    referenceLength += expected.length;
    for (let order = 1; order <= orderMax; order++) {
      const counts = countNgrams(tokens, order);
      hits[order - 1] = (hits[order - 1] ?? 0) + overlapOf(counts, countNgrams(expected, order));
      totals[order - 1] = (totals[order - 1] ?? 0) + Math.max(0, tokens.length - order + 1);
    }
  }
  let smoothing = 1;
  let logPrecisions = 0;
  for (let order = 0; order < orderMax; order++) {
    const total = totals[order] ?? 0;
    if (total === 0) return 0;
    if (hits[order] === 0) smoothing *= 2;
    logPrecisions += Math.log(hits[order] === 0 ? 1 / (smoothing * total) : (hits[order] ?? 0) / total);
  }
  if (hits[0] === 0) return 0;
  const brevityPenalty = Math.min(1, Math.exp(1 - referenceLength / translationLength));
  return 100 * brevityPenalty * Math.exp(logPrecisions / orderMax);
}

/** The tokenizer of `mteval-v13a.pl`, as in sacreBLEU. */
export function tokenize13a(text: string): string[] {
  const spaced = ` ${text.replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ')} `
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ');
  return spaced.split(/\s+/).filter((token) => token !== '');
}
