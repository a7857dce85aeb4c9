import { PdfError } from '../pdf-error.ts';
import type { Pdfium } from './load-pdfium.ts';

/**
 * Calls PDFium, and converts the exceptions of WebAssembly, after which the instance must not be used any more.
 *
 * @param name of the document or page in errors
 * @throws PdfError
 */
export function guard<Value>(pdfium: Pdfium, name: string, work: () => Value): Value {
  try {
    const value = work();
    if (pdfium.isOutOfMemory()) throw needsTooMuchMemory(name);
    return value;
  } catch (error) {
    if (error instanceof PdfError) throw error;
    if (pdfium.isOutOfMemory()) throw needsTooMuchMemory(name, error);
    if (pdfium.stepsLeft() < 0)
      throw new PdfError('too_complex', `${name} needs more work than the size of the file allows.`, {
        cause: error,
      });
    throw damaged(name, error);
  }
}

/** The error for a document or page that cannot be read. */
export const damaged = (name: string, cause?: unknown): PdfError =>
  new PdfError('unreadable', `${name} is damaged and cannot be read.`, { cause });

const needsTooMuchMemory = (name: string, cause?: unknown): PdfError =>
  new PdfError('too_complex', `${name} needs too much memory.`, { cause });
