import { createCueMatcher } from './cue-matcher.ts';
import { extractTerms } from './extract-terms.ts';

/** What is known of a sentence in its document; each between 0 and 1. */
export interface SentenceFeatures {
  readonly terms: readonly string[];
  /** Similarity (cosine of tf-idf) to the whole document. */
  readonly centroid: number;
  /** Share of its terms' weight that the title has. */
  readonly title: number;
  /** Similarity to the first sentence, which mostly says what a text is about. */
  readonly lead: number;
  /** 1 for the first sentence, falling by its number. */
  readonly position: number;
  /** 1 for the first sentence, 0 for the last, falling evenly. */
  readonly order: number;
  /** 1 for a sentence of usual length, less for a fragment or a monster. */
  readonly length: number;
  /** Says that what follows matters: `we propose`, `in conclusion`. */
  readonly cue: number;
  /** Has quotation marks. */
  readonly quote: number;
  /** Is a question. */
  readonly question: number;
  /** Lacks the end of a sentence: a heading, an item. */
  readonly fragment: number;
}

/** Sentences of this many terms say most per word; the logarithm of the deviation counts. */
const usualLength = 22;

/** The features of all sentences of a document, in time linear in its length. */
export function computeSentenceFeatures(
  sentences: readonly string[],
  { language = 'en', title = '' }: { language?: string; title?: string } = {},
): SentenceFeatures[] {
  const hasCue = createCueMatcher(language);
  const terms = sentences.map(extractTerms);
  const weights = termWeights(terms);
  const centroid = sumOf(terms, weights);
  const centroidNorm = normOf([...centroid.values()]);
  const titleTerms = new Set(extractTerms(title));
  const leadTerms = new Set(terms.find((list) => list.length > 3) ?? []);
  return sentences.map((sentence, index) => {
    const list = terms[index] ?? [];
    const unique = [...new Set(list)];
    const norm = normOf(unique.map((term) => weights.get(term) ?? 0));
    const dot = unique.reduce((sum, term) => sum + (weights.get(term) ?? 0) * (centroid.get(term) ?? 0), 0);
    return {
      terms: list,
      centroid: norm * centroidNorm === 0 ? 0 : dot / (norm * centroidNorm),
      title: shareOf(unique, titleTerms, weights),
      lead: shareOf(unique, leadTerms, weights),
      position: 1 / (1 + index),
      order: 1 - index / Math.max(sentences.length - 1, 1),
      length: Math.exp(-Math.abs(Math.log((list.length + 1) / usualLength))),
      cue: Number(hasCue(list)),
      quote: Number(/["“”«»„]/u.test(sentence)),
      question: Number(/[?？؟]["”’»)]*$/u.test(sentence)),
      fragment: Number(!/[\p{Sentence_Terminal}…:]["'”’»)\]]*$/u.test(sentence)),
    };
  });
}

/** Inverse sentence frequency: words that most sentences have weigh little, in any language. */
function termWeights(terms: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of terms) for (const term of new Set(list)) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) counts.set(term, Math.log((terms.length + 1) / (count + 0.5)));
  return counts;
}

function sumOf(
  terms: readonly (readonly string[])[],
  weights: ReadonlyMap<string, number>,
): Map<string, number> {
  const sum = new Map<string, number>();
  for (const list of terms) {
    for (const term of new Set(list)) sum.set(term, (sum.get(term) ?? 0) + (weights.get(term) ?? 0));
  }
  return sum;
}

function normOf(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

function shareOf(
  terms: readonly string[],
  wanted: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  let all = 0;
  let shared = 0;
  for (const term of terms) {
    const weight = weights.get(term) ?? 0;
    all += weight;
    if (wanted.has(term)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}
