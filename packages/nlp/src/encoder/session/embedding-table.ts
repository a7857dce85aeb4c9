import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** "QEMB" as a big-endian integer. */
const magicNumber = 0x51454d42;
const headerSize = 20;
/** Values that share a scale. Each byte packs two of them. */
const blockSize = 32;

/**
 * Token embeddings, quantized to four bits and read row by row from their file.
 *
 * Only the scales stay in memory (4.2 MB). The rows (34 MB) are read on demand, 192 bytes at a time: this costs 1-2 µs
 * per subword, compared with about 200 µs for the network, and all threads share the page cache instead of holding
 * copies.
 *
 * Format of `embeddings.bin`, little-endian: bytes `QEMB`; u32 version = 1, row count, hidden size, block size = 32; one
 * float16 scale per block; 16 bytes per block whose low nibbles are values 0-15 and whose high nibbles are values 16-31.
 * A value is (nibble − 8) · scale.
 */
export class EmbeddingTable {
  /** Values per row. */
  readonly hiddenSize: number;
  readonly #file: number;
  readonly #rowCount: number;
  readonly #rowsStart: number;
  /** Scales of all blocks, as float16 bits. */
  readonly #scales: Uint16Array;
  readonly #packedRow: Uint8Array;

  /**
   * Opens a table. Call `close` to release its file.
   *
   * @throws Error when the file is not an embedding table or has the wrong size
   */
  static open(path: string): EmbeddingTable {
    const file = openSync(path, 'r');
    try {
      return new EmbeddingTable(file);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  private constructor(file: number) {
    const size = fstatSync(file).size;
    const header = new DataView(readBytes(file, 0, Math.min(size, headerSize)).buffer);
    if (size < headerSize || header.getUint32(0, false) !== magicNumber || header.getUint32(4, true) !== 1)
      throw new Error('The file is not an embedding table (QEMB, version 1).');
    const [rowCount, hiddenSize] = [header.getUint32(8, true), header.getUint32(12, true)];
    const blocksPerRow = hiddenSize / blockSize;
    if (header.getUint32(16, true) !== blockSize || !Number.isInteger(blocksPerRow) || blocksPerRow === 0)
      throw new Error(
        `The embedding table is damaged: rows of ${hiddenSize} values are not divisible into blocks of ${blockSize}.`,
      );
    const scalesSize = rowCount * blocksPerRow * 2;
    if (size !== headerSize + scalesSize + (rowCount * hiddenSize) / 2)
      throw new Error(
        `The embedding table is damaged: ${rowCount} rows of ${hiddenSize} values do not match a file size of ${size} bytes.`,
      );
    this.#file = file;
    this.hiddenSize = hiddenSize;
    this.#rowCount = rowCount;
    this.#rowsStart = headerSize + scalesSize;
    this.#scales = new Uint16Array(readBytes(file, headerSize, scalesSize).buffer);
    this.#packedRow = new Uint8Array(hiddenSize / 2);
  }

  /**
   * Writes the rows of `ids` one after the other into `out`, starting at `offset`.
   *
   * @throws RangeError for an id outside the table
   */
  lookUp(ids: Int32Array, out: Float32Array, offset: number): void {
    const packed = this.#packedRow;
    const blocksPerRow = this.hiddenSize / blockSize;
    let at = offset;
    for (const id of ids) {
      if (id < 0 || id >= this.#rowCount)
        throw new RangeError(`No embedding ${id}: the table has ${this.#rowCount} rows.`);
      readSync(this.#file, packed, 0, packed.length, this.#rowsStart + id * packed.length);
      for (let block = 0; block < blocksPerRow; block += 1) {
        const scale = float16ToNumber(this.#scales[id * blocksPerRow + block] ?? 0);
        expandBlock(packed, block * (blockSize / 2), scale, out, at);
        at += blockSize;
      }
    }
  }

  /** Closes the file. The table cannot be used afterward. */
  close(): void {
    closeSync(this.#file);
  }
}

function expandBlock(packed: Uint8Array, from: number, scale: number, out: Float32Array, at: number): void {
  for (let step = 0; step < blockSize / 2; step += 1) {
    const byte = packed[from + step] ?? 0;
    out[at + step] = ((byte & 15) - 8) * scale;
    out[at + step + blockSize / 2] = ((byte >> 4) - 8) * scale;
  }
}

/** Decodes the bits of an IEEE 754 half-precision number. */
function float16ToNumber(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 === 1 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function readBytes(file: number, from: number, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  for (let done = 0; done < count; ) {
    const got = readSync(file, bytes, done, count - done, from + done);
    if (got === 0) throw new Error('The embedding table is damaged: unexpected end of file.');
    done += got;
  }
  return bytes;
}
