/** A word of the text with its offsets. */
export interface Word {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

/** Scripts without spaces between words have their own finder. */
const wordBefore =
  /([^\s,;()"“”„«»[\]、。，：；\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,40})[ \u00a0]?$/u;
const wordAfter =
  /[ \u00a0]?([^\s,;:()"“”„«»[\]、。，：；\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,40})/uy;

/** Reads words in front of an offset on the same line, the nearest first, up to a comma, bracket or wider gap. */
export function readWordsBefore(text: string, index: number, countMax: number): Word[] {
  const words: Word[] = [];
  let end = index;
  while (words.length < countMax) {
    const before = text.slice(Math.max(0, end - 42), end);
    const match = wordBefore.exec(before);
    const word = match?.[1];
    if (match === null || word === undefined) break;
    const startIndex = end - before.length + match.index;
    words.push({ text: word, startIndex, endIndex: startIndex + word.length });
    end = startIndex;
    if (!/[ \u00a0]/.test(text[end - 1] ?? '')) break;
  }
  return words;
}

/** Reads words from an offset on the same line, up to a comma, colon, bracket or wider gap. */
export function readWordsAfter(text: string, index: number, countMax: number): Word[] {
  const words: Word[] = [];
  let at = index;
  while (words.length < countMax) {
    wordAfter.lastIndex = at;
    const match = wordAfter.exec(text);
    const word = match?.[1];
    if (match === null || word === undefined) break;
    const endIndex = at + match[0].length;
    words.push({ text: word, startIndex: endIndex - word.length, endIndex });
    at = endIndex;
    if (!/[ \u00a0]/.test(text[at] ?? '')) break;
  }
  return words;
}
