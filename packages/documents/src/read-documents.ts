import { readDocument } from './read-document.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';

/**
 * Reads the files of one document, such as its chapters.
 *
 * @param files in their order
 * @returns the texts, separated by blank lines, and the title of the first file
 * @throws DocumentError when one of the files cannot be read; the signal's reason when aborted
 */
export async function readDocuments(
  files: readonly Uint8Array[],
  options: ReadDocumentOptions = {},
): Promise<{ text: string; title: string }> {
  const documents = [];
  for (const bytes of files) documents.push(await readDocument(bytes, options));
  return {
    text: documents.map((document) => document.text).join('\n\n'),
    title: documents[0]?.title ?? '',
  };
}
