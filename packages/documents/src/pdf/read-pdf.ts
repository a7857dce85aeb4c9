import type { getDocumentProxy } from 'unpdf';
import { DocumentError } from '../errors/document-error.ts';
import { meaningfulTitle } from '../meaningful-title.ts';
import { type DocumentContent, emptyMetadata } from '../model/document-content.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { checkPdfStreams } from './check-pdf-streams.ts';
import { groupTextLines, type PdfLine, type PdfTextItem } from './group-text-lines.ts';
import { loadPdfjs, type PdfjsHooks } from './load-pdfjs.ts';
import { PdfBudget } from './pdf-budget.ts';
import { reconstructBlocks } from './reconstruct-blocks.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

const pagesMax = 20_000;
const textLengthMax = 20_000_000;
/** Minimum size of a page in its file, even compressed; with fewer bytes, the file lists one page many times. */
const pageBytesMin = 25;
/** Number of pages allowed for a file of any size. */
const shortFilePages = 100;

/** Reads a PDF with pdf.js. @throws DocumentError; the signal's reason when aborted */
export async function readPdf(
  bytes: Uint8Array,
  { signal, yieldIfDue }: ReadDocumentOptions,
): Promise<DocumentContent> {
  signal?.throwIfAborted();
  checkPdfStreams(bytes);
  const budget = new PdfBudget(bytes.length);
  const yieldOrThrow = async (): Promise<void> => {
    signal?.throwIfAborted();
    await yieldIfDue?.();
  };
  const hooks: PdfjsHooks = {
    onOperator: (name, savedStates) => budget.countOperator(name, savedStates),
    onBytesDecoded: (count) => budget.countDecodedBytes(count),
    yieldIfDue: yieldOrThrow,
  };
  const hookStorage = await loadPdfjs();
  return hookStorage.run(hooks, () => readWithHooks(bytes, budget, { signal, yieldIfDue: yieldOrThrow }));
}

async function readWithHooks(
  bytes: Uint8Array,
  budget: PdfBudget,
  {
    signal,
    yieldIfDue,
  }: { readonly signal: AbortSignal | undefined; readonly yieldIfDue: () => Promise<void> },
): Promise<DocumentContent> {
  const document = await open(bytes, budget);
  try {
    const pages = await readPages(document, bytes.length, budget, yieldIfDue);
    const blocks = reconstructBlocks(pages);
    if (blocks.length === 0) throw scanError(document.numPages);
    return {
      format: 'pdf',
      blocks,
      metadata: { ...emptyMetadata, title: await metadataTitle(document) },
      pages: Array.from({ length: document.numPages }, (_, index) => ({ number: index + 1 })),
      pageCount: document.numPages,
      warnings: [],
    };
  } catch (error) {
    throw error instanceof DocumentError || signal?.aborted ? error : unreadable(error);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array, budget: PdfBudget): Promise<PdfDocument> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // pdf.js takes ownership of the bytes, so it gets a copy.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: false });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new DocumentError('encrypted', 'The PDF needs a password: save it without one.', {
        cause: error,
      });
    }
    budget.throwIfExceeded();
    throw unreadable(error);
  }
}

async function readPages(
  document: PdfDocument,
  length: number,
  budget: PdfBudget,
  yieldIfDue: () => Promise<void>,
): Promise<PdfLine[][]> {
  if (document.numPages > pagesMax) {
    throw new DocumentError(
      'too_complex',
      `The PDF has ${document.numPages} pages; the limit is ${pagesMax}.`,
    );
  }
  if (document.numPages > shortFilePages + length / pageBytesMin) {
    throw new DocumentError('too_complex', `The PDF has ${document.numPages} pages in ${length} bytes.`);
  }
  const pages: PdfLine[][] = [];
  let textLength = 0;
  for (let number = 1; number <= document.numPages; number++) {
    await yieldIfDue();
    const items = await pageText(document, number, budget);
    const lines = groupTextLines(items);
    textLength += lines.reduce((sum, line) => sum + line.text.length, 0);
    if (textLength > textLengthMax) {
      throw new DocumentError('too_complex', `The PDF has more than ${textLengthMax} characters of text.`);
    }
    pages.push(lines);
  }
  return pages;
}

async function pageText(document: PdfDocument, number: number, budget: PdfBudget): Promise<PdfTextItem[]> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.filter((item) => 'str' in item);
  } finally {
    budget.throwIfExceeded();
  }
}

/** The title in the metadata, else ''. */
async function metadataTitle(document: PdfDocument): Promise<string> {
  const { info } = await document.getMetadata();
  const title: unknown = 'Title' in info ? info.Title : undefined;
  return typeof title === 'string' ? meaningfulTitle(title) : '';
}

function scanError(pages: number): DocumentError {
  const noun = pages === 1 ? 'page has' : `${pages} pages have`;
  return new DocumentError(
    'empty',
    `The PDF's ${noun} no text, only images or drawings: it may be a scan. Recognize its text first (OCR).`,
  );
}

function unreadable(cause: unknown): DocumentError {
  return new DocumentError('unreadable', 'The PDF is damaged and cannot be read.', { cause });
}
