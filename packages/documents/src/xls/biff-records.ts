import { DocumentError } from '../errors/document-error.ts';

/** A record of a workbook ([MS-XLS] 2.1.4) with the records that continue it. */
export interface BiffRecord {
  readonly type: number;
  readonly data: Buffer;
  /** Data of the records after it that continue it; few records have any. */
  readonly continuations: readonly Buffer[];
  /** Offset of the record in the stream. */
  readonly offset: number;
}

/** Types of records ([MS-XLS] 2.3). */
export const recordTypes = {
  formula: 0x06,
  eof: 0x0a,
  dateMode: 0x22,
  filePass: 0x2f,
  font: 0x31,
  continue: 0x3c,
  codePage: 0x42,
  columnInfo: 0x7d,
  boundSheet: 0x85,
  multipleRk: 0xbd,
  richText: 0xd6,
  xf: 0xe0,
  interfaceHeader: 0xe1,
  mergedCells: 0xe5,
  drawingGroup: 0xeb,
  drawing: 0xec,
  sharedStrings: 0xfc,
  sharedLabel: 0xfd,
  revisionInformation: 0x138,
  revisionHeader: 0x139,
  userExclusive: 0x194,
  fileLock: 0x195,
  hyperlink: 0x1b8,
  number: 0x203,
  label: 0x204,
  booleanOrError: 0x205,
  string: 0x207,
  row: 0x208,
  rk: 0x27e,
  format: 0x41e,
  bof: 0x809,
} as const;

const headBytes = 4;
/** Bytes of all sheets as a multiple of the stream; sheets of damaged files overlap. */
const overlapMax = 2;

/** Limits the records that are read. */
export class RecordBudget {
  #left: number;

  constructor(streamBytes: number) {
    this.#left = streamBytes * overlapMax;
  }

  /** @throws DocumentError `too_complex` */
  take(bytes: number): void {
    this.#left -= bytes + headBytes;
    if (this.#left < 0)
      throw new DocumentError(
        'too_complex',
        'The spreadsheet has sheets that share their cells: save it as XLSX.',
      );
  }
}

const noContinuations: readonly Buffer[] = [];

/** Reads the records of a stream from an offset on; a record that is cut off ends it. */
export function* readBiffRecords(stream: Buffer, start: number): Generator<BiffRecord> {
  let offset = start;
  while (offset + 4 <= stream.length) {
    const type = stream.readUInt16LE(offset);
    const end = offset + 4 + stream.readUInt16LE(offset + 2);
    if (end > stream.length) return;
    const data = stream.subarray(offset + 4, end);
    const continuations: Buffer[] = [];
    let next = end;
    while (next + 4 <= stream.length && stream.readUInt16LE(next) === recordTypes.continue) {
      const after = next + 4 + stream.readUInt16LE(next + 2);
      if (after > stream.length) break;
      continuations.push(stream.subarray(next + 4, after));
      next = after;
    }
    yield { type, data, offset, continuations: continuations.length === 0 ? noContinuations : continuations };
    offset = next;
  }
}
