import { eastAsianLetters } from '../../rules/regex-builder.ts';
import { collectCues } from './address-words.ts';

/** A cue word in front of a candidate. */
export interface FoundCue<Value> {
  /** All values of the cue and of the shorter cues at its end. */
  readonly values: readonly Value[];
  /** The last word of the cue, as written. */
  readonly word: string;
  /** Whether only words such as "no." and "is", colons and spaces separate it from the candidate. */
  readonly isAdjacent: boolean;
}

/** UTF-16 code units in front of a candidate that are searched. */
const windowLength = 60;
/** Maximum length of the text between a cue and its candidate. */
const gapMax = 32;
const stemLengthMin = 3;
const stemLengthMax = 20;
const endingLengthMax = 6;
const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’"״׳./-]*|[#№〒]/gu;
const joined = new RegExp(`[${eastAsianLetters}〒]`, 'u');

/** Cue words and phrases of all languages with the values that they announce. */
export class CueIndex<Value> {
  readonly #phrases = new Map<string, Value[]>();
  /** By the last word of the phrases, the maximum number of words of a phrase that ends with it. */
  readonly #wordsMax = new Map<string, number>();
  readonly #stems = new Map<string, Value[]>();
  /** Phrases of scripts without spaces, by their last character. */
  readonly #joined = new Map<string, [string, Value[]][]>();
  readonly #connectors = new Set<string>();

  /** @param entries cues with their values; a cue that ends with `*` stands for all words that begin with it */
  constructor(entries: Iterable<readonly [string, Value]>) {
    for (const [cue, value] of entries) {
      const isStem = cue.endsWith('*');
      const key = isStem ? cue.slice(0, -1).toLowerCase() : normalize(cue.toLowerCase());
      const map = isStem ? this.#stems : this.#phrases;
      const values = map.get(key);
      if (values === undefined) map.set(key, [value]);
      else if (!values.includes(value)) values.push(value);
    }
    for (const entry of this.#phrases) {
      const words = [...entry[0].matchAll(word)].map(([written]) => written);
      const last = withoutEnding(words.at(-1) ?? '');
      this.#wordsMax.set(last, Math.max(words.length, this.#wordsMax.get(last) ?? 0));
      if (joined.test(entry[0])) this.#addJoined(entry);
    }
    for (const connector of collectCues(({ number }) => number))
      this.#connectors.add(connector.toLowerCase());
  }

  #addJoined(entry: [string, Value[]]): void {
    const last = entry[0].slice(-1);
    const phrases = this.#joined.get(last);
    if (phrases === undefined) this.#joined.set(last, [entry]);
    else phrases.push(entry);
  }

  /**
   * Finds the nearest cue in front of a candidate, in the same sentence.
   *
   * @param text folded text
   * @param startIndex offset of the candidate
   */
  find(text: string, startIndex: number): FoundCue<Value> | undefined {
    const before = text.slice(Math.max(0, startIndex - windowLength), startIndex).toLowerCase();
    if (before.trim() === '') return undefined;
    const spaced = this.#findSpaced(before);
    const unspaced = joined.test(before) ? this.#findJoined(before) : undefined;
    const nearest =
      spaced === undefined || (unspaced !== undefined && unspaced.end >= spaced.end) ? unspaced : spaced;
    if (nearest === undefined) return undefined;
    const gap = before.slice(nearest.end);
    const isAdjacent = this.#isConnecting(gap);
    if (!isAdjacent && !isShortGap(gap)) return undefined;
    const from = Math.max(0, startIndex - windowLength);
    const word = /\S{0,40}$/u.exec(text.slice(from, from + nearest.end))?.[0] ?? '';
    return { values: nearest.values, word, isAdjacent };
  }

  #findSpaced(before: string): { values: Value[]; end: number } | undefined {
    const tokens = [...before.matchAll(word)];
    for (let last = tokens.length - 1; last >= 0; last -= 1) {
      const token = tokens[last];
      if (token === undefined) continue;
      const end = token.index + token[0].length;
      if (before.length - end > gapMax) return undefined;
      const values = this.#valuesOfPhrases(before, tokens, last);
      if (values.length === 0) values.push(...this.#valuesOfStem(token[0]));
      if (values.length > 0) return { values, end };
    }
    return undefined;
  }

  /** The values of all phrases that end with a token, the longest phrase first. */
  #valuesOfPhrases(before: string, tokens: readonly RegExpExecArray[], last: number): Value[] {
    const token = tokens[last];
    if (token === undefined) return [];
    const end = token.index + token[0].length;
    const values: Value[] = [];
    const wordsMax = this.#wordsMax.get(withoutEnding(token[0])) ?? 0;
    for (let count = Math.min(wordsMax, last + 1); count > 0; count -= 1) {
      const start = tokens[last - count + 1]?.index ?? end;
      values.push(...(this.#phrases.get(normalize(before.slice(start, end))) ?? []));
    }
    return values;
  }

  #valuesOfStem(token: string): readonly Value[] {
    const shortest = Math.max(stemLengthMin, token.length - endingLengthMax);
    for (let length = Math.min(token.length, stemLengthMax); length >= shortest; length -= 1) {
      const values = this.#stems.get(token.slice(0, length));
      if (values !== undefined) return values;
    }
    return [];
  }

  #findJoined(before: string): { values: Value[]; end: number } | undefined {
    for (let end = before.length; end > 0 && before.length - end <= gapMax; end -= 1) {
      const phrases = this.#joined.get(before[end - 1] ?? '') ?? [];
      const values = phrases.flatMap(([phrase, values]) => (before.endsWith(phrase, end) ? values : []));
      if (values.length > 0) return { values, end };
    }
    return undefined;
  }

  /** Whether a gap contains only connecting words and punctuation: " no.: ", " is ". */
  #isConnecting(gap: string): boolean {
    if (gap.length > gapMax || (gap.match(/\n/g)?.length ?? 0) > 2) return false;
    const rest = gap.replace(/[:#№〒=()[\]"'“”„«»、：\s\u00a0*–—-]+/gu, ' ').trim();
    if (rest === '' || rest === '.') return true;
    if (joined.test(rest)) return rest.length <= 6 && !/[。，、！？]/u.test(rest);
    return rest
      .split(' ')
      .every(
        (part) => part === '.' || this.#connectors.has(part) || this.#connectors.has(part.replace(/\.$/, '')),
      );
  }
}

/** Removes what differs between spellings of a phrase: spaces, a final period. */
function normalize(phrase: string): string {
  return withoutEnding(phrase.replace(/\s+/g, ' '));
}

function withoutEnding(phrase: string): string {
  return phrase.replace(/[.'’:/-]+$|['’]s$/u, '');
}

/** Whether a gap is at most four words of one sentence: "phone us any time at". */
function isShortGap(gap: string): boolean {
  if (gap.length > gapMax || /[!?;\n。！？]|[.]\s|\p{N}/u.test(gap)) return false;
  return gap.split(/\s+/u).filter((part) => /\p{L}/u.test(part)).length <= 4;
}
