/** A record of a binary drawing or presentation ([MS-ODRAW] 2.2.1, [MS-PPT] 2.3.1). */
export interface ArtRecord {
  readonly type: number;
  /** Its meaning depends on the type. */
  readonly instance: number;
  /** Whether the data are records. */
  readonly isContainer: boolean;
  readonly data: Buffer;
  /** Offset of the data in the buffer that was read. */
  readonly offset: number;
}

const headBytes = 8;
const containerVersion = 15;

/** Reads records one after another; one that is cut off has the data up to the end. */
export function* readArtRecords(bytes: Buffer): Generator<ArtRecord> {
  let at = 0;
  while (at + headBytes <= bytes.length) {
    const head = bytes.readUInt16LE(at);
    const length = bytes.readUInt32LE(at + 4);
    const offset = at + headBytes;
    yield {
      type: bytes.readUInt16LE(at + 2),
      instance: head >> 4,
      isContainer: (head & 15) === containerVersion,
      data: bytes.subarray(offset, offset + length),
      offset,
    };
    at = offset + length;
  }
}

/** The first record of a type. */
export function findArtRecord(bytes: Buffer, type: number): ArtRecord | undefined {
  for (const record of readArtRecords(bytes)) if (record.type === type) return record;
  return undefined;
}
