import { type ArtRecord, findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import { BlipStore } from '../drawing/blip-store.ts';
import { findPictureShapes } from '../drawing/find-picture-shapes.ts';
import { artTypes, type ShapeOptions } from '../drawing/shape-options.ts';

/** Types of records ([MS-ODRAW] 2.2.12, 2.2.13, 2.2.40). */
const types = { drawings: 0xf000, drawing: 0xf002, shapeRecord: 0xf00a };

/** The drawings of a document, whose shapes are anchored in the text ([MS-DOC] 2.9.172). */
export class DocDrawings {
  readonly #store: BlipStore;
  /** Pictures of the shapes that are not in a group, and of groups, by the numbers of the shapes. */
  readonly #pictures = new Map<number, readonly ShapeOptions[]>();

  /**
   * @param content of the drawings in the table stream
   * @param main stream, in which the pictures are
   */
  constructor(content: Buffer, main: Buffer) {
    this.#store = new BlipStore(content, main);
    const shared = findArtRecord(content, types.drawings);
    let at = shared === undefined ? content.length : shared.offset + shared.data.length;
    // Each drawing is after a byte that states whether it is one of the text or of the heads.
    while (at + 1 < content.length) {
      const { value } = readArtRecords(content.subarray(at + 1)).next();
      if (value?.type !== types.drawing) break;
      const root = findArtRecord(value.data, artTypes.group);
      for (const record of readArtRecords(root?.data ?? Buffer.alloc(0))) this.#readShape(record);
      at += 1 + value.offset + value.data.length;
    }
  }

  /** @returns the pictures of a shape or group, without hidden ones */
  picturesOf(shape: number): readonly ShapeOptions[] {
    return this.#pictures.get(shape) ?? [];
  }

  /** The record with the file of a picture. @param number of the picture, from 1 */
  fileOf(number: number): ArtRecord | undefined {
    return this.#store.fileOf(number);
  }

  #readShape(record: ArtRecord): void {
    const first = record.type === artTypes.group ? findArtRecord(record.data, artTypes.shape) : record;
    const number = first?.type === artTypes.shape ? numberOf(first.data) : undefined;
    if (number === undefined || this.#pictures.has(number)) return;
    const pictures = [...findPictureShapes(record)];
    if (pictures.length > 0) this.#pictures.set(number, pictures);
  }
}

function numberOf(shape: Buffer): number | undefined {
  const record = findArtRecord(shape, types.shapeRecord)?.data;
  return record === undefined || record.length < 4 ? undefined : record.readUInt32LE(0);
}
