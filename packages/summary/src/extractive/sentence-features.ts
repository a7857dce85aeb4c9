import { createCueMatcher } from './cue-matcher.ts';
import { extractTerms } from './extract-terms.ts';

/** Features of a sentence in its document; each number is between 0 and 1. */
export interface SentenceFeatures {
  readonly terms: readonly string[];
  /** Similarity to the whole document (cosine of tf-idf). */
  readonly centroid: number;
  /** Share of the weight of its terms that occur in the title. */
  readonly title: number;
  /** Share of the weight of its terms that occur in the first sentence of more than three terms, which often states the topic. */
  readonly lead: number;
  /** 1 for the first sentence, then 1/2, 1/3 ... */
  readonly reciprocalPosition: number;
  /** Decreases evenly from 1 for the first sentence to 0 for the last. */
  readonly linearPosition: number;
  /** 1 for a sentence of typical length, less for shorter and longer ones. */
  readonly length: number;
  /** 1 with a phrase that announces something important, such as `in conclusion`. */
  readonly cue: number;
  /** 1 with quotation marks. */
  readonly quote: number;
  /** 1 for a question. */
  readonly question: number;
  /** 1 without terminal punctuation, as in a heading or a list item. */
  readonly fragment: number;
}

/** Number of terms of a typical sentence. */
const typicalTermCount = 22;

/**
 * Computes the features of all sentences of a document, in time linear in its length.
 *
 * @param options.language BCP 47 tag
 */
export function computeSentenceFeatures(
  sentences: readonly string[],
  { language = 'en', title = '' }: { language?: string; title?: string } = {},
): SentenceFeatures[] {
  const hasCue = createCueMatcher(language);
  const termLists = sentences.map(extractTerms);
  const weights = termWeights(termLists);
  const centroid = sumWeights(termLists, weights);
  const centroidNorm = normOf([...centroid.values()]);
  const titleTerms = new Set(extractTerms(title));
  const leadTerms = new Set(termLists.find((list) => list.length > 3) ?? []);
  return sentences.map((sentence, index) => {
    const terms = termLists[index] ?? [];
    const unique = [...new Set(terms)];
    const norm = normOf(unique.map((term) => weights.get(term) ?? 0));
    const dot = unique.reduce((sum, term) => sum + (weights.get(term) ?? 0) * (centroid.get(term) ?? 0), 0);
    return {
      terms,
      centroid: norm * centroidNorm === 0 ? 0 : dot / (norm * centroidNorm),
      title: weightShare(unique, titleTerms, weights),
      lead: weightShare(unique, leadTerms, weights),
      reciprocalPosition: 1 / (1 + index),
      linearPosition: 1 - index / Math.max(sentences.length - 1, 1),
      length: Math.exp(-Math.abs(Math.log((terms.length + 1) / typicalTermCount))),
      cue: Number(hasCue(terms)),
      quote: Number(/["“”«»„]/u.test(sentence)),
      question: Number(/[?？؟]["”’»)]*$/u.test(sentence)),
      fragment: Number(!/[\p{Sentence_Terminal}…:]["'”’»)\]]*$/u.test(sentence)),
    };
  });
}

/** Inverse sentence frequency: terms of most sentences get a low weight, in any language. */
function termWeights(termLists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of termLists)
    for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) counts.set(term, Math.log((termLists.length + 1) / (count + 0.5)));
  return counts;
}

/** Sums the weight of each term over the sentences that contain it. */
function sumWeights(
  termLists: readonly (readonly string[])[],
  weights: ReadonlyMap<string, number>,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const terms of termLists) {
    for (const term of new Set(terms)) sums.set(term, (sums.get(term) ?? 0) + (weights.get(term) ?? 0));
  }
  return sums;
}

function normOf(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

/** The share of the terms' weight that is in `wanted`. */
function weightShare(
  terms: readonly string[],
  wanted: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  let total = 0;
  let shared = 0;
  for (const term of terms) {
    const weight = weights.get(term) ?? 0;
    total += weight;
    if (wanted.has(term)) shared += weight;
  }
  return total === 0 ? 0 : shared / total;
}
