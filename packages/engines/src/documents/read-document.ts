import { DocumentError } from './document-error.ts';
import { documentFormat } from './document-format.ts';
import { readPlainText } from './read-plain-text.ts';

export interface DocumentText {
  /** Paragraphs are set apart by blank lines; items of lists and rows of tables are lines. Never blank. */
  readonly text: string;
  readonly format: 'pdf' | 'docx' | 'txt';
  /** The title the document states of itself, else ''. */
  readonly title: string;
  /** Of a PDF. */
  readonly pages?: number;
}

/**
 * The text of a PDF, DOCX or text file; which of them it is tells the content, never a name. Works in bounded
 * memory on hostile files: what unpacks to more than it may is refused.
 *
 * @throws DocumentError when the document cannot be read; the signal's reason when aborted
 */
export async function readDocument(
  bytes: Uint8Array,
  options: { signal?: AbortSignal; turn?: () => Promise<void> } = {},
): Promise<DocumentText> {
  options.signal?.throwIfAborted();
  const document = await read(bytes, options.signal);
  options.signal?.throwIfAborted();
  if (document.text.trim() === '') {
    throw new DocumentError('empty', 'The document has no text.');
  }
  return document;
}

async function read(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<DocumentText> {
  switch (documentFormat(bytes)) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.ts');
      return readPdf(bytes, signal);
    }
    case 'zip': {
      const { readDocx } = await import('./read-docx.ts');
      return readDocx(bytes);
    }
    case 'text':
      return { text: readPlainText(bytes), format: 'txt', title: '' };
  }
}
