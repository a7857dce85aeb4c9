import type { ContentBlock } from '@quern/content/blocks/content-block';
import { textOf } from '@quern/content/blocks/rich-text';
import type { DomDocument } from '@quern/content/dom/dom';
import { withoutDanglingNotes } from '@quern/content/html/dangling-notes';
import { HtmlReader } from '@quern/content/html/read-html-blocks';
import { createResolver } from '@quern/content/html/resolve-address';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { openZip } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { parseFile } from '../html/read-html.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { OmittedPictures } from '../office/omitted-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { readPackage, resolveName } from './package-document.ts';

/** A book of a thousand pages has three million characters and half as much markup. */
const bytesMax = 24 * 1024 * 1024;
/** Elements of all chapters; such a book has thirty thousand. */
const elementsMax = 400_000;
/** Title, subtitle, authors, date, publisher. */
const titlePageBlocksMax = 8;
const absolute = createResolver('');

/**
 * Reads the chapters of an e-book (EPUB 2 and 3) in reading order, without tables of contents.
 *
 * @throws DocumentError; the signal's reason when aborted
 */
export async function readEpub(
  bytes: Uint8Array,
  { signal, yieldIfDue }: ReadDocumentOptions = {},
): Promise<DocumentContent> {
  const archive = openZip(bytes);
  const { metadata, chapters } = readPackage(archive);
  const pictures = new OmittedPictures();
  const reader = new HtmlReader(pictures);
  const blocks: ContentBlock[] = [];
  let bytesLeft = bytesMax;
  let elementsLeft = elementsMax;
  let isMissing = chapters.length > 0;
  for (const name of chapters) {
    signal?.throwIfAborted();
    await yieldIfDue?.();
    const body = archive.read(name, Math.max(1, bytesLeft));
    if (!body) continue;
    isMissing = false;
    bytesLeft -= body.length;
    const { text } = await decodeCharset({ body, charset: 'utf-8' });
    const document = await parseFile(text, true);
    elementsLeft -= document.elements.length;
    if (elementsLeft < 0)
      throw new DocumentError('too_complex', 'The e-book has too many elements: split it.');
    for (const block of chapterBlocks(document, name, reader)) blocks.push(block);
  }
  if (isMissing) throw new DocumentError('unreadable', 'The e-book is damaged: its chapters are missing.');
  const content = withoutDanglingNotes(withoutRepeatedTitle(blocks));
  return { format: 'epub', blocks: content, metadata, pages: [], warnings: pictures.warnings };
}

/** Leaves the title out where the first chapter repeats that of the title page, and the image of the cover. */
function withoutRepeatedTitle(blocks: readonly ContentBlock[]): ContentBlock[] {
  const rest = blocks.filter(
    (block, index) =>
      !(block.kind === 'figure' && index < 3 && /^(?:cover(?: image)?)?$/i.test(block.alternativeText)),
  );
  const first = rest.findIndex(({ kind }) => kind === 'heading');
  const second = rest.findIndex(({ kind }, index) => kind === 'heading' && index > first);
  const repeats =
    second > 0 && second <= titlePageBlocksMax && titleOf(rest[first]) === titleOf(rest[second]);
  return repeats ? rest.filter((_, index) => index !== second) : rest;
}

function titleOf(block: ContentBlock | undefined): string {
  return block?.kind === 'heading' ? textOf(block.content).trim() : '';
}

function chapterBlocks({ body }: DomDocument, path: string, reader: HtmlReader): ContentBlock[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return reader.read(body, {
    path,
    resolvePath: (address) => resolveName(folder, address),
    // Links between chapters lead nowhere in Markdown, and images are inside of the book.
    resolve: (address) => (/^[a-z][a-z\d+.-]*:/i.test(address.trim()) ? absolute(address) : undefined),
  });
}
