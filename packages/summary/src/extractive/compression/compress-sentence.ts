import { primaryLanguage } from '@quern/text/language/primary-language';
import type { TextRange } from '@quern/text/span';
import { findAsides } from './find-asides.ts';
import { findDisfluencies } from './find-disfluencies.ts';
import { findOpener } from './find-opener.ts';
import { findReferences } from './find-references.ts';

/** A sentence, some words of which were left out. */
export interface CompressedSentence {
  /** The kept words, with a capital first letter if the sentence began with one, or follows a salutation. */
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
  /** Whether a salutation is before it, such as "Hi all,", after which sentences of many languages begin with a small letter. */
  readonly isAfterSalutation?: boolean;
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
  { language, isFirst, isAfterSalutation = false }: CompressionOptions,
): CompressedSentence {
  const primary = primaryLanguage(language);
  const start = findOpener(sentence, primary, isFirst);
  const removed = [
    ...findDisfluencies(sentence, primary),
    ...findReferences(sentence),
    ...findAsides(sentence, primary),
  ].filter(({ startIndex }) => startIndex >= start);
  const whole = [{ startIndex: 0, endIndex: sentence.length }];
  if (start === 0 && removed.length === 0 && !isAfterSalutation) return { text: sentence, kept: whole };
  const kept = keptRanges(sentence, start, removed);
  const joined = kept.map(({ startIndex, endIndex }) => sentence.slice(startIndex, endIndex)).join('');
  const needsCapital = isAfterSalutation || /^["'“‘«„([]*\p{Lu}/u.test(sentence);
  const finish = (text: string) => (needsCapital ? capitalize(text, primary) : text);
  const isSafe = joined.length >= keptShareMin * sentence.length && hasWords(joined);
  return isSafe ? { text: finish(joined), kept } : { text: finish(sentence), kept: whole };
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

/** Begins a sentence with a capital letter, unless its first word has one inside, such as "iOS". */
function capitalize(sentence: string, language: string): string {
  return sentence.replace(/^["'“‘«„]?\p{Ll}(?![\p{L}\p{N}]*\p{Lu})/u, (start) => {
    const upper = start.toLocaleUpperCase(language);
    return upper.length === start.length ? upper : start;
  });
}
