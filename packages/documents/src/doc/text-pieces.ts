import { DocumentError } from '../errors/document-error.ts';
import { CodePageDecoder } from '../office/code-pages.ts';
import type { TablePart } from './file-information.ts';

/** Text whose characters follow one another in the main stream. */
export interface TextPiece {
  /** Position of its first character in the text. */
  readonly start: number;
  readonly end: number;
  /** Offset of its first character in the main stream. */
  readonly offset: number;
  /** Bytes of a character: 1 in Windows-1252, 2 in UTF-16. */
  readonly size: 1 | 2;
}

const windows1252 = 1252;
const piecesMax = 200_000;
/** Length of all pieces in comparison to the stream; those of sound files do not overlap. */
const overlapMax = 2;

/** The text of a document, which is stored in pieces ([MS-DOC] 2.4.1). */
export class DocText {
  readonly #stream: Buffer;
  readonly #pieces: readonly TextPiece[];
  readonly #decoder = new CodePageDecoder();
  #last = 0;

  /** @throws DocumentError `unreadable` */
  constructor(stream: Buffer, table: Buffer, part: TablePart) {
    this.#stream = stream;
    this.#pieces = readPieces(stream, table.subarray(part.offset, part.offset + part.length));
  }

  /** The piece with a character. @returns undefined behind the end of the text */
  pieceAt(position: number): TextPiece | undefined {
    const last = this.#pieces[this.#last];
    if (last !== undefined && last.start <= position && position < last.end) return last;
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pieces[middle]?.start ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    const found = this.#pieces[low - 1];
    if (found === undefined || position >= found.end) return undefined;
    this.#last = low - 1;
    return found;
  }

  /** Decodes characters of one piece. */
  read(piece: TextPiece, start: number, end: number): string {
    const from = piece.offset + (start - piece.start) * piece.size;
    const to = piece.offset + (end - piece.start) * piece.size;
    if (piece.size === 2) return this.#stream.toString('utf16le', from, to);
    return this.#decoder.decode(this.#stream.toString('latin1', from, to), windows1252);
  }
}

function readPieces(stream: Buffer, clx: Buffer): TextPiece[] {
  const list = findPieceTable(clx);
  const count = Math.max(0, Math.floor((list.length - 4) / 12));
  if (count > piecesMax)
    throw new DocumentError('too_complex', 'The document has too many pieces of text: save it as DOCX.');
  const pieces: TextPiece[] = [];
  let bytesLeft = stream.length * overlapMax;
  for (let index = 0; index < count; index++) {
    const start = list.readUInt32LE(index * 4);
    const stated = list.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const isCompressed = (stated & 0x40000000) !== 0;
    const size = isCompressed ? 1 : 2;
    const offset = isCompressed ? (stated & 0x3fffffff) >> 1 : stated & 0x3fffffff;
    const available = Math.max(0, Math.floor((stream.length - offset) / size));
    const end = Math.min(list.readUInt32LE((index + 1) * 4), start + available);
    // Pieces follow one another in sound files.
    if (end <= start || start < (pieces.at(-1)?.end ?? 0)) continue;
    bytesLeft -= (end - start) * size;
    if (bytesLeft < 0)
      throw new DocumentError(
        'too_complex',
        'The document repeats its text in many places: save it as DOCX.',
      );
    pieces.push({ start, end, offset, size });
  }
  if (pieces.length === 0)
    throw new DocumentError('unreadable', 'The document is damaged: its text cannot be found.');
  return pieces;
}

/** Finds the table after the properties of pieces ([MS-DOC] 2.9.38). */
function findPieceTable(clx: Buffer): Buffer {
  let at = 0;
  while (at + 3 <= clx.length && clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (at + 5 > clx.length || clx[at] !== 2) return Buffer.alloc(0);
  return clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
}
