/** The subwords of a unigram vocabulary and its normalization map. A subword's id is its index. */
export interface Vocabulary {
  /** Log probability of each subword. */
  readonly scores: Float32Array;
  /** Subword `id` is `subwordBytes.subarray(offsets[id], offsets[id + 1])`, in UTF-8. */
  readonly offsets: Uint32Array;
  readonly subwordBytes: Uint8Array;
  /** Replacements by code point. A missing code point stays, an empty list removes it, 0x20 ends a word. */
  readonly normalization: ReadonlyMap<number, Uint32Array>;
}

/** Ids of the special tokens `<s>`, `<pad>`, `</s>` and `<unk>`, the first in every vocabulary. */
export const specialTokenIds = { start: 0, pad: 1, end: 2, unknown: 3 } as const;

/** "QVOC" as a big-endian integer. */
const magicNumber = 0x51564f43;
const headerSize = 24;
const codePointMax = 0x10ffff;

/**
 * Reads `vocabulary.bin`, little-endian: bytes `QVOC`, u32 version = 1, u32 counts of subwords, map entries, subword
 * bytes and targets; then f32 scores, u32 offsets, the subword bytes padded to a multiple of four, u32 code points
 * (ascending), u32 starts, u32 targets.
 *
 * @throws Error when the bytes are not a complete, consistent vocabulary
 */
export function readVocabulary(file: Uint8Array): Vocabulary {
  const header = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (
    file.length < headerSize ||
    header.getUint32(0, false) !== magicNumber ||
    header.getUint32(4, true) !== 1
  )
    throw new Error('The file is not a vocabulary (QVOC, version 1).');
  const subwordCount = header.getUint32(8, true);
  const mapSize = header.getUint32(12, true);
  const blobSize = header.getUint32(16, true);
  const targetCount = header.getUint32(20, true);
  const paddedBlobSize = Math.ceil(blobSize / 4) * 4;
  const expectedSize =
    headerSize + 4 * (2 * subwordCount + 1 + 2 * mapSize + 1 + targetCount) + paddedBlobSize;
  if (expectedSize !== file.length)
    throw new Error(
      `The vocabulary is damaged: ${subwordCount} subwords do not match a file size of ${file.length} bytes.`,
    );
  const reader = new SectionReader(file, headerSize);
  const scores = new Float32Array(reader.readUint32s(subwordCount).buffer);
  const offsets = reader.readUint32s(subwordCount + 1);
  const subwordBytes = reader.readBytes(paddedBlobSize).subarray(0, blobSize);
  const codePoints = reader.readUint32s(mapSize);
  const starts = reader.readUint32s(mapSize + 1);
  const normalization = buildMap(codePoints, starts, reader.readUint32s(targetCount));
  checkOffsets(offsets, blobSize);
  if (subwordCount <= specialTokenIds.unknown)
    throw new Error('The vocabulary is damaged: the special tokens are missing.');
  return { scores, offsets, subwordBytes, normalization };
}

/** Copies sections out of the file: views would need four-byte alignment and keep the whole file in memory. */
class SectionReader {
  readonly #file: Uint8Array;
  #at: number;

  constructor(file: Uint8Array, at: number) {
    this.#file = file;
    this.#at = at;
  }

  readUint32s(count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.readBytes(count * 4).buffer);
  }

  readBytes(count: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(count);
    bytes.set(this.#file.subarray(this.#at, this.#at + count));
    this.#at += count;
    return bytes;
  }
}

function buildMap(
  codePoints: Uint32Array,
  starts: Uint32Array,
  targets: Uint32Array,
): Map<number, Uint32Array> {
  checkOffsets(starts, targets.length);
  if (targets.some((target) => target > codePointMax))
    throw new Error('The vocabulary is damaged: a replacement is not a code point.');
  const map = new Map<number, Uint32Array>();
  for (const [at, codePoint] of codePoints.entries())
    map.set(codePoint, targets.subarray(starts[at], starts[at + 1]));
  return map;
}

/** Checks that offsets ascend from 0 to `end`. */
function checkOffsets(offsets: Uint32Array, end: number): void {
  let previous = 0;
  for (const offset of offsets) {
    if (offset < previous) throw new Error('The vocabulary is damaged: its offsets are not ascending.');
    previous = offset;
  }
  if (offsets[0] !== 0 || previous !== end)
    throw new Error('The vocabulary is damaged: its offsets do not cover their table.');
}
