import alphabets from './alphabets.data.json' with { type: 'json' };

/** Evidence against a language, in nats, for each word with a letter that it does not use. */
const wordEvidence = 3;
/** More such words are no stronger evidence: they may be names. */
const wordsMax = 3;
/** Longer texts have enough words, and more foreign ones. */
const textWordsMax = 20;

const lettersOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(alphabets).map(([language, letters]) => [language, new Set(letters)]),
);
const specialPattern = /[^a-z'\p{M}]/gu;

/**
 * Weighs the words of a short text that have letters which a language does not use, as "ł" in a Czech text.
 *
 * @param words in the form of `languageWords`, in one script
 * @param languages languages that are written in the script
 * @returns nats against each language, in their order
 */
export function weighForeignLetters(words: readonly string[], languages: readonly string[]): Float64Array {
  const evidence = new Float64Array(languages.length);
  if (words.length > textWordsMax) return evidence;
  const special = words
    .map((word) => [...new Set(word.match(specialPattern))])
    .filter(({ length }) => length > 0);
  if (special.length === 0) return evidence;
  return evidence.map((_, index) => {
    const letters = lettersOf.get(languages[index] ?? '');
    if (letters === undefined) return 0;
    const foreign = special.filter((word) => word.some((letter) => !letters.has(letter))).length;
    return Math.min(foreign, wordsMax) * wordEvidence;
  });
}
