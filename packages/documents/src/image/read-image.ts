import { countTiffPages } from '@quern/ocr/image/count-tiff-pages';
import { sniffFileType } from '@quern/runtime/sniff-file-type';
import { DocumentError } from '../errors/document-error.ts';
import { type DocumentContent, type DocumentPage, emptyMetadata } from '../model/document-content.ts';
import { buildBlocks } from '../pdf/blocks/build-blocks.ts';
import { layOutPages } from '../pdf/layout/lay-out-pages.ts';
import { prepareRecognizedPage } from '../pdf/recognized/prepare-recognized-page.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { selectPageNumbers } from '../select-page-numbers.ts';

/** More pages than recognition accepts in one request. */
const pagesMax = 1000;

/**
 * Reads an image, or the pages of a TIFF file, once their text was recognized; until then all pages need it.
 *
 * @throws DocumentError `empty` if recognition is excluded, `invalid_pages`
 */
export function readImage(
  bytes: Uint8Array,
  { pages: selection, ocr, recognized = [] }: ReadDocumentOptions,
): DocumentContent {
  if (ocr === 'never')
    throw new DocumentError('empty', 'An image has text only after recognition: use ocr auto.');
  const isTiff = sniffFileType(bytes) === 'tiff';
  const pageCount = isTiff ? Math.max(1, countTiffPages(bytes, pagesMax)) : 1;
  const known = new Map(recognized.map((page) => [page.number, page]));
  const pages: DocumentPage[] = [];
  const prepared = [];
  for (const number of selectPageNumbers(selection, pageCount)) {
    const page = known.get(number);
    if (page === undefined) pages.push({ number, recognition: 'needed' });
    else {
      const size = { number, width: page.width, height: page.height };
      pages.push({ ...size, recognition: 'done' });
      prepared.push(prepareRecognizedPage(page));
    }
  }
  return {
    format: 'image',
    blocks: buildBlocks(layOutPages(prepared), []),
    metadata: emptyMetadata,
    pages,
    pageCount,
    warnings: [],
  };
}
