import { writeMarkdown } from './blocks/write-markdown.ts';
import { writeText } from './blocks/write-text.ts';
import type { DocumentContent } from './document-content.ts';
import { readContent } from './read-content.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';

/** A document in Markdown and as plain text. */
export interface DocumentMarkdown extends Omit<DocumentContent, 'blocks'> {
  /** GitHub-flavored Markdown; a text file is unchanged. Never blank. */
  readonly markdown: string;
  /** The same content as plain text, as `readDocument` returns it. */
  readonly text: string;
  /** The title in the document's metadata, else its first heading, else ''. */
  readonly title: string;
}

/**
 * Converts a PDF, DOCX or text file to Markdown with headings, lists and tables. It has the limits of `readDocument`.
 *
 * @throws DocumentError when the document cannot be read; the signal's reason when aborted
 */
export async function convertDocument(
  bytes: Uint8Array,
  options: ReadDocumentOptions = {},
): Promise<DocumentMarkdown> {
  const { blocks, title, ...properties } = await readContent(bytes, options);
  const heading = blocks.find((block) => block.kind === 'heading');
  return {
    markdown: writeMarkdown(blocks),
    text: writeText(blocks),
    ...properties,
    title: title || (heading?.text.replace(/\s+/g, ' ') ?? ''),
  };
}
