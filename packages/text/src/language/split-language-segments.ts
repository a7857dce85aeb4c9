import { scriptNames, scriptOfWord } from './classifier/language-scripts.ts';

/** A part of a text that is in one script and, most probably, in one language. */
export interface LanguageSegment {
  /** UTF-16 offset of the first letter. */
  readonly startIndex: number;
  /** UTF-16 offset of the end, exclusive; includes the signs that close a sentence. */
  readonly endIndex: number;
}

/** Long sentences are split, so that a segment's work is bounded. */
const wordsMax = 60;
/** In long texts short sentences are joined, so that the number of segments is bounded: letters for each character. */
const lettersPerCharacter = 1 / 5000;
const lettersMinMax = 24;

/** A word, or a sign that may separate languages: the end of a sentence or line, a quotation mark, a parenthesis. */
const tokenPattern = /[\p{L}\p{M}]{1,200}|[.!?…。！？؟۔।]+|[\n\r\u2028\u2029"“”„«»‹›「」『』()[\]|]/gu;
const letterPattern = /^[\p{L}\p{M}]/u;
const endSignPattern = /^[.!?…。！？؟۔।]/u;

/** Scripts that one language mixes. */
const mixedScripts = new Map([
  ['Han', 'Kana'],
  ['Bopomofo', 'Kana'],
]);
const scriptGroups = scriptNames.map((name) => mixedScripts.get(name) ?? name);

/**
 * Splits a text where its language may change: at ends of sentences and lines, quotation marks, parentheses, and changes
 * of the script.
 *
 * @returns segments with letters in text order; they do not overlap
 */
export function splitLanguageSegments(text: string): LanguageSegment[] {
  const segments: LanguageSegment[] = [];
  const lettersMin = Math.min(lettersMinMax, text.length * lettersPerCharacter);
  let open:
    | { startIndex: number; endIndex: number; words: number; letters: number; group: string }
    | undefined;
  const close = () => {
    if (open) segments.push({ startIndex: open.startIndex, endIndex: open.endIndex });
    open = undefined;
  };
  for (const { 0: token, index } of text.matchAll(tokenPattern)) {
    const endIndex = index + token.length;
    if (letterPattern.test(token)) {
      const group = scriptGroups[scriptOfWord(token)] ?? '';
      // Letters of unknown scripts stay in their surroundings.
      const isOther = open && group !== '' && group !== open.group && open.letters >= lettersMin;
      if (open && (isOther || open.words >= wordsMax)) close();
      if (group === '' && !open) continue;
      open ??= { startIndex: index, endIndex, words: 0, letters: 0, group };
      open.words++;
      open.letters += token.length;
      open.endIndex = endIndex;
    } else if (open) {
      if (index === open.endIndex && endSignPattern.test(token)) open.endIndex = endIndex;
      if (open.letters >= lettersMin) close();
    }
  }
  close();
  return segments;
}
