import type { ContentBlock } from '@quern/content/blocks/content-block';
import { textOf } from '@quern/content/blocks/rich-text';
import type { DomDocument } from '@quern/content/dom/dom';
import { withoutDanglingNotes } from '@quern/content/html/dangling-notes';
import type { PageImages } from '@quern/content/html/read-html-blocks';
import { HtmlReader } from '@quern/content/html/read-html-blocks';
import { createResolver } from '@quern/content/html/resolve-address';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { openZip } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { pageImages } from '../html/page-images.ts';
import { parseFile } from '../html/read-html.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
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
  { signal, yieldIfDue, pictures: collector }: ReadDocumentOptions = {},
): Promise<DocumentContent> {
  const archive = openZip(bytes);
  const { metadata, chapters } = readPackage(archive);
  const pictures = new DocumentPictures(collector);
  const reader = new HtmlReader();
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
    const images = pageImages(pictures, (source, placement) =>
      isAbsolute(source)
        ? ''
        : pictures.collectPart(archive, resolveName(folderOf(name), withoutFragment(source)), placement),
    );
    for (const block of chapterBlocks(document, name, reader, images)) blocks.push(block);
  }
  if (isMissing) throw new DocumentError('unreadable', 'The e-book is damaged: its chapters are missing.');
  const content = withoutDanglingNotes(
    withoutRepeatedTitle(blocks, (url) => collector?.isPicture(url) === true),
  );
  return { format: 'epub', blocks: content, metadata, pages: [], warnings: pictures.warnings };
}

/** Leaves the title out where the first chapter repeats that of the title page, and the cover if it is not collected. */
function withoutRepeatedTitle(
  blocks: readonly ContentBlock[],
  isPicture: (url: string) => boolean,
): ContentBlock[] {
  const isCover = (block: ContentBlock, index: number) =>
    block.kind === 'figure' &&
    index < 3 &&
    /^(?:cover(?: image)?)?$/i.test(block.alternativeText) &&
    !isPicture(block.url);
  const rest = blocks.filter((block, index) => !isCover(block, index));
  const first = rest.findIndex(({ kind }) => kind === 'heading');
  const second = rest.findIndex(({ kind }, index) => kind === 'heading' && index > first);
  const repeats =
    second > 0 && second <= titlePageBlocksMax && titleOf(rest[first]) === titleOf(rest[second]);
  return repeats ? rest.filter((_, index) => index !== second) : rest;
}

function titleOf(block: ContentBlock | undefined): string {
  return block?.kind === 'heading' ? textOf(block.content).trim() : '';
}

function chapterBlocks(
  { body }: DomDocument,
  path: string,
  reader: HtmlReader,
  images: PageImages,
): ContentBlock[] {
  return reader.read(body, {
    path,
    images,
    resolvePath: (address) => resolveName(folderOf(path), address),
    // Links between chapters lead nowhere in Markdown, and images are inside of the book.
    resolve: (address) => (isAbsolute(address) ? absolute(address) : undefined),
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function isAbsolute(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address.trim());
}

function withoutFragment(address: string): string {
  return address.replace(/[#?].*$/s, '');
}
