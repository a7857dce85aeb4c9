import { type Segment, textOf, withText } from './segments/segment.ts';

/** Letters that Arabic uses, and Persian and Urdu hardly ever. */
const arabicLetters = /[\u0629\u0623\u0625\u0643\u064a]/g;
/** Letters that Persian and Urdu use, and Arabic does not. */
const persianLetters = /[\u067e\u0686\u0698\u06af\u06a9\u06cc\u0679\u0688\u0691\u06ba\u06be\u06c1\u06d2]/g;
const keheh = /\u06a9/g;
/** Farsi yeh within a word looks like Arabic yeh, and at its end like alef maksura. */
const [innerFarsiYeh, farsiYeh] = [/\u06cc(?=\p{Script=Arabic})/gu, /\u06cc/g];
const [arabicKaf, arabicYeh] = [/\u0643/g, /[\u064a\u0649]/g];

/**
 * Writes kaf and yeh, which look alike in Arabic and in Persian or Urdu but are different characters, as in the language
 * of the page: the one whose own letters are more frequent.
 */
export function unifyArabic(segments: readonly Segment[]): readonly Segment[] {
  const text = segments.map(textOf).join('\n');
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const [arabic, persian] = [count(arabicLetters), count(persianLetters)];
  if (arabic === persian) return segments;
  const unify =
    arabic > persian
      ? (word: string) =>
          word.replace(keheh, '\u0643').replace(innerFarsiYeh, '\u064a').replace(farsiYeh, '\u0649')
      : (word: string) => word.replace(arabicKaf, '\u06a9').replace(arabicYeh, '\u06cc');
  return segments.map((segment) => withText(segment, unify(textOf(segment))));
}
