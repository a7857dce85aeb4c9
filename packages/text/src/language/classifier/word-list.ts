import { readFile } from 'node:fs/promises';
import { lazy } from '@quern/runtime/caching/lazy';

/** The words of a language, the most frequent first. */
export interface LanguageWordList {
  /** BCP 47 tag. */
  readonly language: string;
  /** In the form of `languageWords`. */
  readonly words: readonly string[];
}

const bucketCount = 0x1_0000;

/**
 * The most frequent words of each language, as hashes of 32 bits: one of seven thousand other words is taken for a listed one.
 *
 * The file that `packWordList` makes has a line of JSON with the languages; the number of entries in each bucket of the
 * upper 16 bits of the hash (u8); their lower 16 bits (u16, little-endian); and their languages' indexes (u8).
 */
export class WordList {
  readonly #languages: readonly string[];
  /** The first entry of each bucket. */
  readonly #starts = new Uint32Array(bucketCount + 1);
  readonly #hashes: Uint16Array;
  readonly #languageIndexes: Uint8Array;

  constructor(file: Uint8Array) {
    const headerEnd = file.indexOf(0x0a) + 1;
    this.#languages = JSON.parse(new TextDecoder().decode(file.subarray(0, headerEnd))) as string[];
    const counts = file.subarray(headerEnd, headerEnd + bucketCount);
    for (const [bucket, count] of counts.entries())
      this.#starts[bucket + 1] = (this.#starts[bucket] ?? 0) + count;
    const entryCount = this.#starts[bucketCount] ?? 0;
    const hashesStart = headerEnd + bucketCount;
    const hashesEnd = hashesStart + entryCount * 2;
    this.#hashes = new Uint16Array(Uint8Array.from(file.subarray(hashesStart, hashesEnd)).buffer);
    this.#languageIndexes = file.subarray(hashesEnd, hashesEnd + entryCount);
  }

  /** The languages that list a word, which has the form of `languageWords`. */
  find(word: string): string[] {
    const hash = hashWord(word);
    const bucket = hash >>> 16;
    const low = hash & 0xffff;
    const found: string[] = [];
    const end = this.#starts[bucket + 1] ?? 0;
    for (let index = this.#starts[bucket] ?? 0; index < end; index++)
      if (this.#hashes[index] === low) found.push(this.#languages[this.#languageIndexes[index] ?? 0] ?? '');
    return found;
  }
}

/**
 * Makes the file of a list.
 *
 * @param lists at most one for each language and script, 256 languages
 * @throws RangeError if a bucket has more than 255 entries
 */
export function packWordList(lists: readonly LanguageWordList[]): Buffer {
  const languages = [...new Set(lists.map(({ language }) => language))];
  const entries = lists.flatMap(({ language, words }) =>
    words.map((word) => ({ hash: hashWord(word), language: languages.indexOf(language) })),
  );
  entries.sort((left, right) => left.hash - right.hash || left.language - right.language);
  const counts = new Array<number>(bucketCount).fill(0);
  for (const { hash } of entries) counts[hash >>> 16] = (counts[hash >>> 16] ?? 0) + 1;
  if (Math.max(...counts) > 255) throw new RangeError('too many words with similar hashes');
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(languages)}\n`),
    Buffer.from(counts),
    Buffer.from(Uint16Array.from(entries, ({ hash }) => hash & 0xffff).buffer),
    Buffer.from(entries.map(({ language }) => language)),
  ]);
}

/** FNV-1a (Fowler, Noll and Vo) of the UTF-16 code units, with the finalizer of MurmurHash3 (Appleby), 32 bits unsigned. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Loads the bundled list once. */
export const loadWordList = lazy(
  async () => new WordList(await readFile(new URL('model/word-list.bin', import.meta.url))),
);
