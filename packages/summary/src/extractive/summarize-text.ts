import { NlpError } from '@quern/nlp/nlp-error';
import type { Span, TextRange } from '@quern/text/span';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import type { TextBlock } from '@quern/text/structure/text-block';
import { analyzeUnits } from './features/analyze-units.ts';
import { loadFactModel } from './model/fact-model.ts';
import { scoreUnits } from './model/score-units.ts';
import { loadUnitModel } from './model/unit-model.ts';
import { outlineBlocks } from './outline/outline-blocks.ts';
import {
  labelOf,
  type Outline,
  type SummarySource,
  type SummaryUnit,
  sourceWithSpeaker,
} from './outline/summary-unit.ts';
import { prepareSelection } from './prepare-selection.ts';
import { defaultSummaryLength } from './selection/default-length.ts';
import { NestedSelection } from './selection/select-nested.ts';
import { truncateText } from './selection/truncate-text.ts';
import { loadWordVectors } from './vectors/word-vectors.ts';

/** Input of `summarizeText`. */
export interface SummarizeTextInput {
  readonly text: string;
  /** The blocks of the text, if they are known, such as those of a document; found in the text by default. */
  readonly blocks?: readonly TextBlock[];
  /** BCP 47 tag of the text, or `und`. */
  readonly language: string;
  /** Maximum length of the summary in UTF-16 code units. */
  readonly maxLength?: number;
  /** Title of the text; sentences that share words with it are preferred. */
  readonly title?: string;
}

/** A sentence of a summary, with its range in the summary. */
export interface SummarySentence extends Span {
  /**
   * Range in the text of the sentence, or of the longer sentence that it was truncated from; with the ranges of its parts if words in its middle
   * were left out. The sentence equals that part of the text, or those parts one after the other, except for markup, line breaks, and the
   * capital letter at its start, and the period after a title.
   */
  readonly source?: SummarySource;
  /** How well the sentence represents the text. Comparable only within one text. */
  readonly score: number;
}

/** A part of the text below one heading, and how much of it is in the summary. */
export interface SectionCoverage extends TextRange {
  /** '' without a heading. */
  readonly heading: string;
  /** Number of sentences. */
  readonly sentences: number;
  /** Number of sentences in the summary. */
  readonly selected: number;
}

/** Result of `summarizeText`. */
export interface Summary {
  readonly summary: string;
  readonly sentences: SummarySentence[];
  /** Whether a sentence was truncated, or the length limit left no room for sentences of the usual summary. */
  readonly truncated: boolean;
  /** The sections of the text, in order; at most 200, the last of which covers all that follow. */
  readonly sections: SectionCoverage[];
}

/** A summary without a given limit may exceed its usual length by this factor to end with a whole thought, */
const usualLengthFactor = 1.25;
/** and by this factor for key facts, */
const extendedLengthFactor = 2;
/** up to this share of the text. */
const extendedShareMax = 0.4;

/** Maximum number of sections that are reported. */
const sectionsMax = 200;

/** More sentences take too much memory; a text of 1,000,000 characters has 10,000 to 70,000. */
const unitsMax = 100_000;

/**
 * Summarizes a text by its most important sentences, verbatim and in order. Headings, captions, headers, code and other
 * structure are left out. Sentences are scored by trees learned from texts of many genres, and selected so that they do
 * not repeat each other, cover the parts of the text, and do not refer to sentences that are missing. Where another speaker begins, the sentence begins with
 * the speaker's name.
 *
 * The length grows with the square root of the text's length, and with its key facts, or fills `maxLength` without exceeding it. A limited
 * summary ends with a sentence where one fits, else at a clause, a word or a grapheme, and is empty when the first
 * grapheme is longer than the limit. Takes time nearly linear in the length.
 *
 * @param yieldIfDue awaited between the passes over the text; may throw to stop
 * @throws NlpError `too_complex` for more than 100,000 sentences
 */
