import { PdfError } from '../pdf-error.ts';
import type { Pdfium } from '../pdfium/load-pdfium.ts';
import { readPageContent } from './page-content.ts';
import { choosePageSize } from './page-resolution.ts';

/** A drawn page: three bytes per pixel (red, green, blue), rows from top to bottom. */
export interface PageImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** FPDFBitmap_BGR, and the flags FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER, with which the bytes are red, green, blue. */
const [bitmapFormat, renderFlags] = [2, 0x01 | 0x10];
const white = 0xffffffff;

/**
 * Draws a page as it is displayed (rotation applied, with annotations and values of forms) on white.
 *
 * @param name of the page in errors
 * @param pixelsMax images with more pixels are rejected
 * @throws PdfError `too_complex`
 */
export function renderPage(pdfium: Pdfium, page: number, name: string, pixelsMax: number): PageImage {
  const { functions } = pdfium;
  const content = readPageContent(pdfium, page);
  for (const { width, height } of content.images) {
    if (width * height > pixelsMax)
      throw tooComplex(`${name} has an image of ${width} × ${height} pixels; the limit is ${pixelsMax}.`);
  }
  const points = { width: functions.FPDF_GetPageWidthF(page), height: functions.FPDF_GetPageHeightF(page) };
  const { width, height } = choosePageSize(points, content);
  const bitmap = functions.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0);
  if (bitmap === 0) throw tooComplex(`${name} needs too much memory.`);
  try {
    functions.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    functions.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
    // Whatever did not fit into the memory is missing on the page.
    if (pdfium.isOutOfMemory()) throw tooComplex(`${name} needs too much memory.`);
    return copyBitmap(pdfium, bitmap, width, height);
  } finally {
    functions.FPDFBitmap_Destroy(bitmap);
  }
}

/** Copies the rows of a bitmap, which are padded to whole words, out of PDFium's memory. */
function copyBitmap({ functions, memory }: Pdfium, bitmap: number, width: number, height: number): PageImage {
  const address = functions.FPDFBitmap_GetBuffer(bitmap);
  const stride = functions.FPDFBitmap_GetStride(bitmap);
  const rows = memory();
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const start = address + y * stride;
    data.set(rows.subarray(start, start + width * 3), y * width * 3);
  }
  return { data, width, height };
}

const tooComplex = (message: string): PdfError => new PdfError('too_complex', message);
