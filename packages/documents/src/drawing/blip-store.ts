import { type ArtRecord, findArtRecord, readArtRecords } from './art-records.ts';
import { findBlip, readBlipOffsets } from './read-blip.ts';

/** Types of records ([MS-ODRAW] 2.2.12, 2.2.20). */
const types = { drawings: 0xf000, pictures: 0xf001 };
const headBytes = 8;
const empty = Buffer.alloc(0);

/** The pictures that the drawings of a file share ([MS-ODRAW] 2.2.20). */
export class BlipStore {
  readonly #list: Buffer;
  readonly #delayed: Buffer;
  readonly #offsets: readonly (number | undefined)[];
  #entries: readonly ArtRecord[] | undefined;

  /**
   * @param content that begins with the definitions of all drawings
   * @param delayed stream to which entries refer whose pictures are not in the list
   */
  constructor(content: Buffer, delayed: Buffer = empty) {
    const drawings = findArtRecord(content, types.drawings)?.data ?? empty;
    this.#list = findArtRecord(drawings, types.pictures)?.data ?? empty;
    this.#offsets = readBlipOffsets(this.#list);
    this.#delayed = delayed;
  }

  /** The record with the file of a picture. @param number of the picture, from 1 */
  fileOf(number: number): ArtRecord | undefined {
    this.#entries ??= [...readArtRecords(this.#list)];
    const entry = this.#entries[number - 1];
    const offset = this.#offsets[number - 1];
    if (entry === undefined || offset === undefined) return undefined;
    const start = entry.offset - headBytes;
    const listed = findBlip(this.#list.subarray(start, entry.offset + entry.data.length), 1);
    return (
      listed ?? (offset < this.#delayed.length ? findBlip(this.#delayed.subarray(offset), 1) : undefined)
    );
  }
}
