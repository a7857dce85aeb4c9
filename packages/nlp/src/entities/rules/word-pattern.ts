import { prefixesOf } from './pattern-prefixes.ts';
import { extendHash, hashCount, shortHash, shortHashCount } from './prefix-hash.ts';
import type { WordStarts } from './word-starts.ts';

/** A pattern that matches at the starts of words. It is tried only where the text begins like one of its matches. */
export class WordPattern {
  readonly #source: string;
  readonly #flags: string;
  #regex: RegExp | undefined;
  /** By short hash: 1 for those of the first code units of prefixes. */
  readonly #firsts = new Uint8Array(shortHashCount);
  /** The short hashes of the first code units of prefixes. */
  readonly #firstHashes: readonly number[];
  /** By hash: a bit for the length of each prefix that has it. */
  readonly #prefixLengths = new Uint8Array(hashCount);

  /** @param pattern without the border before the word; a source is compiled with the flags `iu` */
  constructor(pattern: string | RegExp) {
    const { source, flags } = typeof pattern === 'string' ? { source: pattern, flags: 'iu' } : pattern;
    this.#source = source;
    this.#flags = `${flags}y`;
    for (const prefix of prefixesOf(source)) this.#addPrefix(prefix);
    this.#firstHashes = [...this.#firsts.keys()].filter((hash) => this.#firsts[hash] === 1);
  }

  #addPrefix(prefix: string): void {
    if (prefix === '') {
      this.#firsts.fill(1);
      this.#prefixLengths.fill(1 << 1);
      return;
    }
    let hash = extendHash(0, prefix.charCodeAt(0));
    this.#firsts[shortHash(hash)] = 1;
    for (let at = 1; at < prefix.length; at += 1) hash = extendHash(hash, prefix.charCodeAt(at));
    this.#prefixLengths[hash] = this.#lengthsOf(hash) | (1 << prefix.length);
  }

  /** Finds all matches from left to right, as `text.matchAll` does. */
  *matchAll(starts: WordStarts): Generator<RegExpExecArray> {
    let match = this.find(starts, 0);
    while (match !== undefined) {
      yield match;
      match = this.find(starts, match.index + Math.max(1, match[0].length));
    }
  }

  /** Finds the first match at or after an offset. */
  find(starts: WordStarts, from: number): RegExpExecArray | undefined {
    const { text, offsets, firstHashes, occurring } = starts;
    const firsts = this.#firsts;
    if (!this.#firstHashes.some((hash) => occurring[hash] === 1)) return undefined;
    for (let index = starts.indexFrom(from); index < firstHashes.length; index += 1) {
      // The cheapest check first: this runs for each word of a text and each pattern.
      const hash = firstHashes[index];
      if (hash === undefined || firsts[shortHash(hash)] === 0 || !this.#isPossible(starts, index)) continue;
      const match = this.#matchAt(text, offsets[index] ?? 0);
      if (match !== null) return match;
    }
    return undefined;
  }

  #matchAt(text: string, offset: number): RegExpExecArray | null {
    // Many patterns are never tried, and compiling one takes milliseconds.
    this.#regex ??= new RegExp(this.#source, this.#flags);
    this.#regex.lastIndex = offset;
    return this.#regex.exec(text);
  }

  #isPossible({ firstHashes, secondHashes, thirdHashes }: WordStarts, index: number): boolean {
    return (
      (this.#lengthsOf(firstHashes[index]) & (1 << 1)) !== 0 ||
      (this.#lengthsOf(secondHashes[index]) & (1 << 2)) !== 0 ||
      (this.#lengthsOf(thirdHashes[index]) & (1 << 3)) !== 0
    );
  }

  #lengthsOf(hash: number | undefined): number {
    return this.#prefixLengths[hash ?? 0] ?? 0;
  }
}
