import { normalizeDigits } from '../facts/normalize-digits.ts';

/** Letters of a word that identify it in spite of its endings. */
export const stemLength = 5;

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const unsegmented =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A word with its position. */
export interface Word {
  readonly text: string;
  readonly startIndex: number;
  /** Form in which it is compared. */
  readonly term: string;
}

/** Lower case without diacritics, apostrophes and compatibility forms. */
export function foldWord(word: string): string {
  return normalizeDigits(word)
    .normalize('NFKD')
    .replace(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s$/u, '')
    .replace(/^(?:l|d|qu|j|n|s|c|m|t|dell|dall|all|nell|un)['’]/u, '')
    .replace(/ß/g, 'ss')
    .replace(/['’]/gu, '');
}

/**
 * Splits a sentence into words and the stems by which they are compared. Text of scripts without spaces is split into
 * overlapping pairs of characters.
 */
export function readWords(sentence: string): Word[] {
  const words: Word[] = [];
  for (const { 0: text, index } of sentence.matchAll(wordPattern)) {
    if (!unsegmented.test(text)) {
      words.push({ text, startIndex: index, term: foldWord(text).slice(0, stemLength) });
      continue;
    }
    const characters = [...text];
    let at = index;
    for (const [position, character] of characters.entries()) {
      const pair = characters.length === 1 ? character : `${character}${characters[position + 1] ?? ''}`;
      if (position === 0 || pair.length > character.length)
        words.push({ text: pair, startIndex: at, term: foldWord(pair) });
      at += character.length;
    }
  }
  return words;
}

/** Whether a term says something by itself. Words of up to three letters are mostly function words. */
export function isContentTerm(term: string): boolean {
  return term.length > 3 || /\d/.test(term) || unsegmented.test(term);
}

/** Shortest stem that another word may continue. */
const sharedStemMin = 4;

/** Whether two terms are forms of one word: equal, or one continues the other. */
export function isSameStem(left: string, right: string): boolean {
  if (left === right) return true;
  const shorter = Math.min(left.length, right.length);
  return shorter >= sharedStemMin && left.slice(0, shorter) === right.slice(0, shorter);
}
