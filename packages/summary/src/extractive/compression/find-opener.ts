import words from './compression-words.data.json' with { type: 'json' };
import { perLanguage } from './language-patterns.ts';

/** Words of a language by which sentences are connected. */
interface OpeningWords {
  /** May be left out where a comma follows them. */
  readonly beforeComma: readonly string[];
  /** May be left out without a comma, where the sentence goes on with one of `clauseStarts` or a name. */
  readonly conjunctions: readonly string[];
  /** Words by which a main clause begins. */
  readonly clauseStarts: readonly string[];
}

interface Opener {
  readonly beforeComma: RegExp | undefined;
  readonly conjunction: RegExp | undefined;
}

/** Maximum number of connectives that are left out: "So, well, the …". */
const openersMax = 3;

/** In UTF-16 code units. */
const datelineLengthMax = 200;
/** "BERLIN (dpa) - ", "LONDON, May 3 (Reuters) — ", "(CNN) -- ", "PARIS — ". */
const datelinePattern =
  /^(?:(?:\p{Lu}[\p{L}.'’/ -]{1,40}(?:,\s[^,()—–]{3,30}){0,2}\s)?\([^()]{2,40}\)|\p{Lu}[\p{Lu}.'’/-]{2,20}(?:\s[\p{Lu}.'’/-]{2,20}){0,2}(?:,\s[^,()—–]{3,30})?)\s?(?:—|–|--?)\s?(?=["'“‘«„]?[\p{Lu}\p{Lo}])/u;

/** "[12] ": the number of a paragraph, or a citation of the sentence before. */
const numberPattern = /^(?:\[\d{1,3}\]\s?)+(?=["'“‘«„]?[\p{Lu}\p{Lo}])/u;

/**
 * Finds where a sentence begins without a number in brackets, a dateline and connectives.
 *
 * @param language primary language subtag
 * @param mayHaveDateline whether a paragraph begins with the sentence
 * @returns index of the first character that is kept
 */
export function findOpener(sentence: string, language: string, mayHaveDateline: boolean): number {
  let start = numberPattern.exec(sentence)?.[0].length ?? 0;
  if (mayHaveDateline)
    start += datelinePattern.exec(sentence.slice(start, start + datelineLengthMax))?.[0].length ?? 0;
  const opener = openerOf(language);
  for (let count = 0; count < openersMax; count++) {
    const rest = sentence.slice(start, start + 120);
    const found = opener?.beforeComma?.exec(rest) ?? opener?.conjunction?.exec(rest);
    if (!found) break;
    start += found[0].length;
  }
  return start;
}

const openerOf = perLanguage<OpeningWords, Opener>(words.openers, (list, language) => ({
  beforeComma: beforeCommaPattern(list),
  conjunction: conjunctionPattern(list, /^(?:zh|ja|th)$/.test(language) ? '\\s*' : '\\s+'),
}));

function beforeCommaPattern({ beforeComma }: OpeningWords): RegExp | undefined {
  if (beforeComma.length === 0) return undefined;
  return new RegExp(`^(?:${beforeComma.join('|')})\\s?[,，、،]\\s*(?=[\\p{L}\\p{N}"“„«])`, 'iu');
}

/** @param space pattern of what stands between two words */
function conjunctionPattern({ conjunctions, clauseStarts }: OpeningWords, space: string): RegExp | undefined {
  if (conjunctions.length === 0) return undefined;
  // Only the first letter is compared without case, since a capital letter after the conjunction begins a name.
  const either = conjunctions
    .map((word) => `[${word[0]?.toUpperCase()}${word[0]}]${word.slice(1)}`)
    .join('|');
  const starts = clauseStarts.map((word) => `${word}(?![\\p{L}'’])`);
  return new RegExp(`^(?:${either})${space}(?=${[...starts, '\\p{Lu}\\p{Ll}'].join('|')})`, 'u');
}
