import type { DomDocument } from '@quern/content/dom/dom';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { openZip } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { readBlocks } from '../html/block-reader.ts';
import { withoutDanglingNotes } from '../html/dangling-notes.ts';
import { findParentsOfBlocks } from '../html/elements.ts';
import { NoteIndex, NoteLabels } from '../html/note-index.ts';
import { parsePage } from '../html/read-html.ts';
import { SpanBudget } from '../html/read-table.ts';
import { createResolver } from '../html/resolve-address.ts';
import type { DocumentBlock } from '../model/document-block.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { textOf } from '../model/rich-text.ts';
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
  const labels = new NoteLabels();
  const spans = new SpanBudget();
  const pictures = new OmittedPictures();
  const blocks: DocumentBlock[] = [];
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
    const document = await parsePage(text, true);
    elementsLeft -= document.elements.length;
    if (elementsLeft < 0)
      throw new DocumentError('too_complex', 'The e-book has too many elements: split it.');
    for (const block of chapterBlocks(document, name, { labels, spans, pictures })) blocks.push(block);
  }
  if (isMissing) throw new DocumentError('unreadable', 'The e-book is damaged: its chapters are missing.');
  const content = withoutDanglingNotes(withoutRepeatedTitle(blocks));
  return { format: 'epub', blocks: content, metadata, pages: [], warnings: pictures.warnings };
}

/** Leaves the title out where the first chapter repeats that of the title page, and the image of the cover. */
function withoutRepeatedTitle(blocks: readonly DocumentBlock[]): DocumentBlock[] {
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

function titleOf(block: DocumentBlock | undefined): string {
  return block?.kind === 'heading' ? textOf(block.content).trim() : '';
}

/** State that all chapters share. */
interface BookState {
  readonly labels: NoteLabels;
  readonly spans: SpanBudget;
  readonly pictures: OmittedPictures;
}

function chapterBlocks(
  document: DomDocument,
  name: string,
  { labels, spans, pictures }: BookState,
): DocumentBlock[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const { body } = document;
  const notes = new NoteIndex(body, labels, name, (address) => resolveName(folder, address));
  // Links between chapters lead nowhere in Markdown, and images are inside of the book.
  const resolve = (address: string) =>
    /^[a-z][a-z\d+.-]*:/i.test(address.trim()) ? absolute(address) : undefined;
  return readBlocks(body, { notes, resolve, parentsOfBlocks: findParentsOfBlocks(body), spans, pictures });
}
