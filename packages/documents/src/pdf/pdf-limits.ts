import { DocumentError } from '../errors/document-error.ts';
import type { Word } from './words/word.ts';

const pagesMax = 20_000;
const textLengthMax = 20_000_000;
/** Minimum size of a page in its file, even compressed; with fewer bytes, the file lists one page many times. */
const pageBytesMin = 25;
/** Number of pages allowed for a file of any size. */
const shortFilePages = 100;
/** Steps of PDFium: a page of dense text takes 1 to 3 million (40 per byte), and a second has 20 to 200 million. */
const [stepsMin, stepsPerByte, stepsMax] = [60_000_000, 200, 800_000_000];

/** The work that is allowed for reading a file, in steps of PDFium. @param length of the file in bytes */
export function readingStepsMax(length: number): number {
  return Math.min(stepsMax, stepsMin + length * stepsPerByte);
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
