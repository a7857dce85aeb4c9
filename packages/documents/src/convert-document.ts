import type { ContentBlock } from '@quern/content/blocks/content-block';
import { textOf } from '@quern/content/blocks/rich-text';
import { type WrittenMarkdown, writeMarkdown } from '@quern/content/markdown/blocks/write-markdown';
import { writeText } from '@quern/content/plain-text/write-text';
import type { TextRange } from '@quern/text/span';
import type { DocumentContent, DocumentPage } from './model/document-content.ts';
import type { UnreadContent } from './model/recognized-page.ts';
import { PictureCollector } from './pictures/picture-collector.ts';
import { type PictureFile, type PicturePlace, placePictures } from './pictures/place-pictures.ts';
import { readContent } from './read-content.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';

export type { PictureFile, PicturePlace } from './pictures/place-pictures.ts';

/** A page and its part of the Markdown. */
export interface ConvertedPage extends Omit<DocumentPage, 'recognition' | 'source'>, TextRange {
  /** Whether its text was recognized from an image of the page. */
  readonly ocr: boolean;
}

/** A table and its part of the Markdown. */
export interface ConvertedTable extends TextRange {
  /** Number of the page on which it begins; undefined in formats without pages. */
  readonly page?: number | undefined;
  /** Texts of the cells as a grid; the text of a merged cell is in every place that it covers. */
  readonly rows: readonly (readonly string[])[];
}

/** A document in Markdown and as plain text. */
export interface ConvertedDocument
  extends Omit<DocumentContent, 'blocks' | 'pages' | 'markdown'>,
    UnreadContent {
  /** GitHub-flavored Markdown; a text file or Markdown file is unchanged. */
  readonly markdown: string;
  /** The same content as plain text; its beginning if `textLengthMax` is set. */
  readonly text: string;
  /** The title in the document's metadata, else its first heading, else ''. */
  readonly title: string;
  readonly pages: readonly ConvertedPage[];
  readonly tables: readonly ConvertedTable[];
  /** Places of the pictures in the order of the Markdown, if they were asked for. */
  readonly images: readonly PicturePlace[];
  /** The files of the pictures. */
  readonly pictures: readonly PictureFile[];
}

/** Options of `convertDocument`. */
export interface ConvertDocumentOptions extends Omit<ReadDocumentOptions, 'pictures'> {
  /** Number of characters after which no further block is written to `text`, which takes memory; default: all are. */
  readonly textLengthMax?: number;
  /** Whether pictures are returned, and the Markdown has them at their places; default: it has only their descriptions. */
  readonly images?: boolean | undefined;
}

/**
 * Converts a document to Markdown with headings, lists, tables, links, emphasis and footnotes. It has the limits of
 * `readDocument`.
 *
 * @throws DocumentError when the document cannot be read; the signal's reason when aborted
 */
export async function convertDocument(
  bytes: Uint8Array,
  { textLengthMax, images = false, ...options }: ConvertDocumentOptions = {},
): Promise<ConvertedDocument> {
  const collector = images ? new PictureCollector() : undefined;
  const { blocks, pages, markdown, ...properties } = await readContent(bytes, {
    ...options,
    pictures: collector,
  });
  const composed = markdown === undefined ? writeMarkdown(blocks) : { markdown, ranges: blocks.map(placeOf) };
  const written = collector
    ? placePictures(composed, blocks, collector)
    : { ...composed, places: [], files: [] };
  const heading = blocks.find((block) => block.kind === 'heading');
  return {
    ...properties,
    warnings: [...properties.warnings, ...(collector?.warnings ?? [])],
    markdown: written.markdown,
    text: writeText(blocks, textLengthMax),
    title: properties.metadata.title || (heading ? textOf(heading.content).replace(/\s+/g, ' ').trim() : ''),
    pages: locatePages(pages, blocks, written),
    tables: locateTables(blocks, written),
    images: written.places,
    pictures: written.files,
  };
}

function placeOf({ range }: ContentBlock): TextRange {
  return range ?? { startIndex: 0, endIndex: 0 };
}

/** A page begins with its first block and ends with its last; a page without blocks is empty, at the end of the one before. */
function locatePages(
  pages: readonly DocumentPage[],
  blocks: readonly ContentBlock[],
  { ranges }: WrittenMarkdown,
): ConvertedPage[] {
  const places = new Map<number, TextRange>();
  for (const [index, { page }] of blocks.entries()) {
    const range = ranges[index];
    if (page === undefined || range === undefined || range.startIndex === range.endIndex) continue;
    places.set(page, {
      startIndex: places.get(page)?.startIndex ?? range.startIndex,
      endIndex: range.endIndex,
    });
  }
  let end = 0;
  return pages.map(({ recognition, source: _source, ...page }) => {
    const range = places.get(page.number) ?? { startIndex: end, endIndex: end };
    end = range.endIndex;
    return { ...page, ...range, ocr: recognition === 'done' };
  });
}

function locateTables(blocks: readonly ContentBlock[], { ranges }: WrittenMarkdown): ConvertedTable[] {
  return blocks.flatMap((block, index) => {
    const range = ranges[index];
    if (block.kind !== 'table' || range === undefined) return [];
    const rows = block.rows.map((row) =>
      row.map(({ content }) => textOf(content).replace(/\s+/g, ' ').trim()),
    );
    return [{ page: block.page, ...range, rows }];
  });
}
