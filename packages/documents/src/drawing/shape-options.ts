import { meaningfulDescription } from '../office/meaningful-description.ts';
import { findArtRecord } from './art-records.ts';

/** Properties of a shape, as far as they matter for its text ([MS-ODRAW] 2.3). */
export interface ShapeOptions {
  /** '' if there is none, or a program wrote it by itself. */
  readonly description: string;
  readonly hasPicture: boolean;
  /** Number of its picture in the list of pictures, from 1; 0 for none. */
  readonly pictureNumber: number;
  readonly isHidden: boolean;
  /** Clockwise, in degrees. */
  readonly rotation: number;
}

/** Types of records ([MS-ODRAW] 2.2). */
export const artTypes = { group: 0xf003, shape: 0xf004, options: 0xf00b } as const;
const properties = { rotation: 0x4, picture: 0x104, description: 0x381, flags: 0x3bf };
const flags = { isHidden: 0x2, statesHidden: 0x20000 };
const propertyBytes = 6;
/** Numbers with 16 bits after the point. */
const fixedPointUnits = 65_536;

/** Reads the properties of a shape. @param shape data of its container */
export function readShapeOptions(shape: Buffer): ShapeOptions {
  let description = '';
  let pictureNumber = 0;
  let isHidden = false;
  let rotation = 0;
  const record = findArtRecord(shape, artTypes.options);
  const data = record?.data ?? Buffer.alloc(0);
  let complexAt = (record?.instance ?? 0) * propertyBytes;
  for (let at = 0; at < (record?.instance ?? 0) * propertyBytes && at + propertyBytes <= data.length; ) {
    const id = data.readUInt16LE(at);
    const value = data.readUInt32LE(at + 2);
    at += propertyBytes;
    const isComplex = (id & 0x8000) !== 0;
    const property = id & 0x3fff;
    if (property === properties.picture) pictureNumber = value;
    else if (property === properties.rotation) rotation = (value | 0) / fixedPointUnits;
    else if (property === properties.description && isComplex)
      description = data.toString('utf16le', complexAt, complexAt + value).split('\0', 1)[0] ?? '';
    else if (property === properties.flags)
      isHidden = (value & flags.isHidden) !== 0 && (value & flags.statesHidden) !== 0;
    if (isComplex) complexAt += value;
  }
  return {
    description: meaningfulDescription(description),
    hasPicture: pictureNumber !== 0,
    pictureNumber,
    isHidden,
    rotation,
  };
}
