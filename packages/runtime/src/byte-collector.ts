const blockBytesMin = 512;
const blockBytesMax = 256 * 1024;

/**
 * Collects bytes that are received in chunks of any size. The chunks are copied to blocks, so that memory is at most
 * twice the bytes: a chunk of one byte that is kept as a Buffer takes some 500 bytes.
 */
export class ByteCollector {
  #blocks: Buffer[] = [];
  /** Bytes of the last block that are used. */
  #used = 0;
  #length = 0;

  /** Number of bytes collected. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    const last = this.#blocks.at(-1);
    const head = chunk.subarray(0, last === undefined ? 0 : last.length - this.#used);
    last?.set(head, this.#used);
    this.#used += head.length;
    const rest = chunk.subarray(head.length);
    if (rest.length > 0) this.#appendBlock(rest);
    this.#length += chunk.length;
  }

  /** Returns the bytes, and starts again. */
  take(): Buffer<ArrayBuffer> {
    const last = this.#blocks.pop();
    const blocks = last === undefined ? [] : [...this.#blocks, last.subarray(0, this.#used)];
    const [only] = blocks;
    const isWhole = blocks.length === 1 && only?.byteLength === only?.buffer.byteLength;
    const bytes = isWhole && only !== undefined ? only : Buffer.concat(blocks, this.#length);
    this.#blocks = [];
    this.#used = 0;
    this.#length = 0;
    return bytes as Buffer<ArrayBuffer>;
  }

  #appendBlock(bytes: Uint8Array): void {
    // The first block is exact, because most bodies arrive in one chunk.
    const grown = Math.max(blockBytesMin, Math.min(this.#length, blockBytesMax));
    const size = this.#blocks.length === 0 ? bytes.length : Math.max(bytes.length, grown);
    const block = Buffer.alloc(size);
    block.set(bytes);
    this.#blocks.push(block);
    this.#used = bytes.length;
  }
}
