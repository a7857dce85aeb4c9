import { writeText } from './blocks/write-text.ts';
import type { DocumentContent } from './document-content.ts';
import { readContent } from './read-content.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';

/** The text of a document. */
export interface DocumentText extends Omit<DocumentContent, 'blocks'> {
  /** Paragraphs are separated by blank lines; list items and table rows are single lines. Never blank. */
  readonly text: string;
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
  const { blocks, ...properties } = await readContent(bytes, options);
  return { text: writeText(blocks), ...properties };
}
