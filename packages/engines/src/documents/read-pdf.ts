import type { getDocumentProxy } from 'unpdf';
import { checkPdfStreams } from './check-pdf-streams.ts';
import { DocumentError } from './document-error.ts';
import { layOutPages } from './lay-out-pages.ts';
import { type PdfLine, pdfLines } from './pdf-lines.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

const pagesMax = 20_000;
const textLengthMax = 20_000_000;

/** The text of a PDF by pdf.js, laid out as paragraphs. @throws DocumentError */
export async function readPdf(
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<{ text: string; format: 'pdf'; title: string; pages: number }> {
  checkPdfStreams(bytes);
  const document = await open(bytes);
  try {
    const pages = await readPages(document, signal);
    const text = layOutPages(pages);
    if (text === '') throw scanError(document.numPages);
    return { text, format: 'pdf', title: await statedTitle(document), pages: document.numPages };
  } catch (error) {
    throw error instanceof DocumentError || signal?.aborted ? error : unreadable(error);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<PdfDocument> {
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
    throw unreadable(error);
  }
}

async function readPages(document: PdfDocument, signal: AbortSignal | undefined): Promise<PdfLine[][]> {
  if (document.numPages > pagesMax) {
    throw new DocumentError(
      'unreadable',
      `The PDF has ${document.numPages} pages; ${pagesMax} are read at most.`,
    );
  }
  const pages: PdfLine[][] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages; number++) {
    signal?.throwIfAborted();
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const lines = pdfLines(items.filter((item) => 'str' in item));
    length += lines.reduce((sum, line) => sum + line.text.length, 0);
    if (length > textLengthMax) {
      throw new DocumentError('unreadable', `The PDF has more than ${textLengthMax} characters of text.`);
    }
    pages.push(lines);
  }
  return pages;
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
