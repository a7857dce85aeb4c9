import { DocumentError } from '../errors/document-error.ts';

/** Part of the table stream. */
export interface TablePart {
  readonly offset: number;
  readonly length: number;
}

/** Numbers of characters of the parts of a document, in the order of the text ([MS-DOC] 2.3). */
export interface TextLengths {
  readonly main: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly textBoxes: number;
}

/** Indexes of the parts of the table stream ([MS-DOC] 2.5.6). */
const parts = {
  styles: 1,
  footnoteReferences: 2,
  footnoteTexts: 3,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  shapes: 40,
  endnoteReferences: 46,
  endnoteTexts: 47,
  drawings: 50,
  textBoxTexts: 56,
  lists: 73,
  listOverrides: 74,
} as const;

/** A part of the table stream that the reader uses. */
export type TablePartName = keyof typeof parts;

/** The file information block at the beginning of a document ([MS-DOC] 2.5.1). */
export interface FileInformation {
  readonly lengths: TextLengths;
  partOf(name: TablePartName): TablePart;
}

const versionMin = 0xc1;
const usesTable1 = 0x200;
const partsOffset = 154;

/** Whether a stream begins as the main stream of a document of Word 97 or later does. */
export function isDocHeader(stream: Buffer): boolean {
  return (
    stream.length >= partsOffset && stream.readUInt16LE(0) === 0xa5ec && stream.readUInt16LE(2) >= versionMin
  );
}

/** Name of the stream that has the tables of a document. */
export function tableStreamOf(stream: Buffer): '0Table' | '1Table' {
  return (stream.readUInt16LE(10) & usesTable1) === 0 ? '0Table' : '1Table';
}

/**
 * @param stream decrypted
 * @throws DocumentError `unreadable`, or `unsupported` for documents before Word 97
 */
export function readFileInformation(stream: Buffer): FileInformation {
  if (stream.length < partsOffset || stream.readUInt16LE(0) !== 0xa5ec) {
    const isOlder = stream.length > 2 && stream.readUInt16LE(0) === 0xa5dc;
    throw isOlder
      ? older()
      : new DocumentError('unreadable', 'The document is damaged: its first block cannot be read.');
  }
  if (stream.readUInt16LE(2) < versionMin) throw older();
  const lengthAt = (offset: number) => Math.max(0, stream.readInt32LE(offset));
  return {
    lengths: {
      main: lengthAt(76),
      footnotes: lengthAt(80),
      headers: lengthAt(84),
      comments: lengthAt(92),
      endnotes: lengthAt(96),
      textBoxes: lengthAt(100),
    },
    partOf: (name) => {
      const at = partsOffset + parts[name] * 8;
      if (at + 8 > stream.length) return { offset: 0, length: 0 };
      return { offset: stream.readUInt32LE(at), length: stream.readUInt32LE(at + 4) };
    },
  };
}

function older(): DocumentError {
  return new DocumentError('unsupported', 'This document is older than Word 97: save it as DOCX or PDF.');
}
