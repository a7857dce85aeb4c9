import type { TextBlock } from '@quern/text/structure/text-block';
import type { DocumentContent } from './model/document-content.ts';
import type { UnreadContent } from './model/recognized-page.ts';
import { readContent } from './read-content.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';
import { readBlocks } from './structure/read-blocks.ts';

/** The text of a document. */
export interface DocumentText extends Pick<DocumentContent, 'format' | 'pageCount'>, UnreadContent {
  /** Paragraphs are separated by blank lines; list items and table rows are single lines. Text and Markdown files are unchanged. */
  readonly text: string;
  /** The title in the document's metadata, else ''. */
  readonly title: string;
  /** The blocks of the text, whose runs and ranges refer to it. */
  readonly blocks: readonly TextBlock[];
}

/**
 * Reads the text of a document. The format is detected by content, never by name. Memory and time are bounded in
 * proportion to the file's length; a file that would exceed them is rejected.
 *
 * @throws DocumentError when the document cannot be read; the signal's reason when aborted
 */
export async function readDocument(
  bytes: Uint8Array,
  options: ReadDocumentOptions = {},
): Promise<DocumentText> {
  const { blocks, markdown, format, metadata, pageCount, unreadPages, unreadParts } = await readContent(
    bytes,
    options,
  );
  return {
    ...readBlocks(markdown === undefined ? blocks : [{ kind: 'verbatim', text: markdown }], metadata.title),
    format,
    title: metadata.title,
    ...(pageCount === undefined ? {} : { pageCount }),
    unreadPages,
    unreadParts,
  };
}
