import type { Span } from '@quern/text/span';
import { scoreSentence } from './score-sentence.ts';
import { defaultSentenceCount, selectSentences, sentenceCountMax } from './select-sentences.ts';
import { computeSentenceFeatures } from './sentence-features.ts';
import { splitSummaryUnits } from './split-summary-units.ts';
import { truncateText } from './truncate-text.ts';

/** A sentence of a summary: offsets in the summary, and where it was taken from. */
export interface SummarySentence extends Span {
  /** Where it stands in the text: `text.slice(startIndex, endIndex)` is the sentence, or more if it was cut. */
  readonly source?: { readonly startIndex: number; readonly endIndex: number };
  /** How much it says about the text, on the scale of this text alone: to choose among them once more. */
  readonly score: number;
}

export interface Summary {
  readonly summary: string;
  readonly sentences: SummarySentence[];
  /** A sentence was cut, or the limit let in fewer sentences than wanted. */
  readonly truncated: boolean;
}

/**
 * The sentences that say most about a text, word for word and in its order: a fifth of them, one to ten. Scored
 * by likeness to the whole, place, length, title and cue phrases; no two repeat each other.
 *
 * `maxLength` is a hard limit on the summary in UTF-16 units, which is filled with up to a third of the text.
 * The summary then ends at the end of a sentence wherever one fits, else at a clause, a word, a grapheme;
 * it is empty when the first grapheme is longer than the limit. Time is nearly linear in the length.
 *
 * @param input.language BCP 47 tag of the text
 */
export async function summarizeText(
  input: {
    readonly text: string;
    readonly language: string;
    readonly maxLength?: number;
    readonly title?: string;
  },
  takeTurn: () => Promise<void> = async () => undefined,
): Promise<Summary> {
  const { text, language, maxLength, title = '' } = input;
  const units = splitSummaryUnits(text, language);
  await takeTurn();
  const features = computeSentenceFeatures(
    units.map((unit) => unit.text),
    { language, title },
  );
  await takeTurn();
  const scored = units.map((unit, index) => {
    const feature = features[index];
    return { ...unit, terms: feature?.terms ?? [], score: feature ? scoreSentence(feature) : 0 };
  });
  const said = scored.filter(({ terms }) => terms.length > 0);
  const candidates = said.length > 0 ? said : scored;
  await takeTurn();
  const wanted = defaultSentenceCount(candidates.length);
  const joiner = sentenceSeparator(language);
  const chosen = selectSentences(candidates, {
    count: maxLength === undefined ? wanted : sentenceCountMax(candidates.length),
    maxLength: maxLength ?? Number.POSITIVE_INFINITY,
    joinerLength: joiner.length,
  }).flatMap((index) => candidates[index] ?? []);
  if (chosen.length === 0) return cutBest(candidates, maxLength ?? 0);
  const isShort =
    maxLength !== undefined && chosen.length < wanted && chosen.length < distinct(candidates, wanted);
  return { ...joinSentences(chosen, joiner), truncated: isShort };
}

/** What stands between two sentences of a language: nothing where words are not spaced either. */
export function sentenceSeparator(language: string): string {
  return /^(?:zh|ja|yue|wuu)\b/i.test(language) ? '' : ' ';
}

/** How many sentences would have been chosen without a limit. */
function distinct(candidates: Parameters<typeof selectSentences>[0], count: number): number {
  return selectSentences(candidates, { count, maxLength: Number.POSITIVE_INFINITY, joinerLength: 0 }).length;
}

function joinSentences(
  chosen: readonly (Span & { readonly score: number })[],
  joiner: string,
): Omit<Summary, 'truncated'> {
  let summary = '';
  const sentences = chosen.map(({ text, startIndex, endIndex, score }) => {
    if (summary !== '') summary += joiner;
    const start = summary.length;
    summary += text;
    return { text, startIndex: start, endIndex: summary.length, source: { startIndex, endIndex }, score };
  });
  return { summary, sentences };
}

function cutBest(candidates: readonly (Span & { readonly score: number })[], maxLength: number): Summary {
  const [first, ...others] = candidates;
  if (!first) return { summary: '', sentences: [], truncated: false };
  const best = others.reduce<Span & { readonly score: number }>(
    (top, one) => (one.score > top.score ? one : top),
    first,
  );
  const text = truncateText(best.text, maxLength);
  if (text === '') return { summary: '', sentences: [], truncated: true };
  const source = { startIndex: best.startIndex, endIndex: best.endIndex };
  return {
    summary: text,
    sentences: [{ text, startIndex: 0, endIndex: text.length, source, score: best.score }],
    truncated: true,
  };
}
