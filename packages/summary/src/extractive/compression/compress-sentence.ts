import { primaryLanguage } from '@quern/text/language/primary-language';
import type { TextRange } from '@quern/text/span';
import { findAsides } from './find-asides.ts';
import { findDisfluencies } from './find-disfluencies.ts';
import { findOpener } from './find-opener.ts';
import { findReferences } from './find-references.ts';

/** A sentence, some words of which were left out. */
export interface CompressedSentence {
  /** The kept words, with a capital first letter if the sentence began with one. */
  readonly text: string;
  /** Ranges in the sentence that were kept, in order; what is between them was left out. Exact except for the case of the first letter. */
  readonly kept: readonly TextRange[];
}

/** Options of `compressSentence`. */
export interface CompressionOptions {
  /** BCP 47 tag of the sentence. */
  readonly language: string;
  /** Whether a paragraph begins with the sentence, and so a dateline may. */
  readonly isFirst: boolean;
}

/** A sentence of which less is left says too little. */
const wordsMin = 4;
const keptShareMin = 0.4;

/**
 * Leaves out the words of a sentence that a summary can do without: datelines, connectives at the beginning, hesitations, references to
 * figures and literature, and attributions and relative clauses without numbers between commas. Sentence compression by deletion (Knight and Marcu,
 * AAAI 2000), restricted to patterns after which the sentence stays grammatical.
 */
export function compressSentence(
  sentence: string,
  { language, isFirst }: CompressionOptions,
): CompressedSentence {
  const primary = primaryLanguage(language);
  const start = findOpener(sentence, primary, isFirst);
  const removed = [
    ...findDisfluencies(sentence, primary),
    ...findReferences(sentence),
    ...findAsides(sentence, primary),
  ].filter(({ startIndex }) => startIndex >= start);
  const kept = keptRanges(sentence, start, removed);
  const joined = kept.map(({ startIndex, endIndex }) => sentence.slice(startIndex, endIndex)).join('');
  const isWhole = kept.length === 1 && joined.length === sentence.length;
  if (isWhole || joined.length < keptShareMin * sentence.length || !hasWords(joined)) return whole(sentence);
  return { text: restoreCapital(sentence, joined, primary), kept };
}

function whole(sentence: string): CompressedSentence {
  return { text: sentence, kept: [{ startIndex: 0, endIndex: sentence.length }] };
}

/** The ranges between the removed ones, which may overlap. */
function keptRanges(sentence: string, start: number, removed: readonly TextRange[]): TextRange[] {
  const kept: TextRange[] = [];
  let at = start;
  for (const { startIndex, endIndex } of removed.toSorted(
    (left, right) => left.startIndex - right.startIndex,
  )) {
    if (startIndex > at) kept.push({ startIndex: at, endIndex: startIndex });
    at = Math.max(at, endIndex);
  }
  if (at < sentence.length) kept.push({ startIndex: at, endIndex: sentence.length });
  return kept;
}

function hasWords(text: string): boolean {
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(text);
  return isUnspaced ? text.length >= 2 * wordsMin : (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= wordsMin;
}

/** A sentence keeps the capital letter that it began with. */
function restoreCapital(sentence: string, kept: string, language: string): string {
  if (!/^["'“‘«„([]*\p{Lu}/u.test(sentence)) return kept;
  return kept.replace(/^["'“‘«„]?\p{Ll}/u, (start) => {
    const upper = start.toLocaleUpperCase(language);
    return upper.length === start.length ? upper : start;
  });
}
