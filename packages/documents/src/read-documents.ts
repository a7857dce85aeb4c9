import type { TextBlock } from '@quern/text/structure/text-block';
import type { RecognizedPage, RecognizedPart, UnreadContent } from './model/recognized-page.ts';
import { type DocumentText, readDocument } from './read-document.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';
import { shiftBlock } from './structure/shift-block.ts';

const separator = '\n\n';

/** One of the files of a document. */
export interface SourceFile {
  readonly bytes: Uint8Array;
  /** Pages that were recognized after an earlier call stated that they need it. */
  readonly recognized?: readonly RecognizedPage[] | undefined;
  /** Recognition of the files inside of it, in the same way. */
  readonly recognizedParts?: readonly RecognizedPart[] | undefined;
}

/** The text of several files. */
export interface JoinedText {
  /** The texts, separated by blank lines. */
  readonly text: string;
  /** The title of the first file. */
  readonly title: string;
  /** The blocks of all files, whose runs and ranges refer to `text`. */
  readonly blocks: readonly TextBlock[];
  /** For each file, the pages whose text has to be recognized first; the text lacks them. */
  readonly unread: readonly UnreadContent[];
}

/**
 * Reads the files of one document, such as its chapters.
 *
 * @param files in their order
 * @throws DocumentError when one of the files cannot be read; the signal's reason when aborted
 */
export async function readDocuments(
  files: readonly SourceFile[],
  options: Omit<ReadDocumentOptions, 'recognized' | 'recognizedParts'> = {},
): Promise<JoinedText> {
  const documents = [];
  for (const { bytes, recognized, recognizedParts } of files) {
    documents.push(await readDocument(bytes, { ...options, recognized, recognizedParts }));
  }
  return {
    text: documents.map((document) => document.text).join(separator),
    title: documents[0]?.title ?? '',
    blocks: joinBlocks(documents),
    unread: documents.map(({ unreadPages, unreadParts }) => ({ unreadPages, unreadParts })),
  };
}

/** Only the title of the first file is that of the document. */
function joinBlocks(documents: readonly DocumentText[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let start = 0;
  for (const [index, document] of documents.entries()) {
    for (const block of document.blocks) {
      const shifted = shiftBlock(block, start);
      blocks.push(index > 0 && block.role === 'title' ? { ...shifted, role: 'heading' } : shifted);
    }
    start += document.text.length + separator.length;
  }
  return blocks;
}
