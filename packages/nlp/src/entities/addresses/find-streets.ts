import { readWordsAfter, readWordsBefore, type Word } from './read-words.ts';
import { isAbbreviation, isNameWord, type StreetTypePlace, streetWords, suffixOf } from './street-words.ts';

/** A street with a house number. */
export interface Street {
  readonly startIndex: number;
  readonly endIndex: number;
  /** `none`: a number next to capitalized words, which is an address only with more around it. */
  readonly type: 'strong' | 'weak' | 'none';
  /** Whether the number precedes the name. */
  readonly isNumberFirst: boolean;
}

const nameWordsMax = 5;
const numberAfterStreet =
  /[0-9]{1,5}(?:[ ]?[-\u2013/][ ]?[0-9]{1,5})?(?:[a-zа-яα-ω](?![\p{L}\p{N}])|[ ]?[A-ZА-ЯΑ-Ω](?:[ ][0-9]{1,3})?(?![\p{L}\p{N}:.'’-]))?(?:\/[\p{L}\p{N}]{1,4})?(?:\.(?=[ ]?[,IVX0-9]))?(?![\p{L}\p{N}%])(?![.,:][0-9])/uy;
const numberBeforeStreet =
  /[0-9]{1,6}(?:[A-Za-z](?![\p{L}\p{N}]))?(?:[-\u2013/][0-9]{1,5}[A-Za-z]?){0,2}(?:[ ](?:bis|ter|quater)(?![\p{L}]))?(?=,?[ \u00a0]|,)/uy;

/** Finds the streets that the digits at an offset may be the house number of. */
export function findStreetsAt(text: string, index: number): Street[] {
  const before = text.slice(Math.max(0, index - 2), index);
  if (/[0-9][.,:/-]$|[$€£¥+]$/.test(before)) return [];
  return [streetBefore(text, index), streetAfter(text, index)].filter((street) => street !== undefined);
}

function matchNumber(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  const match = pattern.exec(text);
  return match === null ? undefined : index + match[0].length;
}

/** The street in front of its number: "Hauptstraße 12", "ul. Prosta 5", "Moda Cad. No: 5". */
function streetBefore(text: string, index: number): Street | undefined {
  const endIndex = matchNumber(numberAfterStreet, text, index);
  if (endIndex === undefined) return undefined;
  const words = wordsOfStreet(text, index);
  if (words.length === 0) return undefined;
  const named = byTypeBefore(words) ?? byTypeAfter(words) ?? bySuffix(words) ?? byName(words);
  if (named === undefined) return undefined;
  // "Männiku 63 street"
  const type =
    named.type !== 'strong' &&
    /^[ ](?:[Ss]treet|St\.|[Rr]oad|Rd\.)(?!\p{L})/u.test(text.slice(endIndex, endIndex + 9))
      ? 'strong'
      : named.type;
  return { ...named, type, endIndex, isNumberFirst: false };
}

/** Words in front of the number, without "No." and a comma, the nearest first. */
function wordsOfStreet(text: string, index: number): Word[] {
  const { houseNumber } = streetWords('all');
  let at = index;
  const [nearest, second] = readWordsBefore(text, at, 2);
  if (nearest !== undefined) {
    const pair = second === undefined ? '' : `${second.text} ${nearest.text}`;
    if (second !== undefined && houseNumber.has(pair)) at = second.startIndex;
    else if (houseNumber.has(nearest.text)) at = nearest.startIndex;
  }
  const comma = /[,،][ \u00a0]?$/.exec(text.slice(Math.max(0, at - 2), at));
  if (comma !== null) at -= comma[0].length;
  const words = readWordsBefore(text, at, nameWordsMax + 2);
  // A word with a period that is no abbreviation ends the sentence before the street.
  const end = words.findIndex(
    ({ text: word }) => /[.!?:]$/u.test(word) && !isAbbreviation(word) && !/^[0-9]{1,4}\.$/.test(word),
  );
  return end < 0 ? words : words.slice(0, end);
}

type Named = Pick<Street, 'startIndex' | 'type'>;

function typeOf(word: string, place: StreetTypePlace): Street['type'] {
  // Short words without a period are words of other languages: "av", "al".
  const isShort = place === 'before' && /^\p{Ll}{1,2}$/u.test(word);
  return isShort || streetWords('all').weak[place].has(word) ? 'weak' : 'strong';
}

function byTypeBefore(words: readonly Word[]): Named | undefined {
  const { before, particles } = streetWords('all');
  for (let at = 1; at <= Math.min(nameWordsMax, words.length - 1); at += 1) {
    const word = words[at];
    const previous = words[at - 1];
    if (word === undefined || previous === undefined) return undefined;
    const next = words[at + 1];
    const pair = next === undefined ? undefined : `${next.text} ${word.text}`;
    if (next !== undefined && pair !== undefined && before.has(pair))
      return { startIndex: next.startIndex, type: typeOf(pair, 'before') };
    if (
      before.has(word.text) &&
      words
        .slice(0, at)
        .some(({ text }) => (isNameWord(text) && !/^[0-9]/.test(text)) || (/^[0-9]/.test(text) && at > 1))
    )
      return { startIndex: word.startIndex, type: typeOf(word.text, 'before') };
    if (before.has(word.text) && /^[0-9]/.test(previous.text))
      return { startIndex: word.startIndex, type: 'strong' };
    if (!isNameWord(previous.text) && !particles.has(previous.text)) return undefined;
  }
  return numberedArabicStreet(words);
}

/** "شارع 33" */
function numberedArabicStreet([word]: readonly Word[]): Named | undefined {
  if (word === undefined || !/^\p{Script=Arabic}{3,}$/u.test(word.text)) return undefined;
  return streetWords('all').before.has(word.text) ? { startIndex: word.startIndex, type: 'weak' } : undefined;
}

function isLowercase({ text }: Word): boolean {
  return /^\p{Ll}{3,}$/u.test(text);
}

function byTypeAfter(words: readonly Word[]): Named | undefined {
  const { after, leads, particles, weak } = streetWords('all');
  const [typeWord] = words;
  if (typeWord === undefined || !after.has(typeWord.text)) return undefined;
  let start: Word | undefined;
  for (const word of words.slice(1, nameWordsMax)) {
    if (particles.has(word.text) && start !== undefined) continue;
    // "Árpád fejedelem útja"
    if (word === words[1] && isLowercase(word) && isLowercase(typeWord)) continue;
    // "1453. Sokak"
    if (start === undefined && /^[0-9]{1,4}\.$/.test(word.text))
      return { startIndex: word.startIndex, type: typeOf(typeWord.text, 'after') };
    // "Sahil Yolu Sok."
    const isTypeInName = word === words[1] && weak.after.has(word.text) && !/\.$|^Mah/.test(word.text);
    if (!isNameWord(word.text) || /^[0-9]/.test(word.text) || leads.has(word.text)) break;
    if (after.has(word.text) && !isTypeInName) break;
    start = word;
  }
  if (start === undefined) return undefined;
  const type = hasAdjective(words) ? 'strong' : typeOf(typeWord.text, 'after');
  return { startIndex: start.startIndex, type };
}

/** German adjectives of towns, and prepositions with an article: "Leipziger Platz 3", "Am Weg 5". */
const adjective = /^(?:Am|Im|\p{Lu}\p{Ll}{2,}er)$/u;

function hasAdjective([type, word]: readonly Word[]): boolean {
  const { afterAdjective, notAdjectives } = streetWords('all');
  return (
    type !== undefined &&
    word !== undefined &&
    afterAdjective.has(type.text) &&
    adjective.test(word.text) &&
    !notAdjectives.has(word.text)
  );
}

function bySuffix(words: readonly Word[]): Named | undefined {
  const [word, adjective] = words;
  if (word === undefined) return undefined;
  const { leads, unnamed, adjectives } = streetWords('all');
  if (unnamed.has(word.text)) return { startIndex: word.startIndex, type: 'weak' };
  const suffix = suffixOf(word.text);
  if (suffix === undefined || leads.has(word.text)) return undefined;
  const isAdjective =
    adjective !== undefined &&
    (adjectives.has(adjective.text) ||
      (/^\p{Lu}\p{Ll}{2,}(?:e|er|en|es|a)$/u.test(adjective.text) && !leads.has(adjective.text)));
  const first = isAdjective ? adjective : (nameBeforeParticles(words.slice(1)) ?? word);
  return { startIndex: first.startIndex, type: typeOf(suffix, 'suffix') };
}

/** The name in front of particles: "Frans van Mierisplein". */
function nameBeforeParticles(words: readonly Word[]): Word | undefined {
  const { surnameParticles } = streetWords('all');
  const count = words.findIndex(({ text }) => !surnameParticles.has(text));
  const name = words[count];
  if (count < 1 || name === undefined || !/^\p{Lu}\p{L}+$/u.test(name.text)) return undefined;
  return streetWords('all').leads.has(name.text) ? undefined : name;
}

function byName(words: readonly Word[]): Named | undefined {
  const { leads, particles } = streetWords('all');
  let start: Word | undefined;
  for (const word of words.slice(0, nameWordsMax - 1)) {
    // Also a particle inside of names: "Pište na Lipová 9".
    if (word.text === 'na') break;
    if (particles.has(word.text)) continue;
    if (!isNameWord(word.text) || /^[0-9]/.test(word.text) || leads.has(word.text)) break;
    start = word;
    // Without capitals, no word shows where the name begins.
    if (/^\p{Lo}/u.test(word.text)) break;
  }
  return start && { startIndex: start.startIndex, type: 'none' };
}

/** Currencies, in any language, between a number and a name with a capital: it is an amount. */
const currencies: ReadonlySet<string> = new Set('Ft Ft. Kč Din TL Rp EUR USD PLN CZK HUF RON'.split(' '));

/** The street after its number: "12 Baker Street", "14 rue des Lilas". */
function streetAfter(text: string, index: number): Street | undefined {
  if (/[\p{L}\p{N}_.,-]$/u.test(text.slice(Math.max(0, index - 1), index))) return undefined;
  const numberEnd = matchNumber(numberBeforeStreet, text, index);
  if (numberEnd === undefined) return undefined;
  const nameStart = text[numberEnd] === ',' ? numberEnd + 1 : numberEnd;
  const words = readWordsAfter(text, nameStart, nameWordsMax + 3);
  if (words.length === 0 || words.slice(0, 2).some(({ text: word }) => currencies.has(word)))
    return undefined;
  const named = namedAfterNumber(words);
  if (named === undefined) return undefined;
  const { word, type } = named;
  // "057 Rue du Commerce 429": the second number is that of the building.
  if (
    /^[ \u00a0][0-9]{1,5}[A-Za-z]?(?=[,.\n]|[ ]\p{Lu}|$)/u.test(text.slice(word.endIndex, word.endIndex + 8))
  )
    return undefined;
  const endIndex =
    type === 'strong' && streetWords('all').after.has(word.text) ? word.endIndex : trimmedEnd(word);
  return { startIndex: startOfLabel(text, index), endIndex, type, isNumberFirst: true };
}

/** Includes the words in front of a number: "No. 12 Baker Street", "số 25 đường Lê Lợi", "Flat 3B, MG Road". */
function startOfLabel(text: string, index: number): number {
  const { houseNumber, units } = streetWords('all');
  const [nearest, second] = readWordsBefore(text, index, 2);
  if (nearest === undefined) return index;
  if (second !== undefined && houseNumber.has(`${second.text} ${nearest.text}`)) return second.startIndex;
  return houseNumber.has(nearest.text) || units.has(nearest.text) ? nearest.startIndex : index;
}

/** The end of a word without the period of the sentence. */
function trimmedEnd(word: Word): number {
  return word.endIndex - (/[.!?]+$/u.exec(word.text)?.[0].length ?? 0);
}

/** Whether the first word begins something else; months are also names: "6 Jan Smuts Avenue". */
function isLead(word: string, typeCount: number, hasType: boolean): boolean {
  const { leads, namesWithType } = streetWords('all');
  return typeCount === 0 && leads.has(word) && !(hasType && namesWithType.has(word));
}

/** The last word of a street name after its number, and the strength of its type. */
function namedAfterNumber(words: readonly Word[]): { word: Word; type: Street['type'] } | undefined {
  const { after, before, directions, particles } = streetWords('all');
  const [first, second] = words;
  if (first === undefined) return undefined;
  const typeCount = before.has(first.text)
    ? 1
    : second !== undefined && before.has(`${first.text} ${second.text}`)
      ? 2
      : 0;
  const typeText = words
    .slice(0, typeCount)
    .map(({ text }) => text)
    .join(' ');
  const hasType =
    typeCount > 0 || words.slice(1, nameWordsMax).some(({ text }) => after.has(text.replace(/[.!?]+$/u, '')));
  let last: Word | undefined;
  let typed: Word | undefined;
  for (const [at, word] of words.slice(typeCount).entries()) {
    const bare = word.text.replace(/[.!?]+$/u, '');
    if (particles.has(bare) && (last !== undefined || typeCount > 0)) continue;
    // "Rue de baghdad"
    if (typeCount > 0 && last === undefined && at > 0 && /^\p{Ll}{4,}$/u.test(bare)) {
      last = word;
      break;
    }
    if (!isNameWord(bare) || (at === 0 && isLead(bare, typeCount, hasType))) break;
    const isType = after.has(word.text) || after.has(bare);
    if (typeCount === 0 && at > 0 && isType) typed = word;
    else if (typed !== undefined && !directions.has(bare)) break;
    else if (typed !== undefined) typed = word;
    last = word;
    if (/[.!?]$/u.test(word.text) && !isAbbreviation(word.text)) break;
    if (at >= nameWordsMax - 1) break;
  }
  if (last === undefined) return undefined;
  if (typeCount > 0) return { word: last, type: typeOf(typeText, 'before') };
  if (typed !== undefined) {
    const bare = typed.text.replace(/[.]+$/u, '');
    return {
      word: typed,
      type: directions.has(bare) ? 'strong' : typeOf(after.has(typed.text) ? typed.text : bare, 'after'),
    };
  }
  const suffixed = words.slice(0, 3).find(({ text }) => suffixOf(text.replace(/[.!?]+$/u, '')) !== undefined);
  if (suffixed !== undefined && suffixed.endIndex <= last.endIndex) return { word: suffixed, type: 'weak' };
  return { word: last, type: 'none' };
}
