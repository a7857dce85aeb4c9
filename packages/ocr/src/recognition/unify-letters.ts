import type { ReadCharacter } from './decode-ctc.ts';

/** Letters of Latin, Cyrillic and Greek that look the same; a space where an alphabet has none. */
const [latin, cyrillic, greek] = [
  [...'ABCEHIJKMNOPSTXYZaceijopsvxyëïËÏ'],
  [...'АВСЕНІЈКМ ОРЅТХУ асеіјорѕ хуёїЁЇ'],
  [...'ΑΒ ΕΗΙ ΚΜΝΟΡ ΤΧΥΖ     ορ ν      '],
];
const alphabets = [
  { letters: latin, pattern: /\p{Script=Latin}/u },
  { letters: cyrillic, pattern: /\p{Script=Cyrillic}/u },
  { letters: greek, pattern: /\p{Script=Greek}/u },
];
/** Letters of Latin that the recognizers see in Cyrillic words, and the letters that they are there. */
const twins: ReadonlyMap<string, string> = new Map(
  [...'umnrhkwbvNRWYV'].map((text, index) => [text, [...'итпгнкшьуИЯШУУ'][index] ?? text]),
);
const letter = /^\p{L}/u;
const lowercase = /\p{Ll}/u;

/**
 * Writes each word in one alphabet: the recognizers cannot tell Latin `a` from Cyrillic `а`. The letters of a word that exist
 * in one alphabet only decide; a word without any, such as `а`, follows the line.
 */
export function unifyLetters(characters: readonly ReadCharacter[]): ReadCharacter[] {
  const counts = certainCounts(characters);
  if (characters.every(({ text }) => alphabetOf(text) <= 0)) return [...characters];
  const lineAlphabet = indexOfMax(counts);
  return wordsOf(characters).flatMap((word) => {
    const alphabet = alphabetOfWord(word, lineAlphabet);
    return alphabet === undefined ? word : word.map((character) => writeIn(character, alphabet));
  });
}

/** The alphabet in which to write a word; undefined where it stays as it is. */
function alphabetOfWord(word: readonly ReadCharacter[], lineAlphabet: number): number | undefined {
  const counts = certainCounts(word);
  const most = indexOfMax(counts);
  const alphabet = most >= 0 && counts[lineAlphabet] === counts[most] ? lineAlphabet : most;
  // A single letter of another alphabet is a symbol, as in `μA` and `ΔT`.
  if (alphabet >= 0) return alphabet === lineAlphabet || (counts[alphabet] ?? 0) > 1 ? alphabet : undefined;
  // Words in capitals without a certain letter are often abbreviations of another language.
  const isPlain = word.length === 1 || word.some(({ text }) => lowercase.test(text));
  return isPlain && lineAlphabet >= 0 ? lineAlphabet : undefined;
}

/** Divides a line into words and what is between them, in order. */
function wordsOf(characters: readonly ReadCharacter[]): ReadCharacter[][] {
  const parts: ReadCharacter[][] = [];
  let wasLetter = false;
  for (const character of characters) {
    const isLetter = letter.test(character.text);
    const part = parts.at(-1);
    if (part === undefined || isLetter !== wasLetter) parts.push([character]);
    else part.push(character);
    wasLetter = isLetter;
  }
  return parts;
}

/** Numbers of letters that exist in one alphabet only, for each alphabet. */
function certainCounts(characters: readonly ReadCharacter[]): number[] {
  const counts = alphabets.map(() => 0);
  for (const { text } of characters) {
    const alphabet = alphabetOf(text);
    const isCertain = alphabet >= 0 && alphabets[alphabet]?.letters.includes(text) === false;
    if (isCertain) counts[alphabet] = (counts[alphabet] ?? 0) + 1;
  }
  return counts;
}

/** The index of the alphabet of a letter, or −1. */
const alphabetOf = (text: string): number => alphabets.findIndex(({ pattern }) => pattern.test(text));

/** The index of the largest count, or −1 if all are 0. */
const indexOfMax = (counts: readonly number[]): number => {
  const max = Math.max(...counts);
  return max === 0 ? -1 : counts.indexOf(max);
};

function writeIn(character: ReadCharacter, alphabet: number): ReadCharacter {
  const own = alphabetOf(character.text);
  if (own < 0 || own === alphabet) return character;
  const place = alphabets[own]?.letters.indexOf(character.text) ?? -1;
  const text = alphabets[alphabet]?.letters[place] ?? ' ';
  if (text !== ' ') return { ...character, text };
  const twin = alphabets[alphabet]?.letters === cyrillic ? twins.get(character.text) : undefined;
  return twin === undefined ? character : { ...character, text: twin };
}
