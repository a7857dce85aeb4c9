/** A word of the text with its offsets. */
export interface Word {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

const wordLengthMax = 40;
const punctuation: ReadonlySet<string> = new Set(',;()"“”„«»[]、。，：；،؛؟।');

/** Reads words in front of an offset on the same line, the nearest first, up to a comma, bracket or wider gap. */
export function readWordsBefore(text: string, index: number, countMax: number): Word[] {
  const words: Word[] = [];
  let end = index;
  while (words.length < countMax) {
    const endIndex = isSpace(text.charCodeAt(end - 1)) ? end - 1 : end;
    let startIndex = endIndex;
    while (endIndex - startIndex < wordLengthMax && isWordCharacter(text, startIndex - 1)) startIndex -= 1;
    if (startIndex === endIndex) break;
    words.push({ text: text.slice(startIndex, endIndex), startIndex, endIndex });
    end = startIndex;
    if (!isSpace(text.charCodeAt(end - 1))) break;
  }
  return words;
}

/** Reads words from an offset on the same line, up to a comma, colon, bracket or wider gap. */
export function readWordsAfter(text: string, index: number, countMax: number): Word[] {
  const words: Word[] = [];
  let at = index;
  while (words.length < countMax) {
    const startIndex = isSpace(text.charCodeAt(at)) ? at + 1 : at;
    let endIndex = startIndex;
    while (endIndex - startIndex < wordLengthMax && isWordCharacter(text, endIndex) && text[endIndex] !== ':')
      endIndex += 1;
    if (startIndex === endIndex) break;
    words.push({ text: text.slice(startIndex, endIndex), startIndex, endIndex });
    at = endIndex;
    if (!isSpace(text.charCodeAt(at))) break;
  }
  return words;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0;
}

/** Whether a character belongs to a word; letters of scripts without spaces do not. */
function isWordCharacter(text: string, index: number): boolean {
  const character = text[index];
  if (character === undefined) return false;
  const code = character.charCodeAt(0);
  if (code < 0x80) return code > 0x20 && !punctuation.has(character);
  if (code >= 0x3000 && code <= 0x9fff) return false;
  if (code >= 0xac00 && code <= 0xd7a3) return false;
  return !punctuation.has(character) && !/\s/.test(character);
}
