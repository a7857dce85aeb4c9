import { rankByScore } from './rank-by-score.ts';

/** With a generous length limit, a summary has at most one of this many sentences. */
const sentencesPerSelected = 3;

/** Sentence count of a summary without a length limit: a fifth of the text, one to ten. */
export function defaultSentenceCount(sentenceCount: number): number {
  return Math.min(Math.max(Math.round(sentenceCount / 5), 1), 10, sentenceCount);
}

/** Maximum sentence count of a summary with a length limit: a third of the text. */
export function sentenceCountMax(sentenceCount: number): number {
  return Math.max(defaultSentenceCount(sentenceCount), Math.ceil(sentenceCount / sentencesPerSelected));
}

/** A sentence with the terms and the score that decide about its selection. */
export interface ScoredSentence {
  readonly text: string;
  readonly terms: readonly string[];
  readonly score: number;
}

/** Limits of a selection. */
export interface SelectionLimits {
  /** Maximum number of sentences. */
  readonly count: number;
  /** Maximum length of the joined sentences in UTF-16 code units. */
  readonly lengthMax: number;
  /** Length of the separator between two sentences. */
  readonly separatorLength: number;
}

/**
 * Selects the best sentences within the limits: greedily by score, skipping sentences that do not fit and those that
 * share three consecutive terms with a selected one (Paulus et al. 2018).
 *
 * @returns indices in ascending order
 */
export function selectSentences(
  sentences: readonly ScoredSentence[],
  { count, lengthMax, separatorLength }: SelectionLimits,
): number[] {
  const seen = new Set<string>();
  const selected: number[] = [];
  let length = -separatorLength;
  for (const index of rankByScore(sentences.map(({ score }) => score))) {
    if (selected.length >= count) break;
    const sentence = sentences[index];
    if (!sentence || length + separatorLength + sentence.text.length > lengthMax) continue;
    const trigrams = trigramsOf(sentence.terms);
    if (trigrams.some((trigram) => seen.has(trigram))) continue;
    for (const trigram of trigrams) seen.add(trigram);
    selected.push(index);
    length += separatorLength + sentence.text.length;
  }
  return selected.sort((left, right) => left - right);
}

/** Consecutive triples of terms. A sentence with fewer terms counts as one, so that it is not repeated either. */
function trigramsOf(terms: readonly string[]): string[] {
  if (terms.length < 3) return [terms.join(' ')];
  return terms.slice(2).map((term, index) => `${terms[index]} ${terms[index + 1]} ${term}`);
}
