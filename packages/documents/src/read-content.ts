import { detectDocumentFormat } from './detect-document-format.ts';
import type { DocumentContent } from './document-content.ts';
import { DocumentError } from './errors/document-error.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';
import { readPlainText } from './read-plain-text.ts';

/**
 * Reads the blocks of a PDF, DOCX or text file. The format is detected by content, never by name.
 *
 * @throws DocumentError when the document cannot be read or has no text; the signal's reason when aborted
 */
export async function readContent(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  options.signal?.throwIfAborted();
  const content = await read(bytes, options);
  options.signal?.throwIfAborted();
  if (content.blocks.length === 0) throw new DocumentError('empty', 'The document has no text.');
  return content;
}

async function read(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
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
    case 'text': {
      const text = await readPlainText(bytes);
      return { blocks: text.trim() === '' ? [] : [{ kind: 'verbatim', text }], format: 'txt', title: '' };
    }
  }
}
