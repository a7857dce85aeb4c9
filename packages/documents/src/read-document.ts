import { detectDocumentFormat } from './detect-document-format.ts';
import { DocumentError } from './errors/document-error.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';
import { readPlainText } from './read-plain-text.ts';

/** The text of a document. */
export interface DocumentText {
  /** Paragraphs are separated by blank lines; list items and table rows are single lines. Never blank. */
  readonly text: string;
  readonly format: 'pdf' | 'docx' | 'txt';
  /** The title in the document's metadata, else ''. */
  readonly title: string;
  /** Number of pages of a PDF. */
  readonly pageCount?: number;
}

/**
 * Reads the text of a PDF, DOCX or text file. The format is detected by content, never by name. Memory and time are
 * bounded in proportion to the file's length; a file that would exceed them is rejected.
 *
 * @throws DocumentError when the document cannot be read; the signal's reason when aborted
 */
export async function readDocument(
  bytes: Uint8Array,
  options: ReadDocumentOptions = {},
): Promise<DocumentText> {
  options.signal?.throwIfAborted();
  const document = await read(bytes, options);
  options.signal?.throwIfAborted();
  if (document.text.trim() === '') {
    throw new DocumentError('empty', 'The document has no text.');
  }
  return document;
}

async function read(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentText> {
  switch (detectDocumentFormat(bytes)) {
    case 'pdf': {
      const { readPdf } = await import('./pdf/read-pdf.ts');
      return readPdf(bytes, options);
    }
    case 'zip': {
      const { readDocx } = await import('./docx/read-docx.ts');
      await options.yieldIfDue?.();
      return readDocx(bytes);
    }
    case 'text':
      return { text: await readPlainText(bytes), format: 'txt', title: '' };
  }
}
