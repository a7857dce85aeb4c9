/** Longer words are represented by their trigrams only. */
const wholeWordLengthMax = 7;
const wordLengthMax = 40;

/**
 * Extracts the features that identify the language of a text: its short words, and the letter trigrams of all words.
 * A space marks the border of a word. Training uses the same function.
 */
export function* extractLanguageFeatures(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
    const bordered = ` ${word.slice(0, wordLengthMax).replaceAll('’', "'")} `;
    if (word.length <= wholeWordLengthMax) yield bordered;
    for (let start = 0; start + 3 <= bordered.length; start++) yield bordered.slice(start, start + 3);
  }
}
