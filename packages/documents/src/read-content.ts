import { detectDocumentFormat } from './detect-document-format.ts';
import { DocumentError } from './errors/document-error.ts';
import type { DocumentContent } from './model/document-content.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';
import { readerOf } from './readers.ts';

/**
 * Reads the blocks of a document. The format is detected by content, never by name.
 *
 * @throws DocumentError when the document cannot be read or shows nothing; the signal's reason when aborted
 */
export async function readContent(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  options.signal?.throwIfAborted();
  const format = detectDocumentFormat(bytes);
  const read = await readerOf(format);
  await options.yieldIfDue?.();
  const content = await read(bytes, options);
  options.signal?.throwIfAborted();
  const isWaiting = content.pages.some(({ recognition }) => recognition === 'needed');
  if (content.blocks.length === 0 && !isWaiting)
    throw new DocumentError('empty', 'The document has no text.');
  return content;
}
