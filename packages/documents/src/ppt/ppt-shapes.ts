import type { PageBox } from '@quern/content/blocks/content-block';
import { type ArtRecord, findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import { artTypes, readShapeOptions, type ShapeOptions } from '../drawing/shape-options.ts';
import { turnBox } from '../office/turn-box.ts';
import { pointsPerUnit } from './open-ppt.ts';
import { pptTypes } from './ppt-types.ts';
import { type PptText, readPptText } from './read-ppt-text.ts';

/** A shape of a slide, or a group of them. */
export interface PptShape {
  readonly box: PageBox | undefined;
  /** Type of the placeholder ([MS-PPT] 2.13.21); undefined for other shapes. */
  readonly placeholder: number | undefined;
  readonly text: PptText | undefined;
  readonly options: ShapeOptions;
  /** Data of the program that made it. */
  readonly clientData: Buffer;
  /** Shapes of a group; undefined for a single shape. */
  readonly shapes?: readonly PptShape[];
  readonly isTable: boolean;
}

/** Types of records of drawings ([MS-ODRAW] 2.2). */
const types = {
  drawing: 0xf002,
  textBox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
  clientData: 0xf011,
  moreOptions: 0xf122,
};
const tableProperty = 0x39f;
const depthMax = 16;
const empty = Buffer.alloc(0);

/** Reads the shapes of a slide or of its notes. @param outlineList records of the texts that shapes refer to by index */
export function readPptShapes(slide: Buffer, outlineList: readonly ArtRecord[]): PptShape[] {
  const outline = splitOutline(outlineList);
  const drawing = findArtRecord(findArtRecord(slide, pptTypes.drawing)?.data ?? empty, types.drawing);
  const root = findArtRecord(drawing?.data ?? empty, artTypes.group);
  // The first shape is the slide itself.
  return root ? readMembers(root.data, outline, 0).slice(1) : [];
}

function readMembers(group: Buffer, outline: Outline, depth: number): PptShape[] {
  const shapes: PptShape[] = [];
  for (const { type, data } of readArtRecords(group)) {
    if (type === artTypes.shape) shapes.push(readShape(data, outline));
    else if (type === artTypes.group && depth < depthMax) {
      const [own, ...members] = readMembers(data, outline, depth + 1);
      if (own) shapes.push({ ...own, shapes: members });
    }
  }
  return shapes.filter(({ options }, index) => index === 0 || !options.isHidden);
}

function readShape(shape: Buffer, outline: Outline): PptShape {
  const clientData = findArtRecord(shape, types.clientData)?.data ?? empty;
  const placeholder = findArtRecord(clientData, pptTypes.placeholder)?.data;
  const textBox = findArtRecord(shape, types.textBox)?.data;
  const options = readShapeOptions(shape);
  return {
    box: readBox(shape, options.rotation),
    placeholder: placeholder && placeholder.length >= 5 ? placeholder[4] : undefined,
    text: textBox && readTextBox(textBox, outline),
    options,
    clientData,
    isTable: isTable(shape),
  };
}

function readTextBox(textBox: Buffer, outline: Outline): PptText | undefined {
  const reference = findArtRecord(textBox, pptTypes.outlineText)?.data;
  if (reference === undefined || reference.length < 4) return readPptText(readArtRecords(textBox));
  // Links of a text in the outline are in the text box.
  const index = reference.readUInt32LE(0);
  const records = outline[index] ?? [];
  // Each text belongs to one shape.
  outline[index] = undefined;
  return readPptText([...records, ...readArtRecords(textBox)]);
}

/** The records of each text of the outline, from its header to the next one; undefined for those that were read. */
type Outline = (readonly ArtRecord[] | undefined)[];

function splitOutline(records: readonly ArtRecord[]): Outline {
  const starts = records.flatMap(({ type }, at) => (type === pptTypes.textHeader ? [at] : []));
  return starts.map((start, index) => records.slice(start, starts[index + 1]));
}

/** @param rotation of the shape, clockwise in degrees */
function readBox(shape: Buffer, rotation: number): PageBox | undefined {
  const anchor = readAnchor(shape);
  if (anchor === undefined || rotation === 0) return anchor;
  // The anchor of a shape that is nearer to a quarter turn is that of the shape after it ([MS-ODRAW] 2.2.51).
  const fromLevel = ((rotation % 180) + 180) % 180;
  const isQuarter = fromLevel >= 45 && fromLevel < 135;
  return turnBox(isQuarter ? turnBox(anchor, 90) : anchor, rotation);
}

function readAnchor(shape: Buffer): PageBox | undefined {
  const child = findArtRecord(shape, types.childAnchor)?.data;
  if (child && child.length >= 16) {
    const at = (offset: number) => child.readInt32LE(offset) * pointsPerUnit;
    return { left: at(0), top: at(4), right: at(8), bottom: at(12) };
  }
  const anchor = findArtRecord(shape, types.clientAnchor)?.data;
  if (anchor === undefined || anchor.length < 8) return undefined;
  const isWide = anchor.length >= 16;
  const at = (index: number) =>
    (isWide ? anchor.readInt32LE(index * 4) : anchor.readInt16LE(index * 2)) * pointsPerUnit;
  return { top: at(0), left: at(1), right: at(2), bottom: at(3) };
}

/** Whether a group is a table ([MS-ODRAW] 2.3.4.37). */
function isTable(shape: Buffer): boolean {
  const record = findArtRecord(shape, types.moreOptions);
  const { data = empty, instance = 0 } = record ?? {};
  for (let at = 0; at < instance * 6 && at + 6 <= data.length; at += 6)
    if ((data.readUInt16LE(at) & 0x3fff) === tableProperty) return (data.readUInt32LE(at + 2) & 1) === 1;
  return false;
}
