import { Rc4 } from './rc4.ts';
import type { BlockKey } from './rc4-encryption.ts';

/** Decrypts a stream from its beginning to its end. */
export interface StreamCipher {
  /**
   * Decrypts bytes of a record in place.
   *
   * @param record place of its data in the stream
   * @param from offset of the first byte of it that is encrypted
   */
  decrypt(stream: Buffer, record: { readonly start: number; readonly end: number }, from: number): void;
}

/** RC4 whose key changes with each block of the stream. */
export class BlockCipher implements StreamCipher {
  readonly #keyOf: BlockKey;
  readonly #blockBytes: number;
  readonly #keystream: Buffer;
  #block = -1;

  constructor(keyOf: BlockKey, blockBytes: number) {
    this.#keyOf = keyOf;
    this.#blockBytes = blockBytes;
    this.#keystream = Buffer.alloc(blockBytes);
  }

  decrypt(stream: Buffer, { end }: { readonly end: number }, from: number): void {
    for (let at = from; at < end; ) {
      const block = Math.floor(at / this.#blockBytes);
      if (block !== this.#block) this.#open(block);
      const start = block * this.#blockBytes;
      const to = Math.min(end, start + this.#blockBytes);
      for (; at < to; at++) stream[at] = (stream[at] ?? 0) ^ (this.#keystream[at - start] ?? 0);
    }
  }

  #open(block: number): void {
    this.#block = block;
    this.#keystream.fill(0);
    new Rc4(this.#keyOf(block)).apply(this.#keystream);
  }
}
