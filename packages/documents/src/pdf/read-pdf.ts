import type { getDocumentProxy } from 'unpdf';
import { DocumentError } from '../document-error.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { checkPdfStreams } from './check-pdf-streams.ts';
import { groupTextLines, type PdfLine, type PdfTextItem as PdfPiece } from './group-text-lines.ts';
import { loadPdfjs, type PdfjsHooks } from './load-pdfjs.ts';
import { PdfBudget } from './pdf-budget.ts';
import { reconstructParagraphs } from './reconstruct-paragraphs.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

const pagesMax = 20_000;
const textLengthMax = 20_000_000;
/** A page takes more bytes of its file than this, even packed; what takes fewer lists one page many times. */
const pageBytesMin = 25;
const shortFilePages = 100;

interface PdfText {
  readonly text: string;
  readonly format: 'pdf';
  readonly title: string;
  readonly pages: number;
}

/** The text of a PDF by pdf.js, laid out as paragraphs. @throws DocumentError */
export async function readPdf(
  bytes: Uint8Array,
  { signal, yieldIfDue: turn }: ReadDocumentOptions,
): Promise<PdfText> {
  signal?.throwIfAborted();
  checkPdfStreams(bytes);
  const budget = new PdfBudget(bytes.length);
  const takeTurn = async (): Promise<void> => {
    signal?.throwIfAborted();
    await turn?.();
  };
  const hooks: PdfjsHooks = {
    spendOperator: (name, savedStates) => budget.spendOperator(name, savedStates),
    spendBytes: (count) => budget.spendBytes(count),
    turn: takeTurn,
  };
  const ofDocument = await loadPdfjs();
  return ofDocument.run(hooks, () => readOpened(bytes, budget, { signal, turn: takeTurn }));
}

async function readOpened(
  bytes: Uint8Array,
  budget: PdfBudget,
  { signal, turn }: { readonly signal: AbortSignal | undefined; readonly turn: () => Promise<void> },
): Promise<PdfText> {
  const document = await open(bytes, budget);
  try {
    const pages = await readPages(document, bytes.length, budget, turn);
    const text = reconstructParagraphs(pages);
    if (text === '') throw scanError(document.numPages);
    return { text, format: 'pdf', title: await statedTitle(document), pages: document.numPages };
  } catch (error) {
    throw error instanceof DocumentError || signal?.aborted ? error : unreadable(error);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array, budget: PdfBudget): Promise<PdfDocument> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // pdf.js takes the bytes for itself, so it gets a copy.
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
  turn: () => Promise<void>,
): Promise<PdfLine[][]> {
  if (document.numPages > pagesMax) {
    throw new DocumentError(
      'unreadable',
      `The PDF has ${document.numPages} pages; ${pagesMax} are read at most.`,
    );
  }
  if (document.numPages > shortFilePages + length / pageBytesMin) {
    throw new DocumentError('too_complex', `The PDF has ${document.numPages} pages in ${length} bytes.`);
  }
  const pages: PdfLine[][] = [];
  let textLength = 0;
  for (let number = 1; number <= document.numPages; number++) {
    await turn();
    const items = await pageText(document, number, budget);
    const lines = groupTextLines(items);
    textLength += lines.reduce((sum, line) => sum + line.text.length, 0);
    if (textLength > textLengthMax) {
      throw new DocumentError('unreadable', `The PDF has more than ${textLengthMax} characters of text.`);
    }
    pages.push(lines);
  }
  return pages;
}

async function pageText(document: PdfDocument, number: number, budget: PdfBudget): Promise<PdfPiece[]> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.filter((item) => 'str' in item);
  } finally {
    budget.throwIfExceeded();
  }
}

async function statedTitle(document: PdfDocument): Promise<string> {
  const { info } = await document.getMetadata();
  const title: unknown = 'Title' in info ? info.Title : undefined;
  if (typeof title !== 'string') return '';
  // Programs put their file names there: `Microsoft Word - report.doc`.
  return /\.(?:docx?|pdf|indd|tex|dvi|qxd|rtf|odt)$/i.test(title.trim()) ? '' : title.trim();
}

function scanError(pages: number): DocumentError {
  const noun = pages === 1 ? 'page holds' : `${pages} pages hold`;
  return new DocumentError(
    'empty',
    `The PDF's ${noun} no text, only pictures or drawings: it may be a scan. Recognise its text first (OCR).`,
  );
}

function unreadable(cause: unknown): DocumentError {
  return new DocumentError('unreadable', 'The PDF is damaged and cannot be read.', { cause });
}
