/** The pieces of the unigram vocabulary and its normalisation map, as typed views of the file. */
export interface Vocabulary {
  /** Log probability of each piece; `scores.length` is the number of pieces. */
  readonly scores: Float32Array;
  /** Piece `id` is `pieceBytes.subarray(offsets[id], offsets[id + 1])`, in UTF-8. */
  readonly offsets: Uint32Array;
  readonly subwordBytes: Uint8Array;
  /** What a code point becomes; one that is missing stays, an empty row drops it, 0x20 ends a word. */
  readonly normalization: ReadonlyMap<number, Uint32Array>;
}

/** Ids that every vocabulary of this kind begins with. */
export const specialTokenIds = { start: 0, pad: 1, end: 2, unknown: 3 } as const;

const headerBytes = 24;
const codePointMax = 0x10ffff;

/**
 * Reads `vocabulary.bin`: bytes `QVOC`, u32 version = 1, counts of pieces, map entries, blob bytes and targets; then
 * f32 scores, u32 offsets, the blob padded to four bytes, u32 code points (ascending), u32 starts, u32 targets, all
 * little-endian. Throws when the bytes are not a whole vocabulary.
 */
export function readVocabulary(file: Uint8Array): Vocabulary {
  const header = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (
    file.length < headerBytes ||
    header.getUint32(0, false) !== 0x51564f43 ||
    header.getUint32(4, true) !== 1
  )
    throw new Error('This is not a vocabulary (QVOC, version 1).');
  const [pieces, entries, blobBytes, targets] = [8, 12, 16, 20].map((at) => header.getUint32(at, true));
  if (pieces === undefined || entries === undefined || blobBytes === undefined || targets === undefined)
    throw new Error('unreachable');
  const blobPadded = Math.ceil(blobBytes / 4) * 4;
  const expected = headerBytes + 4 * (2 * pieces + 1 + 2 * entries + 1 + targets) + blobPadded;
  if (expected !== file.length)
    throw new Error(`The vocabulary is damaged: ${pieces} pieces do not fit ${file.length} bytes.`);
  const words = new WordReader(file, headerBytes);
  const scores = new Float32Array(words.take(pieces).buffer);
  const offsets = words.take(pieces + 1);
  const pieceBytes = words.takeBytes(blobPadded).subarray(0, blobBytes);
  const normalisation = readMap(words.take(entries), words.take(entries + 1), words.take(targets));
  checkAscending(offsets, blobBytes);
  if (pieces <= specialTokenIds.unknown)
    throw new Error('The vocabulary is damaged: the special pieces are missing.');
  return { scores, offsets, subwordBytes: pieceBytes, normalization: normalisation };
}

/** Copies out of the file, since views need four-byte alignment there and the file shall be let go. */
class WordReader {
  readonly #file: Uint8Array;
  #at: number;

  constructor(file: Uint8Array, at: number) {
    this.#file = file;
    this.#at = at;
  }

  take(count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.takeBytes(count * 4).buffer);
  }

  takeBytes(count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    bytes.set(this.#file.subarray(this.#at, this.#at + count));
    this.#at += count;
    return bytes;
  }
}

function readMap(
  codePoints: Uint32Array,
  starts: Uint32Array,
  targets: Uint32Array,
): Map<number, Uint32Array> {
  checkAscending(starts, targets.length);
  if (targets.some((target) => target > codePointMax))
    throw new Error('The vocabulary is damaged: a target is no code point.');
  const map = new Map<number, Uint32Array>();
  for (const [at, codePoint] of codePoints.entries())
    map.set(codePoint, targets.subarray(starts[at], starts[at + 1]));
  return map;
}

function checkAscending(starts: Uint32Array, end: number): void {
  let before = 0;
  for (const start of starts) {
    if (start < before) throw new Error('The vocabulary is damaged: its offsets do not ascend.');
    before = start;
  }
  if (starts[0] !== 0 || before !== end)
    throw new Error('The vocabulary is damaged: its offsets do not cover their table.');
}
