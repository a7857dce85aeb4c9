import { memoize } from '@quern/runtime/caching/memoize';
import words from './byline-words.data.json' with { type: 'json' };
import { foldMonth, monthOf } from './month-names.ts';
import { readableText } from './readable-text.ts';

/** Longer texts are not names. */
const nameLengthMax = 100;
/** Longer lists are not read name by name. */
const listLengthMax = 5000;
const namesMax = 100;
/** Words of a name with family names of several words. */
const nameWordsMax = 5;

const conjunctions = 'and|with|&|und|et|y|e|och|og|en|ve|i|и|і|و';
const listSeparator = new RegExp(
  `\\s*,\\s+(?:${conjunctions})\\s+|\\s*[,、，]\\s*|\\s+[|/]\\s+|\\s+(?:${conjunctions})\\s+`,
  'iu',
);
const particle =
  /^(?:al|bin|ben|da|das|de|del|della|den|der|di|do|dos|du|el|ibn|la|le|ten|ter|van|von|y|zu)$/;
const nameWord = /^(?:\p{Lu}|\p{Lo}|[dlO]['’]\p{L}|al-)[\p{L}\p{M}.'’-]*$/u;
const wordOfNoSpaces = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー・々]{2,12}$/u;
const label = new RegExp(
  `^(?:${words.labels.join('|')})\\s*[:：/／]\\s*|^(?:${words.labelsWithoutColon.join('|')})\\s+`,
  'iu',
);
const suffix = new RegExp(`\\s*(?:${words.suffixes.join('|')})$`, 'u');
const prepositions: Readonly<Record<string, string>> = words.prepositions;
const notAuthors = new Set(words.notAuthors);
const notNames = new Set(words.notNames);
const jobs = new Set(words.jobs);
/** Work on a page that does not make somebody its author. */
const otherRole = /review|edit|check|photo|illustrat|translat|sponsor|power|foto|tradu|übersetz|geprüft/i;

/**
 * Returns the names that a page states as its authors: without "By", addresses, handles and accounts of programs, and
 * one by one if all parts of a list are full names.
 *
 * @param language BCP 47 tag of the page, for the words before a name
 */
export function namesIn(stated: string, language: string): string[] {
  const text = readableText(stated.slice(0, listLengthMax))
    .replace(/[(<[]?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}[)>\]]?/g, ' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  return text
    .split(/\s*[;；]\s*/)
    .flatMap((part) => splitList(withoutLabel(part, language)))
    .filter(isAuthor)
    .slice(0, namesMax);
}

/**
 * Returns the names in a line of text that may name the authors of a page, such as "By Ida Moe and Per Lund | 3 March".
 *
 * @param isMarked whether the page marks the line as a byline, so that a full name alone is one
 * @returns an empty list if there is anything else in it
 */
export function bylineNames(text: string, language: string, isMarked: boolean): string[] {
  const lines = text.split('\n').map(readableText).filter(Boolean);
  // The preposition may be on a separate line.
  const isLabel = lines.length > 1 && withoutLabel(`${lines[0]} X`, language) === 'X';
  const line = isLabel ? lines.slice(0, 2).join(' ') : (lines[0] ?? '');
  const names = withoutDate(line, language).replace(/[\s,:.]+$/, '');
  const named = withoutLabel(names, language);
  const hasLabel = named !== names;
  if (hasLabel ? otherRole.test(names.slice(0, names.length - named.length)) : !isMarked) return [];
  // Another role may follow, as in "Text: Ida Moe, photos: Per Lund".
  const first = named.replace(/[,;]?\s+\p{L}{2,20}\s?:.*$/u, '');
  const found = splitList(withoutJob(first)).filter(isAuthor);
  const isName = (name: string) => isFullName(name) || (hasLabel && isMarked && nameWord.test(name));
  return found.length > 0 && found.every(isName) ? found : [];
}

/** Cuts a line before a date, a number or a separator. */
function withoutDate(line: string, language: string): string {
  const [text = ''] = line.split(/\s*(?:[|•·–—]|\s-\s|\d)/);
  const [, start = '', last = ''] = /^(.*?)\s+(\p{L}+)\.?$/u.exec(text) ?? [];
  const isMonth = text.length < line.length && monthOf(foldMonth(last), language) !== undefined;
  return isMonth ? start : text;
}

/** Cuts a line before the title of a job, as in "Ida Moe Senior Editor" and "Ida Moe, Security Expert". */
function withoutJob(line: string): string {
  const parts = line.split(' ');
  const at = parts.findIndex((word, index) => index >= 2 && jobs.has(word.toLowerCase().replace(/,$/, '')));
  if (at < 0) return line;
  const start = parts.slice(0, at).join(' ');
  return start.replace(/,[^,]*$/, '');
}

/** Names without repetitions, which may differ in case and marks. */
export function uniqueNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (!byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()];
}

/** Equal for spellings of one name that differ in case, marks and punctuation. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\s]+/gu, '')
    .toLowerCase();
}

/** Writes "Moe, Ida K." as "Ida K. Moe", as journals and libraries state names. */
export function givenNameFirst(name: string): string {
  const [family = '', given = '', ...others] = name.split(/\s*,\s*/);
  const isName = others.length === 0 && given !== '' && isNameWords(family) && isNameWords(given);
  return isName && !/^(?:inc|ltd|llc|jr|sr|md|phd|ii+)\.?$/i.test(given) ? `${given} ${family}` : name;
}

function withoutLabel(text: string, language: string): string {
  const [code = ''] = language.toLowerCase().split('-');
  return text.replace(label, '').replace(prepositionOf(code), '').replace(suffix, '').trim();
}

/** "By", "Written by" or "Geschrieben von" before a name. */
const prepositionOf = memoize((code: string) => {
  const own = [prepositions['en'], prepositions[code]].filter(Boolean).join('|');
  return new RegExp(`^(?:\\p{L}{2,12} ){0,2}(?:${own})(?:\\s*:)?\\s+(?=\\S)`, 'iu');
});

function splitList(text: string): string[] {
  const parts = text.split(listSeparator).filter(Boolean);
  return parts.length > 1 && parts.every(isFullName) ? parts : [text];
}

function isFullName(text: string): boolean {
  const parts = text.split(' ');
  if (parts.length === 1) return wordOfNoSpaces.test(text);
  const last = parts.at(-1) ?? '';
  return parts.length <= nameWordsMax && isNameWords(text) && !particle.test(last);
}

function isNameWords(text: string): boolean {
  return text
    .split(' ')
    .every((word) => particle.test(word) || (nameWord.test(word) && !notNames.has(word.toLowerCase())));
}

function isAuthor(name: string): boolean {
  const isAddress = /\/\/|^(?:www\.)?[\w-]+(?:\.[\w-]+)+\/\S*$|^@/.test(name);
  return (
    name.length <= nameLengthMax && /\p{L}/u.test(name) && !isAddress && !notAuthors.has(name.toLowerCase())
  );
}
