import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The word embeddings, row by row out of their file. */
export interface EmbeddingTable {
  /** Values in a row. */
  readonly hiddenSize: number;
  readonly rowCount: number;
  /** Writes the row of each id into `out` from `offset` on, one after the other. */
  lookUp(ids: Int32Array, out: Float32Array, offset: number): void;
  close(): void;
}

const headerBytes = 20;
/** Values that share a scale; two of them lie in a byte. */
const blockSize = 32;

/**
 * Opens `embeddings.bin`: bytes `QEMB`, u32 version = 1, rows, hidden, block = 32; then a float16 scale a block and
 * 16 bytes a block whose low nibbles are values 0-15 and high nibbles 16-31; value = (nibble − 8) · scale.
 *
 * The scales are kept (3.4 MB) and the rows (27 MB) are read when they are needed, 192 bytes at a time: that costs 1-2
 * µs where the network takes 200 a token, and all threads share the operating system's cache instead of a copy each.
 * Throws when the file is damaged.
 */
export function openEmbeddingTable(path: string): EmbeddingTable {
  const file = openSync(path, 'r');
  try {
    return readTables(file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function readTables(file: number): EmbeddingTable {
  const size = fstatSync(file).size;
  const header = new DataView(readBytes(file, 0, Math.min(size, headerBytes)).buffer);
  if (size < headerBytes || header.getUint32(0, false) !== 0x51454d42 || header.getUint32(4, true) !== 1)
    throw new Error('This is no file of embeddings (QEMB, version 1).');
  const [rows, hidden] = [header.getUint32(8, true), header.getUint32(12, true)];
  const blocks = hidden / blockSize;
  const nibblesAt = headerBytes + rows * blocks * 2;
  const rowBytes = hidden / 2;
  if (header.getUint32(16, true) !== blockSize || !Number.isInteger(blocks) || blocks === 0)
    throw new Error(
      `The embeddings are damaged: rows of ${hidden} values do not come in blocks of ${blockSize}.`,
    );
  if (size !== nibblesAt + rows * rowBytes)
    throw new Error(`The embeddings are damaged: ${rows} rows of ${hidden} values do not fit ${size} bytes.`);
  const scales = new Uint16Array(readBytes(file, headerBytes, rows * blocks * 2).buffer);
  const packed = new Uint8Array(rowBytes);
  return {
    hiddenSize: hidden,
    rowCount: rows,
    lookUp: (ids, out, offset) => {
      let at = offset;
      for (const id of ids) {
        if (id < 0 || id >= rows) throw new RangeError(`There is no embedding ${id}; there are ${rows}.`);
        readSync(file, packed, 0, rowBytes, nibblesAt + id * rowBytes);
        for (let block = 0; block < blocks; block += 1) {
          expandBlock(packed, block * (blockSize / 2), toFloat(scales[id * blocks + block] ?? 0), out, at);
          at += blockSize;
        }
      }
    },
    close: () => closeSync(file),
  };
}

function expandBlock(packed: Uint8Array, from: number, scale: number, out: Float32Array, at: number): void {
  for (let step = 0; step < blockSize / 2; step += 1) {
    const byte = packed[from + step] ?? 0;
    out[at + step] = ((byte & 15) - 8) * scale;
    out[at + step + blockSize / 2] = ((byte >> 4) - 8) * scale;
  }
}

/** The value of an IEEE 754 half-precision number's bits. */
function toFloat(bits: number): number {
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
    if (got === 0) throw new Error('The embeddings are damaged: their file ended early.');
    done += got;
  }
  return bytes;
}
