import type { RecognizedPage } from './model/recognized-page.ts';
import { readDocument } from './read-document.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';

/** One of the files of a document. */
export interface SourceFile {
  readonly bytes: Uint8Array;
  /** Pages that were recognized after an earlier call stated that they need it. */
  readonly recognized?: readonly RecognizedPage[] | undefined;
}

/** The text of several files. */
export interface JoinedText {
  /** The texts, separated by blank lines. */
  readonly text: string;
  /** The title of the first file. */
  readonly title: string;
  /** For each file, the numbers of the pages whose text has to be recognized first; the text lacks them. */
  readonly unreadPages: readonly (readonly number[])[];
}

/**
 * Reads the files of one document, such as its chapters.
 *
 * @param files in their order
 * @throws DocumentError when one of the files cannot be read; the signal's reason when aborted
 */
export async function readDocuments(
  files: readonly SourceFile[],
  options: Omit<ReadDocumentOptions, 'recognized'> = {},
): Promise<JoinedText> {
  const documents = [];
  for (const { bytes, recognized } of files) {
    documents.push(await readDocument(bytes, { ...options, recognized }));
  }
  return {
    text: documents.map((document) => document.text).join('\n\n'),
    title: documents[0]?.title ?? '',
    unreadPages: documents.map((document) => document.unreadPages),
  };
}
