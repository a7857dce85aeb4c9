/** Longer words are cut: their first letters identify the language as well. */
const wordLengthMax = 30;

const wordPattern = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu;
/** Apostrophes, also those that are letters, which keyboards do not have. */
const apostrophePattern = /[’‘ʼʻ`´]/g;
/** Vowel marks and elongation of Arabic, points of Hebrew, and the dot that lower case adds to a Turkish capital I. */
const optionalMarkPattern = /[\u0640\u064b-\u0652\u0670\u0591-\u05c7]|(?<=i)\u0307/g;

/**
 * Splits a text into its words in the form in which the classifier and the lexicon know them: lower case, composed, with
 * one kind of apostrophe, without marks that writers leave out.
 */
export function languageWords(text: string): string[] {
  const normalized = text
    .normalize('NFC')
    .toLowerCase()
    .replace(apostrophePattern, "'")
    .replace(optionalMarkPattern, '');
  return (normalized.match(wordPattern) ?? []).map((word) => word.slice(0, wordLengthMax));
}
