import { extendHash, foldCodeUnit, shortHash, shortHashCount } from './prefix-hash.ts';
import { arabicPrefixes, joinedScripts } from './regex-builder.ts';

/** Classes of characters; a sign separates words, and `joined` characters are of scripts without spaces. */
const [unknown, sign, joinedSign, joinedLetter, prefixLetter, letter] = [0, 1, 2, 3, 4, 5] as const;
/** The class of each UTF-16 code unit outside surrogate pairs that has occurred. */
const classes = new Uint8Array(0x10000);
const joinedCharacter = new RegExp(`[${joinedScripts}]`, 'iu');
const wordCharacter = /[\p{L}\p{M}\p{N}_]/iu;
const tatweel = 0x640;

function classOf(codePoint: number): number {
  const known = codePoint <= 0xffff ? (classes[codePoint] ?? unknown) : unknown;
  if (known !== unknown) return known;
  const found = classify(String.fromCodePoint(codePoint));
  if (codePoint <= 0xffff) classes[codePoint] = found;
  return found;
}

function classify(character: string): number {
  const isLetter = wordCharacter.test(character);
  if (joinedCharacter.test(character)) return isLetter ? joinedLetter : joinedSign;
  if (arabicPrefixes.includes(character)) return prefixLetter;
  return isLetter ? letter : sign;
}

/** The offsets of a text where a word may start, see `wordStart`, with hashes of what follows them. */
export class WordStarts {
  readonly text: string;
  readonly offsets: Uint32Array;
  /** The hashes of the first UTF-16 code unit at each offset. */
  readonly firstHashes: Uint16Array;
  /** The hashes of the first two code units. */
  readonly secondHashes: Uint16Array;
  /** The hashes of the first three code units. */
  readonly thirdHashes: Uint16Array;
  /** The indexes of the starts, by the short hash of their first code unit and then in order. */
  readonly byFirstHash: Uint32Array;
  /** For each short hash, where its indexes begin in `byFirstHash`; those of the next one begin at their end. */
  readonly firstHashStarts = new Uint32Array(shortHashCount + 1);

  constructor(text: string) {
    this.text = text;
    const offsets = new Uint32Array(text.length);
    let count = 0;
    let previous: number = sign;
    let isAfterPrefix = false;
    for (let at = 0; at < text.length; at += 1) {
      const codePoint = text.codePointAt(at) ?? 0;
      const kind = classOf(codePoint);
      const isBorder = previous <= joinedLetter || kind === joinedSign || kind === joinedLetter;
      if (isBorder || isAfterPrefix) {
        offsets[count] = at;
        count += 1;
      }
      isAfterPrefix =
        kind === prefixLetter
          ? previous <= joinedSign
          : isAfterPrefix && previous === prefixLetter && codePoint === tatweel;
      previous = kind;
      if (codePoint > 0xffff) at += 1;
    }
    this.offsets = offsets.slice(0, count);
    this.firstHashes = new Uint16Array(count);
    this.secondHashes = new Uint16Array(count);
    this.thirdHashes = new Uint16Array(count);
    for (let index = 0; index < count; index += 1) this.#hashPrefixes(index);
    this.byFirstHash = new Uint32Array(count);
    this.#sortByFirstHash();
  }

  #hashPrefixes(index: number): void {
    const at = this.offsets[index] ?? 0;
    const first = this.#extendHash(0, at);
    const second = this.#extendHash(first, at + 1);
    this.firstHashes[index] = first;
    this.secondHashes[index] = second;
    this.thirdHashes[index] = this.#extendHash(second, at + 2);
  }

  #extendHash(hash: number, at: number): number {
    return extendHash(hash, at < this.text.length ? foldCodeUnit(this.text.charCodeAt(at)) : 0);
  }

  /** Sorts the starts by counting. */
  #sortByFirstHash(): void {
    const begins = this.firstHashStarts;
    for (const first of this.firstHashes) {
      const after = shortHash(first) + 1;
      begins[after] = (begins[after] ?? 0) + 1;
    }
    for (let hash = 1; hash <= shortHashCount; hash += 1)
      begins[hash] = (begins[hash] ?? 0) + (begins[hash - 1] ?? 0);
    const next = begins.slice();
    for (const [index, first] of this.firstHashes.entries()) {
      const hash = shortHash(first);
      const at = next[hash] ?? 0;
      this.byFirstHash[at] = index;
      next[hash] = at + 1;
    }
  }
}
