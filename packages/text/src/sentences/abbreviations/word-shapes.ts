import { toLower } from '../rules/lower-case.ts';
import type { SentenceRules } from '../rules/sentence-rules.ts';

const vowels = /[aeiouyæœøıαεηιουωаеёиоуыэюяіїєѝўъ]/u;
const wordSeparators: ReadonlySet<string> = new Set(
  ' \t\n\r\v\f\u00a0\u2028\u2029\u202f\u3000([{"“„‘«、，。；：（「『',
);
const hebrew = /\p{Script=Hebrew}/u;
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u;
/** Elided articles and pronouns of the Romance languages: `l'art`. */
const elision = /^['’]*(?:(?:[ldcsjnmt]|qu|un|dell|all|nell|sull|dall|quell|jusqu|lorsqu)['’])?/iu;

/**
 * Returns the characters at the end of a text back to white space or an opening mark, or to ideographs before letters of
 * another script. A quotation mark within a Hebrew abbreviation belongs to it: `בע"מ`.
 */
export function lastWord(text: string): string {
  let start = text.length;
  for (let quotes = 0; start > 0; start--) {
    const character = text[start - 1] ?? '';
    const isInWord = character === '"' && quotes === 0 && hebrew.test(text[start - 2] ?? '');
    if (wordSeparators.has(character) && !isInWord) break;
    if (isInWord) quotes++;
  }
  const whole = text.slice(start);
  const word = /['’]/.test(whole) ? whole.replace(elision, '') : whole;
  return ideographs.test(word) ? word.split(ideographs).at(-1) || word : word;
}

/** Whether a text begins with a word that begins a sentence after an abbreviation. */
export function startsLikeSentence(next: string, rules: SentenceRules): boolean {
  const word = toLower(/^[\p{L}\p{M}’']+/u.exec(next)?.[0] ?? '').replaceAll('’', "'");
  if (word === '') return false;
  if (rules.sentenceStarters === undefined)
    return word.length <= 3 && (word.length > 1 || vowels.test(withoutMarks(word)));
  if (rules.sentenceStarters.has(word)) return true;
  const apostrophe = word.indexOf("'");
  if (apostrophe < 0) return false;
  return (
    rules.sentenceStarters.has(word.slice(0, apostrophe + 1)) ||
    (apostrophe > 1 && rules.sentenceStarters.has(word.slice(0, apostrophe)))
  );
}

/** Whether a text begins with a letter or a Roman numeral that stands for a number: `B und`, `IV`. */
export function startsWithLabel(next: string, rules: SentenceRules): boolean {
  if (/^\p{Lu}[,;)/]/u.test(next)) return true;
  return /^(?:\p{Lu}|[IVXLC]{2,6})(?![\p{L}\p{M}\p{N}’'])/u.test(next) && !startsLikeSentence(next, rules);
}

/** Can be the only vowel of a word where a consonant follows. */
const syllabicLiquids = /[lrрл]./u;
const wordLengthMax = 8;
const nounLengthMax = 6;
const nameLengthMax = 3;
const greek = /^\p{Script=Greek}+$/u;
const cyrillic = /^\p{Script=Cyrillic}+$/u;
const latin = /^\p{Script=Latin}+$/u;
const interjections = /^(?:m+h?m|s+h+|b+r+|g+r+|z+)$/;

/**
 * Whether a word looks like an abbreviation in any language with vowel letters: two to five letters without a vowel,
 * such as `Kgs` and `стр`, that are not an acronym.
 */
export function hasOnlyConsonants(word: string, rules: SentenceRules): boolean {
  if (!/^\p{L}\p{M}?\p{Ll}[\p{Ll}\p{M}]{0,3}$/u.test(word)) return false;
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]+$/u.test(word)) return false;
  const lower = toLower(word);
  if (rules.ordinaryWords.has(lower) || rules.shortWords.has(lower) || interjections.test(lower))
    return false;
  const base = withoutMarks(lower);
  return !vowels.test(base) && !(rules.hasSyllabicLiquids && syllabicLiquids.test(base));
}

/** Whether a word ends in consonants in which no word of the language ends: `anschl` in German, `aerop` in Spanish. */
export function hasUnusualEnding(word: string, rules: SentenceRules): boolean {
  if (rules.finalConsonants.size === 0) return false;
  const lengthMax = /^\p{Ll}/u.test(word)
    ? wordLengthMax
    : rules.hasCapitalizedNouns
      ? nounLengthMax
      : nameLengthMax;
  if (word.length > lengthMax || !/^\p{L}\p{Ll}+$/u.test(word)) return false;
  // A word in another script is not of the language.
  if (!scriptOf(rules.language).test(word)) return false;
  const consonants = finalConsonants(toLower(word));
  return consonants !== '' && !rules.finalConsonants.has(consonants) && !isKnownWord(word, rules);
}

/** The letters after the last vowel. */
function finalConsonants(word: string): string {
  const letters = [...word];
  const vowelAt = letters.findLastIndex((letter) => vowels.test(withoutMarks(letter)));
  return vowelAt < 0 ? '' : letters.slice(vowelAt + 1).join('');
}

function scriptOf(language: string): RegExp {
  if (language === 'el') return greek;
  return /^(?:ru|uk|bg)$/.test(language) ? cyrillic : latin;
}

/** Whether a word has two to five letters and is not known as a frequent word of the language. */
export function isUnknownWord(word: string, rules: SentenceRules): boolean {
  return rules.shortWords.size > 0 && /^\p{L}\p{Ll}{1,4}$/u.test(word) && !isKnownWord(word, rules);
}

/** The same for two or three letters. */
export function isUnknownShortWord(word: string, rules: SentenceRules): boolean {
  return word.length <= 3 && isUnknownWord(word, rules);
}

function isKnownWord(word: string, rules: SentenceRules): boolean {
  const lower = toLower(word);
  return (
    rules.shortWords.has(lower) ||
    rules.ordinaryWords.has(lower) ||
    rules.sentenceStarters?.has(lower) === true
  );
}

function withoutMarks(text: string): string {
  return /^[a-z]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
}
