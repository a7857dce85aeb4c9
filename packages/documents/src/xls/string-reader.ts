import type { BiffRecord } from './biff-records.ts';

/** Flags of a Unicode string ([MS-XLS] 2.5.293). */
const flags = { isWide: 1, hasExtension: 4, hasRuns: 8 };

/** Reads Unicode strings that extend over records, each of which states the size of its characters again. */
export class StringReader {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at = 0;

  constructor({ data, continuations }: Pick<BiffRecord, 'data' | 'continuations'>, start = 0) {
    this.#parts = [data, ...continuations];
    this.#at = start;
  }

  /** Whether nothing follows. */
  get isAtEnd(): boolean {
    this.#enterPart();
    return this.#part >= this.#parts.length;
  }

  /** Reads a string with a count of its characters, of 1 or 2 bytes. */
  read(countBytes: 1 | 2): string {
    const count = countBytes === 1 ? this.#byte() : this.#number();
    let flag = this.#byte();
    const runs = (flag & flags.hasRuns) === 0 ? 0 : this.#number();
    const extensionBytes = (flag & flags.hasExtension) === 0 ? 0 : this.#number() + this.#number() * 65_536;
    let text = '';
    for (let left = count; left > 0 && !this.isAtEnd; ) {
      if (text !== '' && this.#at === 0) flag = this.#byte();
      const size = (flag & flags.isWide) === 0 ? 1 : 2;
      const part = this.#parts[this.#part];
      if (part === undefined) break;
      const length = Math.min(left, Math.floor((part.length - this.#at) / size));
      text += part.toString(size === 2 ? 'utf16le' : 'latin1', this.#at, this.#at + length * size);
      // A record that ends within a character is damaged.
      this.#at = length === 0 ? part.length : this.#at + length * size;
      left -= length;
    }
    this.#skip(runs * 4 + extensionBytes);
    return text;
  }

  #enterPart(): void {
    while (this.#part < this.#parts.length && this.#at >= (this.#parts[this.#part]?.length ?? 0)) {
      this.#part += 1;
      this.#at = 0;
    }
  }

  #byte(): number {
    this.#enterPart();
    const byte = this.#parts[this.#part]?.[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }

  #number(): number {
    return this.#byte() + this.#byte() * 256;
  }

  #skip(count: number): void {
    for (let left = count; left > 0 && !this.isAtEnd; ) {
      const step = Math.min(left, (this.#parts[this.#part]?.length ?? 0) - this.#at);
      this.#at += step;
      left -= step;
    }
  }
}
