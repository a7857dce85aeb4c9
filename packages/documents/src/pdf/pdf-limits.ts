import { DocumentError } from '../errors/document-error.ts';
import type { Word } from './words/word.ts';

const pagesMax = 20_000;
const textLengthMax = 20_000_000;
/** Minimum size of a page in its file, even compressed; with fewer bytes, the file lists one page many times. */
const pageBytesMin = 25;
/** Number of pages allowed for a file of any size. */
const shortFilePages = 100;
/** Calls inside PDFium: a page of dense text takes some 500,000 (130 per byte), and a second has some 150 million. */
const [callsMin, callsPerByte, callsMax] = [40_000_000, 200, 600_000_000];

/** The work that is allowed for a file, in calls inside PDFium. @param length of the file in bytes */
export function callsMaxOf(length: number): number {
  return Math.min(callsMax, callsMin + length * callsPerByte);
}

/** @throws DocumentError `too_complex` for more pages than the size of the file allows */
export function checkPageCount(count: number, length: number): void {
  if (count > pagesMax)
    throw new DocumentError('too_complex', `The PDF has ${count} pages; the limit is ${pagesMax}.`);
  if (count > shortFilePages + length / pageBytesMin)
    throw new DocumentError('too_complex', `The PDF has ${count} pages in ${length} bytes.`);
}

/** Limits the text of a document. */
export class TextLimit {
  #length = 0;

  /** @throws DocumentError `too_complex` */
  add(words: readonly Word[]): void {
    for (const { text } of words) this.#length += text.length;
    if (this.#length > textLengthMax)
      throw new DocumentError('too_complex', `The PDF has more than ${textLengthMax} characters of text.`);
  }
}
