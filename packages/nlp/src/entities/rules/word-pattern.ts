import { prefixesOf } from './pattern-prefixes.ts';
import { extendHash, hashCount, shortHash } from './prefix-hash.ts';
import type { WordStarts } from './word-starts.ts';

/** A pattern that matches at the starts of words. It is tried only where the text begins like one of its matches. */
export class WordPattern {
  readonly #source: string;
  readonly #flags: string;
  #regex: RegExp | undefined;
  /** The short hashes of the first code units of prefixes. */
  readonly #firstHashes: readonly number[];
  /** By hash: a bit for the length of each prefix that has it. */
  readonly #prefixLengths = new Uint8Array(hashCount);
  /** Whether any text may match. */
  readonly #isOpen: boolean;

  /** @param pattern without the border before the word; a source is compiled with the flags `iu` */
  constructor(pattern: string | RegExp) {
    const { source, flags } = typeof pattern === 'string' ? { source: pattern, flags: 'iu' } : pattern;
    this.#source = source;
    this.#flags = `${flags}y`;
    const prefixes = prefixesOf(source);
    this.#isOpen = prefixes.has('');
    const firstHashes = new Set<number>();
    for (const prefix of prefixes) {
      if (prefix === '') continue;
      firstHashes.add(shortHash(extendHash(0, prefix.charCodeAt(0))));
      this.#addPrefix(prefix);
    }
    this.#firstHashes = [...firstHashes];
  }

  #addPrefix(prefix: string): void {
    let hash = 0;
    for (let at = 0; at < prefix.length; at += 1) hash = extendHash(hash, prefix.charCodeAt(at));
    this.#prefixLengths[hash] = this.#lengthsOf(hash) | (1 << prefix.length);
  }

  /**
   * Finds all matches from left to right, as `text.matchAll` does.
   *
   * @yields a match; `next` takes the offset to continue from, the end of the match by default
   */
  *matchAll(starts: WordStarts): Generator<RegExpExecArray, void, number | undefined> {
    let end = 0;
    for (const index of this.#isOpen ? starts.offsets.keys() : this.#findPossible(starts)) {
      const offset = starts.offsets[index] ?? 0;
      if (offset < end) continue;
      const match = this.#matchAt(starts.text, offset);
      if (match !== null) end = (yield match) ?? offset + match[0].length;
    }
  }

  /** Whether a text has a match. */
  matches(starts: WordStarts): boolean {
    return this.matchAll(starts).next().done !== true;
  }

  /** The indexes of the starts with one of the prefixes, in the order of the text. */
  #findPossible(starts: WordStarts): Iterable<number> {
    const found: number[] = [];
    const { byFirstHash, firstHashStarts } = starts;
    for (const hash of this.#firstHashes) {
      const end = firstHashStarts[hash + 1] ?? 0;
      for (let at = firstHashStarts[hash] ?? 0; at < end; at += 1) {
        const index = byFirstHash[at] ?? 0;
        if (this.#isPossible(starts, index)) found.push(index);
      }
    }
    return found.length < 2 ? found : Uint32Array.from(found).sort();
  }

  #isPossible({ firstHashes, secondHashes, thirdHashes }: WordStarts, index: number): boolean {
    return (
      (this.#lengthsOf(thirdHashes[index]) & (1 << 3)) !== 0 ||
      (this.#lengthsOf(secondHashes[index]) & (1 << 2)) !== 0 ||
      (this.#lengthsOf(firstHashes[index]) & (1 << 1)) !== 0
    );
  }

  #lengthsOf(hash: number | undefined): number {
    return this.#prefixLengths[hash ?? 0] ?? 0;
  }

  #matchAt(text: string, offset: number): RegExpExecArray | null {
    // Many patterns are never tried, and compiling one takes milliseconds.
    this.#regex ??= new RegExp(this.#source, this.#flags);
    this.#regex.lastIndex = offset;
    return this.#regex.exec(text);
  }
}
