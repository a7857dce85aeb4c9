/** Words longer than this are told by their pieces. */
const wholeWordMax = 7;
const wordLengthMax = 40;

/**
 * What a text is told by: its short words whole, and all words in overlapping pieces of three letters, with a
 * space for their borders.
 */
export function* extractLanguageFeatures(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
    const bordered = ` ${word.slice(0, wordLengthMax).replaceAll('’', "'")} `;
    if (word.length <= wholeWordMax) yield bordered;
    for (let start = 0; start + 3 <= bordered.length; start++) yield bordered.slice(start, start + 3);
  }
}
