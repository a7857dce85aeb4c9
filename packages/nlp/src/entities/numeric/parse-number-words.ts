import { memoize } from '@quern/runtime/caching/memoize';
import { alternation } from '../rules/regex-builder.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import {
  type NumberPart,
  type NumberWords,
  numberWords,
  splitNumberWord,
  vocabularyOf,
} from './number-words.ts';

/** A number written in words. */
export interface SpelledNumber {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly value: number;
  /** Set when the number is a single word that is also an article or pronoun ("a", "one"). */
  readonly soleWordKind: 'article' | 'pronoun' | undefined;
}

const plainWords = /[\p{L}\p{M}]+/gu;
/** Ukrainian writes an apostrophe within words. */
const wordsWithApostrophe = /[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)?/gu;

/** The words of `plainWords` or `wordsWithApostrophe` that begin like a number. */
const possibleWord = memoize((language: string) => {
  const start = alternation(vocabularyOf(language).filter((word) => !word.includes(' ')));
  return numberWords(language).hasApostrophes
    ? new WordPattern(`(?<![\\p{L}\\p{M}]['’ʼ]?)${start}[\\p{L}\\p{M}]*(?:['’ʼ][\\p{L}\\p{M}]+)?`)
    : new WordPattern(`(?<![\\p{L}\\p{M}])${start}[\\p{L}\\p{M}]*`);
});

/** Finds numbers in words, see `parseNumberWords`. */
export function findNumberWords(starts: WordStarts, language: string): SpelledNumber[] {
  return parseNumberWords(starts.text, language, possibleWord(language).matchAll(starts));
}

/**
 * Finds numbers in words, each as long as possible: "deux et deux" is two numbers, "vingt et un" is one.
 *
 * @param words the words of the text that may be a part of a number; all words by default
 */
export function parseNumberWords(
  text: string,
  language: string,
  words: Iterable<RegExpExecArray> = text.matchAll(
    numberWords(language).hasApostrophes ? wordsWithApostrophe : plainWords,
  ),
): SpelledNumber[] {
  const table = numberWords(language);
  const found: SpelledNumber[] = [];
  let open: OpenNumber | undefined;
  const close = () => {
    const spelled = open?.result();
    if (spelled !== undefined) found.push(spelled);
    open = undefined;
  };
  for (const match of words) {
    const word = match[0].toLowerCase();
    if (open !== undefined && !isAdjacent(text, open.lastIndex, match.index)) close();
    const noun = table.nouns.get(word);
    if (noun !== undefined) {
      open?.multiplyBy(noun, match.index + match[0].length);
      close();
      continue;
    }
    const parts = splitNumberWord(word, language);
    if (parts === undefined) {
      close();
      continue;
    }
    // Not attached to digits or symbols: "3D", "Covid19".
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 2), match.index);
    if (
      /[\p{N}_@#]/u.test((text[match.index - 1] ?? ' ') + (text[end] ?? ' ')) ||
      /\p{N}['’]$/u.test(before)
    ) {
      close();
      continue;
    }
    if (open?.add(parts, end) === true) continue;
    close();
    const soleWordKind = table.articles.has(word)
      ? 'article'
      : table.pronouns.has(word)
        ? 'pronoun'
        : undefined;
    const next = new OpenNumber(match.index, table.grammar, soleWordKind);
    if (next.add(parts, end)) open = next;
  }
  close();
  return found;
}

function isAdjacent(text: string, from: number, to: number): boolean {
  return to - from === 1 && /[\s\u00a0-]/.test(text[from] ?? '') && text[from] !== '\n';
}

/** Accumulates a number word by word, as long as each fits: hundreds before tens before ones, descending scales. */
class OpenNumber {
  readonly #grammar: NumberWords['grammar'];
  readonly #start: number;
  readonly #soleWordKind: SpelledNumber['soleWordKind'];
  #end = 0;
  #words = 0;
  #total = 0;
  #current = 0;
  #scale = Number.POSITIVE_INFINITY;
  #and = false;
  /** End of the last word, which may be an "and" that turns out not to belong to the number. */
  lastIndex = 0;

  constructor(
    startIndex: number,
    grammar: NumberWords['grammar'],
    soleWordKind: SpelledNumber['soleWordKind'],
  ) {
    this.#start = startIndex;
    this.#grammar = grammar;
    this.#soleWordKind = soleWordKind;
  }

