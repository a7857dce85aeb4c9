import { type ArtRecord, findArtRecord } from '../drawing/art-records.ts';
import { findBlip } from '../drawing/read-blip.ts';
import { artTypes, readShapeOptions, type ShapeOptions } from '../drawing/shape-options.ts';

/** Kinds of pictures that are drawings, and those among them with the name of a file ([MS-DOC] 2.9.158). */
const kinds = { drawing: 0x64, namedDrawing: 0x66 };

/** A picture in the text. */
export interface InlinePicture extends ShapeOptions {
  /** The record with its file; undefined if there is none. */
  readonly file: ArtRecord | undefined;
}

/** Reads a picture in the text ([MS-DOC] 2.9.192). @returns undefined for other objects */
export function readInlinePicture(data: Buffer, offset: number): InlinePicture | undefined {
  if (offset + 8 > data.length) return undefined;
  const picture = data.subarray(offset, offset + data.readUInt32LE(offset));
  if (picture.length < 8) return undefined;
  const kind = picture.readInt16LE(6);
  if (kind !== kinds.drawing && kind !== kinds.namedDrawing) return undefined;
  const headBytes = picture.readUInt16LE(4);
  const start = headBytes + (kind === kinds.namedDrawing ? 1 + (picture[headBytes] ?? 0) : 0);
  const records = picture.subarray(start);
  const shape = findArtRecord(records, artTypes.shape);
  return shape && { ...readShapeOptions(shape.data), file: findBlip(records) };
}
