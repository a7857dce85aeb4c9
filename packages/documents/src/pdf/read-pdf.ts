import { type PageContents, PdfDocument, PdfError } from '@quern/pdf';
import { DocumentError, type DocumentErrorCode } from '../errors/document-error.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import type { DocumentContent, DocumentPage } from '../model/document-content.ts';
import type { RecognizedPage } from '../model/recognized-page.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { selectPageNumbers } from '../select-page-numbers.ts';
import { buildBlocks } from './blocks/build-blocks.ts';
import { layOutPages, type PreparedPage } from './layout/lay-out-pages.ts';
import { LineNumbers } from './pages/line-numbers.ts';
import { preparePage } from './pages/prepare-page.ts';
import { checkPageCount, readingStepsMax, TextLimit } from './pdf-limits.ts';
import { collectPdfPictures, type PicturedPage } from './pictures/collect-pdf-pictures.ts';
import { insertPictures } from './pictures/insert-pictures.ts';
import { mergeRecognizedPage } from './recognized/merge-recognized-page.ts';
import { prepareRecognizedPage } from './recognized/prepare-recognized-page.ts';
import { hasTextLayer } from './words/select-glyphs.ts';

/** Reads a PDF with PDFium. @throws DocumentError; the signal's reason when aborted */
export async function readPdf(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  try {
    return await read(bytes, options);
  } catch (error) {
    if (error instanceof PdfError)
      throw new DocumentError(codes[error.code], error.message, { cause: error });
    throw error;
  }
}

const codes = {
  unreadable: 'unreadable',
  encrypted: 'encrypted',
  too_complex: 'too_complex',
  unavailable: 'unsupported',
} as const satisfies Record<PdfError['code'], DocumentErrorCode>;

async function read(
  bytes: Uint8Array,
  {
    signal,
    yieldIfDue,
    password,
    pages: selection,
    ocr = 'auto',
    recognized = [],
    pictures,
    onPage,
  }: ReadDocumentOptions,
): Promise<DocumentContent> {
  signal?.throwIfAborted();
  const document = await PdfDocument.open(bytes, { password, stepsMax: readingStepsMax(bytes.length) });
  const pageCount = document.pageCount;
  checkPageCount(pageCount, bytes.length);
  const numbers = selectPageNumbers(selection, pageCount);
  const metadata = document.readMetadata();
  const bookmarks = document.readBookmarks();
  const known = new Map(recognized.map((page) => [page.number, page]));
  const limit = new TextLimit();
  const lineNumbers = new LineNumbers();
  const pages: DocumentPage[] = [];
  const prepared: PreparedPage[] = [];
  const pictured: PicturedPage[] = [];
  for (const number of numbers) {
    signal?.throwIfAborted();
    await yieldIfDue?.();
    const contents = document.readPage(number - 1);
    const size = { number, width: contents.width, height: contents.height };
    const recognizedPage = known.get(number);
    if (recognizedPage !== undefined) {
      const text = ocr === 'always' ? undefined : preparePage(contents, number, lineNumbers);
      const page =
        text !== undefined && canMerge(text, recognizedPage)
          ? mergeRecognizedPage(text, recognizedPage, contents)
          : prepareRecognizedPage(recognizedPage, size);
      prepared.push(page);
      pictured.push({ ...toPictured(page, contents), ...size, isScan: true });
      pages.push({ ...size, recognition: 'done' });
    } else {
      const page = preparePage(contents, number, lineNumbers);
      const isNeeded = ocr === 'always' || (ocr === 'auto' && page.needsRecognition);
      if (isNeeded) pages.push({ ...size, recognition: 'needed' });
      else pages.push(page.needsRecognition ? { ...size, recognition: 'excluded' } : size);
      if (!isNeeded) prepared.push(page);
      pictured.push({ ...toPictured(page, contents), ...size });
      limit.add(page.words);
    }
    onPage?.(pages.length, numbers.length);
  }
  signal?.throwIfAborted();
  await yieldIfDue?.();
  const blocks = buildBlocks(layOutPages(prepared), bookmarks);
  const isComplete = pages.every(({ recognition }) => recognition !== 'needed');
  const placed =
    pictures && isComplete
      ? await collectPdfPictures(bytes, pictured, pictures, { signal, yieldIfDue, password })
      : [];
  return {
    format: 'pdf',
    blocks: insertPictures(blocks, placed),
    metadata: { ...metadata, title: meaningfulTitle(metadata.title) },
    pages,
    pageCount,
    warnings: [],
  };
}

/** Whether the text of a page, which is incomplete, can be read and has the direction in which the page was recognized. */
function canMerge(
  { isReadable, angle }: ReturnType<typeof preparePage>,
  { rotation }: RecognizedPage,
): boolean {
  return isReadable && angle === (360 - rotation) % 360;
}

function toPictured(
  { angle }: PreparedPage,
  contents: PageContents,
): Omit<PicturedPage, 'number' | 'width' | 'height'> {
  const { structure, images } = contents;
  return { angle, structure, imageCount: images.length, isScan: hasTextLayer(contents) };
}
