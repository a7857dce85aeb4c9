import type { TextBlock } from './segment-blocks.ts';
import stopWordLists from './stop-words.data.json' with { type: 'json' };
import hints from './word-hints.data.json' with { type: 'json' };

/** Groups of words that tell what a short text is for. */
export const wordGroups: readonly string[] = Object.keys(hints);

const groupsOfWord = new Map<string, number>();
for (const [group, list] of Object.values(hints).entries()) {
  for (const word of list.split(' ')) groupsOfWord.set(word, (groupsOfWord.get(word) ?? 0) | (1 << group));
}
const stopWords = new Set(Object.values(stopWordLists).flatMap((list) => list.split(' ')));

/** What a block's text alone says; counts unless named otherwise. */
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
  /** Sign at the end: 0 none, 1 full stop and kin, 2 colon, 3 ellipsis or arrow. */
  readonly endMark: number;
  readonly hasAt: number;
  readonly hasCopyright: number;
  readonly startsUpper: number;
  /** For each group of words how many of the first words belong to it. */
  readonly wordGroupCounts: Uint8Array;
  /** Of the words in lower case: equal texts have equal hashes. */
  readonly hash: number;
  /** Hashes of the words, for comparison with what the page says of itself. */
  readonly wordHashes: Int32Array;
}

/** Hints are looked for in so many words: further ones are prose. */
const hintWordsMax = 16;
const wordPattern = /[\p{L}\p{N}]+/gu;

export function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

/** Words are what the measure counts: runs of letters and digits, in lower case. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

/** A block longer than this is judged by its beginning. */
const textMax = 200_000;

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
    const wordHash = hashWord(word);
    wordHashes[index] = wordHash;
    hash = Math.imul(hash ^ wordHash, 0x01000193);
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
    ...countSigns(text),
    years,
    wordGroupCounts: groups,
    hash,
    wordHashes,
  };
}

function countSigns(text: string) {
  const facts = {
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
  let before = 32;
  let last = 32;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 32 || code === 160) {
      before = 32;
      continue;
    }
    if (code >= 48 && code <= 57) facts.digits++;
    else if (code >= 65 && code <= 90) {
      facts.upperCase++;
      if (before === 32) facts.capitalized++;
    } else countSign(code, facts);
    if (facts.startsUpper < 0)
      facts.startsUpper = code >= 65 && code <= 90 ? 1 : code >= 97 && code <= 122 ? 0 : 2;
    before = code;
    last = code;
  }
  facts.endMark = endOf(last);
  return facts;
}

function countSign(
  code: number,
  facts: {
    commas: number;
    periods: number;
    questions: number;
    currencies: number;
    separators: number;
    hasAt: number;
    hasCopyright: number;
  },
): void {
  switch (code) {
    case 44: // ,
    case 0xff0c:
    case 0x3001:
      facts.commas++;
      break;
    case 46: // .
    case 33: // !
    case 0x3002:
      facts.periods++;
      break;
    case 63: // ?
    case 0xff1f:
      facts.questions++;
      break;
    case 36: // $
    case 0x20ac:
    case 0xa3:
    case 0xa5:
    case 0x20b9:
      facts.currencies++;
      break;
    case 124: // |
    case 0xb7:
    case 0x2022:
    case 0xbb:
    case 0x203a:
    case 62: // >
    case 47: // /
      facts.separators++;
      break;
    case 64: // @
      facts.hasAt = 1;
      break;
    case 0xa9:
      facts.hasCopyright = 1;
      break;
  }
}

function endOf(code: number): number {
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