export async function summarizeText(
  { text, blocks, language, maxLength, title = '' }: SummarizeTextInput,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<Summary> {
  const [trees, vectors, model] = await Promise.all([loadUnitModel(), loadWordVectors(), loadFactModel()]);
  const outline = outlineBlocks(blocks ?? readTextBlocks(text), language, title);
  await yieldIfDue();
  const { units } = outline;
  if (units.length > unitsMax)
    throw new NlpError(
      'too_complex',
      `the text has ${units.length} sentences; the limit of a summary is ${unitsMax}: send it in parts`,
    );
  const lengths = units.map((unit) => labelOf(unit).length + unit.text.length);
  const textLength = units.reduce((sum, { text: own }) => sum + own.length, 0);
  const usualLength = defaultSummaryLength(textLength);
  // A score does not depend on the limit, since longer summaries contain shorter ones.
  const analyzed = await analyzeUnits(outline, { language, lengthMax: usualLength, vectors }, yieldIfDue);
  const estimates = model.estimate(analyzed);
  const scores = scoreUnits(trees, analyzed, lengths, estimates.facts);
  await yieldIfDue();
  const separator = sentenceSeparator(language);
  const input = prepareSelection(outline, { analyzed, ...estimates, lengths, scores, language });
  // A headline does not take the place of what the text says, and a text of two sentences is summarized by the better one.
  const headlineLength = outline.headlines[0]?.text.length ?? 0;
  const best = bestOf(scores, lengths, Number.POSITIVE_INFINITY) ?? 0;
  const usualLengthMax = headlineLength + Math.max(usualLengthFactor * usualLength, lengths[best] ?? 0);
  const extendedLengthMax = Math.max(
    usualLengthMax,
    Math.min(extendedLengthFactor * usualLength, extendedShareMax * textLength) + headlineLength,
  );
  const lengthMax = maxLength ?? extendedLengthMax;
  const lengthsMax = { usualLengthMax, extendedLengthMax, separatorLength: separator.length };
  const selection = new NestedSelection(input, lengthsMax);
  const selected = selection.select(lengthMax);
  // A whole sentence is better than a part of one, even if it refers to another one.
  const fitting = selected.length === 0 ? bestOf(scores, lengths, lengthMax) : undefined;
  if (fitting !== undefined) selected.push(fitting);
  const chosen = selected.flatMap((index) => units[index] ?? outline.headlines[index - units.length] ?? []);
  if (chosen.length === 0) {
    const cut = truncateUnit(units[best], scores[best] ?? 0, lengthMax);
    return { ...cut, sections: coverageOf(outline, cut.sentences.length === 0 ? [] : [best]) };
  }
  const usual = lengthMax < extendedLengthMax ? selection.select(extendedLengthMax) : [];
  const truncated = lengthOf(usual, input.lengths, separator.length) > lengthMax;
  return {
    ...joinUnits(chosen, selected, scores, separator),
    truncated,
    sections: coverageOf(outline, selected),
  };
}

/** Returns the text between two sentences of a language: nothing in Chinese and Japanese, else a space. */
export function sentenceSeparator(language: string): string {
  return /^(?:zh|ja|yue|wuu)\b/i.test(language) ? '' : ' ';
}

/** The unit with the highest score that is not longer than a limit; undefined if all are longer. */
function bestOf(
  scores: ArrayLike<number>,
  lengths: readonly number[],
  lengthMax: number,
): number | undefined {
  let best: number | undefined;
  for (const [unit, length] of lengths.entries())
    if (length <= lengthMax && (best === undefined || (scores[unit] ?? 0) > (scores[best] ?? 0))) best = unit;
  return best;
}

function lengthOf(selected: readonly number[], lengths: readonly number[], separatorLength: number): number {
  return selected.reduce((sum, unit) => sum + separatorLength + (lengths[unit] ?? 0), -separatorLength);
}

function joinUnits(
  units: readonly SummaryUnit[],
  indices: readonly number[],
  scores: Float64Array,
  separator: string,
): Pick<Summary, 'summary' | 'sentences'> {
  let summary = '';
  let speaker: string | undefined;
  const sentences = units.map((unit, at) => {
    if (summary !== '') summary += separator;
    const startIndex = summary.length;
    const namesSpeaker = unit.speaker !== speaker;
    const text = namesSpeaker ? labelOf(unit) + unit.text : unit.text.slice(unit.bodyIndex);
    const source = namesSpeaker ? sourceWithSpeaker(unit) : unit.source;
    speaker = unit.speaker;
    summary += text;
    return { text, startIndex, endIndex: summary.length, source, score: scores[indices[at] ?? 0] ?? 0 };
  });
  return { summary, sentences };
}

/** Makes a summary of the beginning of a sentence, when no sentence fits. */
function truncateUnit(
  unit: SummaryUnit | undefined,
  score: number,
  lengthMax: number,
): Omit<Summary, 'sections'> {
  if (unit === undefined) return { summary: '', sentences: [], truncated: false };
  const text = truncateText(labelOf(unit) + unit.text, lengthMax);
  if (text === '') return { summary: '', sentences: [], truncated: true };
  const sentence = { text, startIndex: 0, endIndex: text.length, source: sourceWithSpeaker(unit), score };
  return { summary: text, sentences: [sentence], truncated: true };
}

function coverageOf({ sections, units }: Outline, selected: readonly number[]): SectionCoverage[] {
  const perUnit = new Int32Array(units.length);
  for (const index of selected) perUnit[index] = 1;
  const last = units.length;
  return sections.slice(0, sectionsMax).map(({ heading, firstUnit, endUnit }, index) => {
    const end = index === sectionsMax - 1 ? last : endUnit;
    return {
      heading,
      startIndex: firstIndexOf(units[firstUnit]),
      endIndex: units[end - 1]?.source.endIndex ?? 0,
      sentences: end - firstUnit,
      selected: perUnit.subarray(firstUnit, end).reduce((sum, count) => sum + count, 0),
    };
  });
}

function firstIndexOf(unit: SummaryUnit | undefined): number {
  return unit === undefined ? 0 : sourceWithSpeaker(unit).startIndex;
}
