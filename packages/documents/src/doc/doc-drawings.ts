import { type ArtRecord, findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import { findBlip, readBlipOffsets } from '../drawing/read-blip.ts';
import { artTypes, readShapeOptions, type ShapeOptions } from '../drawing/shape-options.ts';

/** Types of records ([MS-ODRAW] 2.2.12 to 2.2.40). */
const types = { drawings: 0xf000, pictures: 0xf001, drawing: 0xf002, shapeRecord: 0xf00a };
const shapesMax = 100_000;
const depthMax = 16;
const empty = Buffer.alloc(0);

/** The drawings of a document, whose shapes are anchored in the text ([MS-DOC] 2.9.172). */
export class DocDrawings {
  readonly #main: Buffer;
  readonly #list: Buffer;
  readonly #offsets: readonly (number | undefined)[];
  /** Pictures of the shapes that are not in a group, and of groups, by the numbers of the shapes. */
  readonly #pictures = new Map<number, readonly ShapeOptions[]>();
  #shapes = 0;

  /**
   * @param content of the drawings in the table stream
   * @param main stream, in which the pictures are
   */
  constructor(content: Buffer, main: Buffer) {
    this.#main = main;
    const group = findArtRecord(content, types.drawings);
    this.#list = findArtRecord(group?.data ?? empty, types.pictures)?.data ?? empty;
    this.#offsets = readBlipOffsets(this.#list);
    // Each drawing is after a byte that states whether it is one of the text or of the heads.
    for (let at = (group?.offset ?? 0) + (group?.data.length ?? 0); at + 1 < content.length; ) {
      const { value } = readArtRecords(content.subarray(at + 1)).next();
      if (value?.type !== types.drawing) break;
      const root = findArtRecord(value.data, artTypes.group);
      if (root) this.#readShapes(root.data);
      at += 1 + value.offset + value.data.length;
    }
  }

  /** @returns the pictures of a shape or group, without hidden ones */
  picturesOf(shape: number): readonly ShapeOptions[] {
    return this.#pictures.get(shape) ?? [];
  }

  /** The record with the file of a picture. @param number of the picture, from 1 */
  fileOf(number: number): ArtRecord | undefined {
    const offset = this.#offsets[number - 1];
    if (offset === undefined) return undefined;
    const delayed = offset < this.#main.length ? findBlip(this.#main.subarray(offset), 1) : undefined;
    return delayed ?? this.#inList(number);
  }

  /** Few files have pictures in the list itself. */
  #inList(number: number): ArtRecord | undefined {
    let index = 0;
    for (const { offset, data } of readArtRecords(this.#list))
      if (++index === number) return findBlip(this.#list.subarray(offset - 8, offset + data.length), 1);
    return undefined;
  }

  #readShapes(group: Buffer): void {
    for (const record of readArtRecords(group)) {
      const [first] =
        record.type === artTypes.group ? [findArtRecord(record.data, artTypes.shape)] : [record];
      const number = first?.type === artTypes.shape ? numberOf(first.data) : undefined;
      if (number === undefined || this.#pictures.has(number)) continue;
      const pictures: ShapeOptions[] = [];
      this.#collect(record, pictures, 0);
      if (pictures.length > 0) this.#pictures.set(number, pictures);
    }
  }

  #collect({ type, data }: ArtRecord, pictures: ShapeOptions[], depth: number): void {
    if (++this.#shapes > shapesMax || depth > depthMax) return;
    if (type === artTypes.group)
      for (const member of readArtRecords(data)) this.#collect(member, pictures, depth + 1);
    else if (type === artTypes.shape) {
      const options = readShapeOptions(data);
      if (options.hasPicture && !options.isHidden) pictures.push(options);
    }
  }
}

function numberOf(shape: Buffer): number | undefined {
  const record = findArtRecord(shape, types.shapeRecord)?.data;
  return record === undefined || record.length < 4 ? undefined : record.readUInt32LE(0);
}
