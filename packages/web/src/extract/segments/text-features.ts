import { fnv1a, fnv1aStep } from './fnv1a.ts';
import type { TextBlock } from './segment-blocks.ts';
import stopWordLists from './stop-words.data.json' with { type: 'json' };
import hints from './word-hints.data.json' with { type: 'json' };

/** Groups of words that indicate the purpose of a short text, such as `cart` or `share`. */
export const wordGroups: readonly string[] = Object.keys(hints);

/** One bit per group. */
const groupsOfWord = new Map<string, number>();
for (const [group, lists] of Object.values(hints).entries()) {
  const words = Object.values(lists).flatMap((list) => list.split(' '));
  for (const word of words) groupsOfWord.set(word, (groupsOfWord.get(word) ?? 0) | (1 << group));
}
const stopWords = new Set(Object.values(stopWordLists).flatMap((list) => list.split(' ')));

/** Features of a block's text alone; counts unless stated otherwise. */
export interface TextFeatures {
  readonly words: number;
  readonly wordLength: number;
  readonly stopWords: number;
  readonly commas: number;
  readonly periods: number;
  readonly digits: number;
  readonly capitalized: number;
  readonly upperCase: number;
  readonly questions: number;
  readonly currencies: number;
  readonly separators: number;
  readonly years: number;
  /** Last character: 1 for the end of a sentence or quotation, 2 for a colon, 3 for an ellipsis or arrow, else 0. */
  readonly endMark: number;
  /** 1 if the text contains `@`, else 0. */
  readonly hasAt: number;
  /** 1 if the text contains `©`, else 0. */
  readonly hasCopyright: number;
  /** First character: 1 for A-Z, 0 for a-z, 2 for others. */
  readonly startsUpper: number;
  /** For each group, the number of leading words that belong to it. */
  readonly wordGroupCounts: Uint8Array;
  /** Hash of the words in lower case, equal for equal texts. */
  readonly hash: number;
  /** Hash of each word, to compare the text with the page's title, author and stated body. */
  readonly wordHashes: Int32Array;
}

/** Only this many leading words are matched with the groups: a longer text is prose. */
const hintWordsMax = 16;
/** Only this many leading characters of a block are analyzed. */
const textMax = 200_000;
const wordPattern = /[\p{L}\p{N}]+/gu;

/** Splits a text into words, runs of letters and digits in lower case, as the evaluation does. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

/** Computes the features of a block's text. */
export function computeTextFeatures(block: TextBlock): TextFeatures {
  const text = block.text.length > textMax ? block.text.slice(0, textMax) : block.text;
  const share = text.length / block.text.length;
  const words = splitWords(text);
  const groups = new Uint8Array(wordGroups.length);
  const wordHashes = new Int32Array(words.length);
  let stopCount = 0;
  let wordChars = 0;
  let years = 0;
  let hash = words.length | 0;
  for (const [index, word] of words.entries()) {
    const wordHash = fnv1a(word);
    wordHashes[index] = wordHash;
    hash = fnv1aStep(hash, wordHash);
    wordChars += word.length;
    if (stopWords.has(word)) stopCount++;
    if (word.length === 4 && /^(?:19|20)\d\d$/.test(word)) years++;
    if (index >= hintWordsMax) continue;
    let bits = groupsOfWord.get(word) ?? 0;
    for (let group = 0; bits !== 0; group++, bits >>>= 1)
      if (bits & 1) groups[group] = (groups[group] ?? 0) + 1;
  }
  return {
    words: Math.round(words.length / share),
    wordLength: words.length === 0 ? 0 : wordChars / words.length,
    stopWords: stopCount,
    ...countCharacters(text),
    years,
    wordGroupCounts: groups,
    hash,
    wordHashes,
  };
}

type CharacterCounts = Pick<
  TextFeatures,
  | 'commas'
  | 'periods'
  | 'digits'
  | 'capitalized'
  | 'upperCase'
  | 'questions'
  | 'currencies'
  | 'separators'
  | 'endMark'
  | 'hasAt'
  | 'hasCopyright'
  | 'startsUpper'
>;

const space = 32;
const noBreakSpace = 160;

function countCharacters(text: string): CharacterCounts {
  const counts: Writable<CharacterCounts> = {
    commas: 0,
    periods: 0,
    digits: 0,
    capitalized: 0,
    upperCase: 0,
    questions: 0,
    currencies: 0,
    separators: 0,
    endMark: 0,
    hasAt: 0,
    hasCopyright: 0,
    startsUpper: -1,
  };
  let previous = space;
  let last = space;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= space || code === noBreakSpace) {
      previous = space;
      continue;
    }
    if (isDigit(code)) counts.digits++;
    else if (isUpperCase(code)) {
      counts.upperCase++;
      if (previous === space) counts.capitalized++;
    } else countPunctuation(code, counts);
    if (counts.startsUpper < 0) counts.startsUpper = isUpperCase(code) ? 1 : isLowerCase(code) ? 0 : 2;
    previous = code;
    last = code;
  }
  counts.endMark = endMarkOf(last);
  return counts;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isUpperCase(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

function countPunctuation(code: number, counts: Writable<CharacterCounts>): void {
  switch (code) {
    case 44: // ,
    case 0xff0c: // ，
    case 0x3001: // 、
      counts.commas++;
      break;
    case 46: // .
    case 33: // !
    case 0x3002: // 。
      counts.periods++;
      break;
    case 63: // ?
    case 0xff1f: // ？
      counts.questions++;
      break;
    case 36: // $
    case 0x20ac: // €
    case 0xa3: // £
    case 0xa5: // ¥
    case 0x20b9: // ₹
      counts.currencies++;
      break;
    case 124: // |
    case 0xb7: // ·
    case 0x2022: // •
    case 0xbb: // »
    case 0x203a: // ›
    case 62: // >
    case 47: // /
      counts.separators++;
      break;
    case 64: // @
      counts.hasAt = 1;
      break;
    case 0xa9: // ©
      counts.hasCopyright = 1;
      break;
  }
}

/** The values of `endMark`. */
function endMarkOf(code: number): number {
  if (
    code === 46 ||
    code === 33 ||
    code === 63 ||
    code === 0x3002 ||
    code === 0x201d ||
    code === 34 ||
    code === 41
  )
    return 1;
  if (code === 58) return 2;
  return code === 0x2026 || code === 0x203a || code === 0xbb || code === 62 || code === 0x2192 ? 3 : 0;
}
