import type { TextRange } from '@quern/text/span';
import { wordCharacterPattern } from './word-boundary.ts';

const closerOf: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '«': '»',
  '“': '”',
  '„': '“',
  '‘': '’',
};
const openers = new Set(Object.keys(closerOf));
const closers = new Set(Object.values(closerOf));
/** Characters that no name begins or ends with. */
const alwaysTrimmed = /[\s,;:¡¿…·•*/\\|_=~^%<>\-‐-―\u3000-\u303f،؛]/u;
/** Maximum letters of an abbreviation that keeps its period. */
const abbreviationLengthMax = 5;

/**
 * Removes characters around a name that are not part of it: white space, commas, dashes, surrounding quotation marks and
 * unpaired brackets. A final `.` is kept after an abbreviation or an initial, and a single final `!` or `?` after a word,
 * because the tagger labels these characters separately. Takes time linear in the length of the range.
 *
 * @returns the smaller range, or undefined when no letter or digit is left
 */
export function trimSpan(text: string, range: TextRange): TextRange | undefined {
  const counts = countPairedMarks(text, range);
  let { startIndex, endIndex } = range;
  const removeMark = (mark: string): void => {
    counts.set(mark, (counts.get(mark) ?? 1) - 1);
  };
  for (;;) {
    const first = text[startIndex] ?? '';
    const last = text[endIndex - 1] ?? '';
    if (startIndex >= endIndex) return undefined;
    if (isTrimmedAtStart(first, text, startIndex, endIndex, counts)) {
      removeMark(first);
      startIndex += 1;
    } else if (
      isTrimmedAtEnd(last, text, startIndex, endIndex, counts) ||
      precedesTrimmedTerminator(text, endIndex, range)
    ) {
      removeMark(last);
      endIndex -= 1;
    } else if (wordCharacterPattern.test(text.slice(startIndex, endIndex))) return { startIndex, endIndex };
    else return undefined;
  }
}

/** How often each bracket and quotation mark occurs in the range. */
type MarkCounts = Map<string, number>;

function countPairedMarks(text: string, { startIndex, endIndex }: TextRange): MarkCounts {
  const counts: MarkCounts = new Map();
  for (let at = startIndex; at < endIndex; at += 1) {
    const mark = text[at] ?? '';
    if (openers.has(mark) || closers.has(mark) || mark === '"') counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

function isTrimmedAtStart(mark: string, text: string, from: number, to: number, counts: MarkCounts): boolean {
  if (mark === '.') return !wordCharacterPattern.test(text[from + 1] ?? '');
  if (mark === '"' || mark === '!' || mark === '?' || alwaysTrimmed.test(mark)) return true;
  // An apostrophe begins a name only in Dutch place names such as ’s-Hertogenbosch.
  if (mark === "'" || mark === '’') return !/^.s-/u.test(text.slice(from, from + 3));
  const closer = closerOf[mark];
  if (closer === undefined) return closers.has(mark);
  return text[to - 1] === closer || (counts.get(mark) ?? 0) > (counts.get(closer) ?? 0);
}

function isTrimmedAtEnd(mark: string, text: string, from: number, to: number, counts: MarkCounts): boolean {
  // “ opens a quotation in English and closes one in German.
  if (alwaysTrimmed.test(mark) || openers.has(mark)) return mark !== '“' || !hasOpener(mark, counts);
  if (mark === '"') return (counts.get(mark) ?? 0) % 2 === 1;
  if (mark === '.') return !endsAbbreviation(text, from, to);
  if (mark === '!' || mark === '?') return !wordCharacterPattern.test(text[to - 2] ?? '');
  if (mark === "'") return true;
  return closers.has(mark) && !hasOpener(mark, counts);
}

/** Whether the last character belongs to a run such as `...` or `!!` whose end was trimmed; the whole run is trimmed. */
function precedesTrimmedTerminator(text: string, to: number, range: TextRange): boolean {
  return to < range.endIndex && /^[.!?]{2}$/.test(text.slice(to - 1, to + 1));
}

/** Whether each occurrence of a closing mark has an opening mark in the range. */
function hasOpener(mark: string, counts: MarkCounts): boolean {
  const matching = Object.keys(closerOf).filter((opener) => closerOf[opener] === mark);
  const opened = matching.reduce((sum, opener) => sum + (counts.get(opener) ?? 0), 0);
  return opened >= (counts.get(mark) ?? 0);
}

/** True for `Inc.`, `J.` and `U.S.`, but not for `Google.` or an ellipsis. */
function endsAbbreviation(text: string, from: number, to: number): boolean {
  let letters = 0;
  while (
    letters <= abbreviationLengthMax &&
    to - 2 - letters >= from &&
    wordCharacterPattern.test(text[to - 2 - letters] ?? '')
  )
    letters += 1;
  return letters > 0 && letters <= abbreviationLengthMax && !/[0-9]/.test(text[to - 2] ?? '');
}