  add(parts: readonly NumberPart[], end: number): boolean {
    const kept = [this.#total, this.#current, this.#scale, this.#and] as const;
    // A separate "half" is not part of a number ("een half uur"); "zweieinhalb" is one word.
    if (parts.length === 1 && parts[0] === 0.5) return false;
    for (const part of parts) {
      if (part === 'and' ? this.#joinAnd() : this.#placePart(part)) continue;
      [this.#total, this.#current, this.#scale, this.#and] = kept;
      return false;
    }
    this.lastIndex = end;
    if (!this.#and) {
      this.#end = end;
      this.#words += 1;
    }
    return true;
  }

  /** Applies a noun such as "dozen": "deux douzaines". */
  multiplyBy(value: number, end: number): boolean {
    if (this.#and || this.#words === 0 || this.#total > 0 || this.#current > 9) return false;
    this.#total = Math.max(1, this.#current) * value;
    this.#current = 0;
    this.#end = end;
    this.#words += 1;
    return true;
  }

  result(): SpelledNumber | undefined {
    if (this.#words === 0) return undefined;
    const value = this.#total + this.#current;
    return {
      startIndex: this.#start,
      endIndex: this.#end,
      value,
      soleWordKind: this.#words === 1 ? this.#soleWordKind : undefined,
    };
  }

  #joinAnd(): boolean {
    if (this.#and || this.#total + this.#current === 0) return false;
    this.#and = true;
    return true;
  }

  #placePart(part: Exclude<NumberPart, 'and'>): boolean {
    if (typeof part === 'number') return this.#place(part);
    const ones = this.#current % 10;
    if (ones === 0 || this.#current % 100 > 9) return false;
    this.#current += 'times' in part ? ones * (part.times - 1) : part.plus;
    return true;
  }

  #place(value: number): boolean {
    const and = this.#and;
    this.#and = false;
    if (value === 0) return this.#isEmpty();
    if (value < 1 || !Number.isInteger(value)) return this.#placeHalf(value);
    if (value >= 1000) return !and && this.#placeScale(value);
    if (value >= 100) return this.#placeHundred(value);
    return this.#placeBelowHundred(value, and);
  }

  #isEmpty(): boolean {
    return this.#total === 0 && this.#current === 0 && this.#words === 0;
  }

  #placeHalf(value: number): boolean {
    if (value > 1 && !this.#isEmpty()) return false;
    if (value < 1 && (this.#current === 0 || !Number.isInteger(this.#current))) return false;
    this.#current += value;
    return true;
  }

  #placeScale(value: number): boolean {
    if (value >= this.#scale) {
      // "Mil millones": Spanish and Portuguese use thousands of millions.
      if (value !== 1e6 || this.#scale !== 1000) return false;
      this.#total = (this.#total + this.#current) * value;
      this.#current = 0;
      this.#scale = value;
      return true;
    }
    // "million" alone is not a number, nor is "thousand" in English.
    const { scaleAlone, largeScaleAlone } = this.#grammar;
    if (this.#isEmpty() && !largeScaleAlone && (value > 1000 || !scaleAlone)) return false;
    this.#total += Math.max(1, this.#current) * value;
    this.#current = 0;
    this.#scale = value;
    return true;
  }

  #placeHundred(value: number): boolean {
    if (value > 100) {
      if (this.#current !== 0) return false;
      this.#current = value;
      return true;
    }
    if (this.#current > 99 || (this.#isEmpty() && !this.#grammar.scaleAlone)) return false;
    this.#current = Math.max(1, this.#current) * 100;
    return true;
  }

  #placeBelowHundred(value: number, and: boolean): boolean {
    const low = this.#current % 100;
    const { isVigesimal, andAfterHundred, andAfterTens, onesFirst, joinsTen } = this.#grammar;
    if (!Number.isInteger(this.#current)) return false;
    if (low === 0) {
      const afterZero = this.#words > 0 && this.#current === 0 && this.#total === 0;
      if (afterZero || (and && !andAfterHundred)) return false;
    } else if (isVigesimal && low === 4 && value === 20 && !and) {
      this.#current += 76;
      return true;
    } else if (isVigesimal && (low === 60 || low === 80) && value > 9 && value < 17) {
      // soixante-dix, quatre-vingt-onze
    } else if (isVigesimal && [10, 70, 90].includes(low) && value > 6 && value < 10 && !and) {
      // dix-sept
    } else if (low < 10) {
      // dreiundzwanzig, drieëntwintig
      if (!onesFirst || !and || value < 20 || value % 10 !== 0) return false;
    } else if (low % 10 !== 0 || (low === 10 && !joinsTen) || value > 9) return false;
    else if (and && !andAfterTens) return false;
    this.#current += value;
    return true;
  }
}
