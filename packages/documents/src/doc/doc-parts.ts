import type { CompoundStorage } from '../compound/open-compound-file.ts';
import type { BlockBudget } from '../office/block-collector.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import type { EmbeddedObjects } from '../ole/embedded-objects.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { DocumentStyles } from '../word/document-styles.ts';
import type { ListNumbering } from '../word/list-numbering.ts';
import type { DocDrawings } from './doc-drawings.ts';
import type { FileInformation, TablePartName } from './file-information.ts';
import type { FormattedRuns } from './formatted-runs.ts';
import type { LongProperties } from './paragraph-format.ts';
import type { DocText } from './text-pieces.ts';

/** A part of the text. */
export interface TextRangeOfPart {
  readonly start: number;
  readonly end: number;
}

/** Definitions and state that all parts of a document share. */
export interface DocContext {
  readonly text: DocText;
  readonly characters: FormattedRuns;
  readonly paragraphs: FormattedRuns;
  /** The data stream, which has pictures and long properties. */
  readonly data: Buffer;
  readonly longProperties: LongProperties;
  readonly styles: DocumentStyles;
  readonly numbering: ListNumbering;
  /** Fonts by index. */
  readonly fonts: readonly string[];
  /** Texts of the notes, by the positions of their references. */
  readonly notes: ReadonlyMap<number, TextRangeOfPart>;
  /** Texts of the text boxes, by the positions of their anchors. */
  readonly boxes: ReadonlyMap<number, TextRangeOfPart>;
  /** Shapes by the positions of their anchors. */
  readonly anchors: ReadonlyMap<number, number>;
  readonly drawings: DocDrawings;
  readonly pictures: DocumentPictures;
  readonly objects: EmbeddedObjects;
  /** Opens the storage of an embedded object. */
  readonly openObject: (id: number) => CompoundStorage | undefined;
  readonly blocks: BlockBudget;
  readonly repetitions: RepetitionBudget;
}

const referenceBytes = 2;
const anchorBytes = 26;
const textBoxBytes = 22;
/** Offset of the number of the shape in the entry of a text box ([MS-DOC] 2.9.102). */
const shapeAt = 14;

/** Finds the texts of footnotes and endnotes ([MS-DOC] 2.8.17, 2.8.18). */
export function findNotes(table: Buffer, information: FileInformation): Map<number, TextRangeOfPart> {
  const { main, footnotes, headers, comments } = information.lengths;
  const notes = new Map<number, TextRangeOfPart>();
  const add = (references: TablePartName, texts: TablePartName, start: number) => {
    const positions = readPositions(partIn(table, information, references), referenceBytes);
    const places = readPositions(partIn(table, information, texts), 0);
    let last = 0;
    for (const [index, position] of positions.entries()) {
      const [from, to] = [places[index], places[index + 1]];
      // The texts follow one another in sound files.
      if (from === undefined || to === undefined || from < last || to <= from) continue;
      notes.set(position, { start: start + from, end: start + to });
      last = to;
    }
  };
  add('footnoteReferences', 'footnoteTexts', main);
  add('endnoteReferences', 'endnoteTexts', main + footnotes + headers + comments);
  return notes;
}

/** Finds the shapes that are anchored in the text ([MS-DOC] 2.8.37). @returns their numbers by the positions */
export function findAnchors(table: Buffer, information: FileInformation): Map<number, number> {
  const anchors = partIn(table, information, 'shapes');
  const positions = readPositions(anchors, anchorBytes);
  const shapes = new Map<number, number>();
  for (const [index, position] of positions.entries()) {
    const at = (positions.length + 1) * 4 + index * anchorBytes;
    if (at + 4 <= anchors.length) shapes.set(position, anchors.readUInt32LE(at));
  }
  return shapes;
}

/** Finds the texts of text boxes, whose shapes are anchored in the text ([MS-DOC] 2.8.32, 2.8.37). */
export function findTextBoxes(
  table: Buffer,
  information: FileInformation,
  anchors: ReadonlyMap<number, number>,
): Map<number, TextRangeOfPart> {
  const { main, footnotes, headers, comments, endnotes } = information.lengths;
  const start = main + footnotes + headers + comments + endnotes;
  const positions = new Map([...anchors].map(([position, shape]) => [shape, position]));
  const texts = partIn(table, information, 'textBoxTexts');
  const places = readPositions(texts, textBoxBytes);
  const boxes = new Map<number, TextRangeOfPart>();
  let last = 0;
  for (const [index, place] of places.entries()) {
    const at = (places.length + 1) * 4 + index * textBoxBytes + shapeAt;
    const anchor = at + 4 <= texts.length ? positions.get(texts.readUInt32LE(at)) : undefined;
    const end = texts.readUInt32LE((index + 1) * 4);
    if (anchor === undefined || place < last || end <= place) continue;
    boxes.set(anchor, { start: start + place, end: start + end });
    last = end;
  }
  return boxes;
}

/** A part of the table stream. */
export function partIn(table: Buffer, information: FileInformation, name: TablePartName): Buffer {
  const { offset, length } = information.partOf(name);
  return table.subarray(offset, offset + length);
}

/** Reads the positions of a list of positions, each of which but the last has data ([MS-DOC] 2.2.2). */
function readPositions(list: Buffer, dataBytes: number): number[] {
  const count = Math.max(0, Math.floor((list.length - 4) / (4 + dataBytes)));
  return Array.from({ length: dataBytes === 0 ? count + 1 : count }, (_, index) =>
    index * 4 + 4 <= list.length ? list.readUInt32LE(index * 4) : 0,
  );
}
