import type { Span, TextRange } from '@quern/text/span';
import { scoreSentence } from './score-sentence.ts';
import {
  defaultSentenceCount,
  type ScoredSentence,
  selectSentences,
  sentenceCountMax,
} from './select-sentences.ts';
import { computeSentenceFeatures } from './sentence-features.ts';
import { splitSummaryUnits } from './split-summary-units.ts';
import { truncateText } from './truncate-text.ts';

/** Input of `summarizeText`. */
export interface SummarizeTextInput {
  readonly text: string;
  /** BCP 47 tag of the text, or `und`. */
  readonly language: string;
  /** Maximum length of the summary in UTF-16 code units. */
  readonly maxLength?: number;
  /** Title of the text; sentences that share words with it are preferred. */
  readonly title?: string;
}

/** A sentence of a summary, with its range in the summary. */
export interface SummarySentence extends Span {
  /** Range in the text of the sentence, or of the longer sentence that it was truncated from. */
  readonly source?: TextRange;
  /** How well the sentence represents the text. Comparable only within one text. */
  readonly score: number;
}

/** Result of `summarizeText`. */
export interface Summary {
  readonly summary: string;
  readonly sentences: SummarySentence[];
  /** Whether a sentence was truncated, or the length limit left room for fewer sentences than usual. */
  readonly truncated: boolean;
}

/** A unit of the text with its score. */
interface Candidate extends Span, ScoredSentence {}

/**
 * Summarizes a text by its most representative sentences, verbatim and in order: a fifth of them, one to ten, without
 * repetitions. Sentences are scored by similarity to the whole text, position, length, title and cue phrases.
 *
 * With `maxLength` the summary has up to a third of the sentences and never exceeds the limit. It ends with a sentence
 * where one fits, else at a clause, a word or a grapheme, and is empty when the first grapheme is longer than the limit.
 * Takes time nearly linear in the length.
 *
 * @param yieldIfDue awaited between the passes over the text; may throw to stop
 */
export async function summarizeText(
  { text, language, maxLength, title = '' }: SummarizeTextInput,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<Summary> {
  const units = splitSummaryUnits(text, language);
  await yieldIfDue();
  const features = computeSentenceFeatures(
    units.map((unit) => unit.text),
    { language, title },
  );
  await yieldIfDue();
  const scored = units.map((unit, index): Candidate => {
    const feature = features[index];
    return { ...unit, terms: feature?.terms ?? [], score: feature ? scoreSentence(feature) : 0 };
  });
  const withTerms = scored.filter(({ terms }) => terms.length > 0);
  const candidates = withTerms.length > 0 ? withTerms : scored;
  await yieldIfDue();
  const usualCount = defaultSentenceCount(candidates.length);
  const separator = sentenceSeparator(language);
  const selected = selectSentences(candidates, {
    count: maxLength === undefined ? usualCount : sentenceCountMax(candidates.length),
    lengthMax: maxLength ?? Number.POSITIVE_INFINITY,
    separatorLength: separator.length,
  }).flatMap((index) => candidates[index] ?? []);
  if (selected.length === 0) return truncateBest(candidates, maxLength ?? 0);
  const truncated =
    maxLength !== undefined &&
    selected.length < usualCount &&
    selected.length < countWithoutLimit(candidates, usualCount);
  return { ...joinSentences(selected, separator), truncated };
}

/** Returns the text between two sentences of a language: nothing in Chinese and Japanese, else a space. */
export function sentenceSeparator(language: string): string {
  return /^(?:zh|ja|yue|wuu)\b/i.test(language) ? '' : ' ';
}

/** How many sentences would be selected without a length limit. */
function countWithoutLimit(candidates: readonly Candidate[], count: number): number {
  const limits = { count, lengthMax: Number.POSITIVE_INFINITY, separatorLength: 0 };
  return selectSentences(candidates, limits).length;
}

function joinSentences(selected: readonly Candidate[], separator: string): Omit<Summary, 'truncated'> {
  let summary = '';
  const sentences = selected.map(({ text, startIndex, endIndex, score }) => {
    if (summary !== '') summary += separator;
    const start = summary.length;
    summary += text;
    return { text, startIndex: start, endIndex: summary.length, source: { startIndex, endIndex }, score };
  });
  return { summary, sentences };
}

/** Makes a summary of the beginning of the best sentence, when no sentence fits. */
function truncateBest(candidates: readonly Candidate[], lengthMax: number): Summary {
  const [first, ...others] = candidates;
  if (!first) return { summary: '', sentences: [], truncated: false };
  const best = others.reduce((top, candidate) => (candidate.score > top.score ? candidate : top), first);
  const text = truncateText(best.text, lengthMax);
  if (text === '') return { summary: '', sentences: [], truncated: true };
  const source = { startIndex: best.startIndex, endIndex: best.endIndex };
  return {
    summary: text,
    sentences: [{ text, startIndex: 0, endIndex: text.length, source, score: best.score }],
    truncated: true,
  };
}
