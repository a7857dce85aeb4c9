import { PdfDocument } from '@quern/pdf';
import { isPdf } from '../image/inspect-image.ts';
import type { OcrLine } from '../layout/composed-text.ts';
import type { OcrPage } from '../ocr-result.ts';
import { withImageErrors } from './draw-page.ts';
import { encodePicture } from './encode-picture.ts';
import { omitShownWords } from './omit-shown-words.ts';
import { toLayerLines } from './text-layer-lines.ts';
import { type PdfPicture, writePicturePdf } from './write-picture-pdf.ts';

/** The recognized text of a page. */
export interface RecognizedText extends Pick<OcrPage, 'number' | 'width' | 'height'> {
  readonly lines: readonly OcrLine[];
}

/** A file with recognized text. */
export interface SearchablePdfInput {
  readonly bytes: Uint8Array;
  /** In ascending order. Those of a picture become the pages of the PDF. */
  readonly pages: readonly RecognizedText[];
  readonly pixelsMax: number;
  /** Password of an encrypted PDF, which stays encrypted. */
  readonly password?: string | undefined;
}

/** With 500 words on each page, a pass takes some 2 s and 400 million steps; 6 s and twice the steps in a file of 2,000 pages. */
const pagesPerPass = 100;
const stepsMax = 2_000_000_000;

/**
 * Adds recognized text to the pages of a PDF, invisibly, so that it can be selected and searched. Words that a page has as
 * text already are not added. A picture becomes a PDF first.
 *
 * @throws ImageError
 */
export async function createSearchablePdf(
  { bytes, pages, pixelsMax, password }: SearchablePdfInput,
  yieldIfDue: () => Promise<void>,
): Promise<Uint8Array> {
  const isPicture = !isPdf(bytes);
  let pdf = isPicture ? await picturePdf(bytes, pages, pixelsMax, yieldIfDue) : bytes;
  for (let from = 0; from < pages.length; from += pagesPerPass) {
    await yieldIfDue();
    const part = pages.slice(from, from + pagesPerPass);
    pdf = await withImageErrors(async () => {
      const lines = isPicture ? part.map((page) => page.lines) : await addedLines(pdf, part, password);
      const layers = part.map(({ number, width, height }, index) => ({
        index: isPicture ? from + index : number - 1,
        displayed: { width, height },
        lines: (lines[index] ?? []).flatMap(toLayerLines),
      }));
      return (await PdfDocument.open(pdf, { password, stepsMax })).withTextLayer(layers);
    });
  }
  return pdf;
}

/** The lines of pages of a PDF without the words that the pages have as text already. */
async function addedLines(
  pdf: Uint8Array,
  pages: readonly RecognizedText[],
  password: string | undefined,
): Promise<(readonly OcrLine[])[]> {
  const document = await PdfDocument.open(pdf, { password, stepsMax });
  return pages.map((page) => omitShownWords(page, document.readPage(page.number - 1)));
}

async function picturePdf(
  bytes: Uint8Array,
  pages: readonly RecognizedText[],
  pixelsMax: number,
  yieldIfDue: () => Promise<void>,
): Promise<Uint8Array> {
  const pictures: PdfPicture[] = [];
  for (const { number } of pages) {
    await yieldIfDue();
    pictures.push(await encodePicture(bytes, pixelsMax, number - 1));
  }
  return writePicturePdf(pictures);
}
