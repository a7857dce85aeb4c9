import { wordCharacterPattern } from './word-boundary.ts';

/** A range of a text, in UTF-16 code units, end exclusive. */
export interface TextRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

const brackets: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '«': '»',
  '“': '”',
  '„': '“',
  '‘': '’',
};
const opening = new Set(Object.keys(brackets));
const closing = new Set(Object.values(brackets));
/** Signs that no name begins or ends with. */
const loose = /[\s,;:¡¿…·•*/\\|_=~^%<>\-‐-―\u3000-\u303f،؛]/u;
/** An abbreviation that ends in a full stop has no more letters than this. */
const abbreviationMax = 5;

/**
 * Drops what a tagger took along and is no part of the name: white space, commas, dashes, quotation marks around it,
 * brackets without their partner. A single `.` at the end stays after an abbreviation or an initial, a single `!` or
 * `?` after a word, since the tagger decides about each of these by itself. Answers undefined when no letter or digit
 * is left. Time linear in the range.
 */
export function trimSpan(text: string, range: TextRange): TextRange | undefined {
  const counts = countPairs(text, range);
  let { startIndex, endIndex } = range;
  const take = (sign: string): void => {
    counts.set(sign, (counts.get(sign) ?? 1) - 1);
  };
  for (;;) {
    const first = text[startIndex] ?? '';
    const last = text[endIndex - 1] ?? '';
    if (startIndex >= endIndex) return undefined;
    if (dropsFirst(first, text, startIndex, endIndex, counts)) {
      take(first);
      startIndex += 1;
    } else if (dropsLast(last, text, startIndex, endIndex, counts) || isRunOfEnds(text, endIndex, range)) {
      take(last);
      endIndex -= 1;
    } else if (wordCharacterPattern.test(text.slice(startIndex, endIndex))) return { startIndex, endIndex };
    else return undefined;
  }
}

type Counts = Map<string, number>;

function countPairs(text: string, { startIndex, endIndex }: TextRange): Counts {
  const counts: Counts = new Map();
  for (let at = startIndex; at < endIndex; at += 1) {
    const sign = text[at] ?? '';
    if (opening.has(sign) || closing.has(sign) || sign === '"') counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return counts;
}

function dropsFirst(sign: string, text: string, from: number, to: number, counts: Counts): boolean {
  if (sign === '.') return !wordCharacterPattern.test(text[from + 1] ?? '');
  if (sign === '"' || sign === '!' || sign === '?' || loose.test(sign)) return true;
  if (sign === "'" || sign === '’') return !/^.s-/u.test(text.slice(from, from + 3));
  const partner = brackets[sign];
  if (partner === undefined) return closing.has(sign);
  return text[to - 1] === partner || (counts.get(sign) ?? 0) > (counts.get(partner) ?? 0);
}

function dropsLast(sign: string, text: string, from: number, to: number, counts: Counts): boolean {
  if (loose.test(sign) || opening.has(sign)) return sign !== '“' || !isPaired(sign, counts);
  if (sign === '"') return (counts.get(sign) ?? 0) % 2 === 1;
  if (sign === '.') return !endsAbbreviation(text, from, to);
  if (sign === '!' || sign === '?') return !wordCharacterPattern.test(text[to - 2] ?? '');
  if (sign === "'") return true;
  return closing.has(sign) && !isPaired(sign, counts);
}

/** Whether what stands at the end went with one that was dropped: of `...` or `!!` nothing stays. */
function isRunOfEnds(text: string, to: number, range: TextRange): boolean {
  return to < range.endIndex && /^[.!?]{2}$/.test(text.slice(to - 1, to + 1));
}

/** Whether a closing sign has its opening one in the range. */
function isPaired(sign: string, counts: Counts): boolean {
  const openers = Object.keys(brackets).filter((opener) => brackets[opener] === sign);
  const opened = openers.reduce((sum, opener) => sum + (counts.get(opener) ?? 0), 0);
  return opened >= (counts.get(sign) ?? 0);
}

/** `Inc.`, `J.`, `U.S.`, but not `Google.` or an ellipsis. */
function endsAbbreviation(text: string, from: number, to: number): boolean {
  let letters = 0;
  while (
    letters <= abbreviationMax &&
    to - 2 - letters >= from &&
    wordCharacterPattern.test(text[to - 2 - letters] ?? '')
  )
    letters += 1;
  return letters > 0 && letters <= abbreviationMax && !/[0-9]/.test(text[to - 2] ?? '');
}
