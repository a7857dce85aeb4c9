import type { DecodedImage } from '../image/decode-image.ts';
import { ImageError } from '../image/image-error.ts';
import type { RgbImage } from '../image/rgb-image.ts';
import { loadPdfium, type Pdfium } from './load-pdfium.ts';
import { readPageContent } from './page-content.ts';
import { choosePageSize } from './page-resolution.ts';

/** Codes of FPDF_GetLastError (fpdfview.h). */
const errorCodes = { password: 4, security: 5 };
/** FPDFBitmap_BGR, and the flags FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER, with which the bytes are red, green, blue. */
const [bitmapFormat, renderFlags] = [2, 0x01 | 0x10];
const white = 0xffffffff;

/**
 * A PDF file. Opening it and every method take time that the file determines, so they belong in a worker thread, which
 * can be terminated at any time. Scripts and links in the file are never followed.
 */
export class PdfDocument {
  readonly #pdfium: Pdfium;
  readonly #handle: number;

  private constructor(pdfium: Pdfium, handle: number) {
    [this.#pdfium, this.#handle] = [pdfium, handle];
  }

  /** @throws ImageError `unreadable` for a damaged file, `encrypted` for one that needs a password */
  static async open(bytes: Uint8Array): Promise<PdfDocument> {
    const pdfium = await loadPdfium();
    return guard(pdfium, 'The PDF', () => {
      // Freed with the instance.
      const address = pdfium.allocate(bytes.length);
      pdfium.memory().set(bytes, address);
      const handle = pdfium.functions.FPDF_LoadMemDocument(address, bytes.length, '');
      if (handle === 0) throw openError(pdfium.functions.FPDF_GetLastError());
      return new PdfDocument(pdfium, handle);
    });
  }

  /** @throws ImageError `unreadable` */
  get pageCount(): number {
    const count = guard(this.#pdfium, 'The PDF', () =>
      this.#pdfium.functions.FPDF_GetPageCount(this.#handle),
    );
    if (count < 1) throw new ImageError('unreadable', 'The PDF has no pages.');
    return count;
  }

  /**
   * Draws a page as it is displayed (rotation applied, with annotations and values of forms) on white.
   *
   * @param index from 0
   * @param pixelsMax images with more pixels are rejected
   * @throws ImageError `unreadable` or `too_large`
   */
  render(index: number, pixelsMax: number): DecodedImage {
    const name = `Page ${index + 1} of the PDF`;
    return guard(this.#pdfium, name, () => {
      const page = this.#pdfium.functions.FPDF_LoadPage(this.#handle, index);
      if (page === 0) throw damaged(name);
      try {
        return drawPage(this.#pdfium, page, name, pixelsMax);
      } finally {
        this.#pdfium.functions.FPDF_ClosePage(page);
      }
    });
  }
}

function drawPage(pdfium: Pdfium, page: number, name: string, pixelsMax: number): DecodedImage {
  const { functions } = pdfium;
  const content = readPageContent(pdfium, page);
  for (const { width, height } of content.images) {
    if (width * height > pixelsMax)
      throw tooLarge(`${name} has an image of ${width} × ${height} pixels; the limit is ${pixelsMax}.`);
  }
  const points = { width: functions.FPDF_GetPageWidthF(page), height: functions.FPDF_GetPageHeightF(page) };
  const { width, height } = choosePageSize(points, content);
  const bitmap = functions.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0);
  if (bitmap === 0) throw tooLarge(`${name} needs too much memory.`);
  try {
    functions.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    functions.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
    // Whatever did not fit into the memory is missing on the page.
    if (pdfium.isOutOfMemory()) throw tooLarge(`${name} needs too much memory.`);
    return { image: copyBitmap(pdfium, bitmap, width, height), width, height };
  } finally {
    functions.FPDFBitmap_Destroy(bitmap);
  }
}

/** Copies the rows of a bitmap, which are padded to whole words, out of PDFium's memory. */
function copyBitmap({ functions, memory }: Pdfium, bitmap: number, width: number, height: number): RgbImage {
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

/** Converts the exceptions of WebAssembly, after which the instance must not be used any more. */
function guard<Value>(pdfium: Pdfium, name: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    if (pdfium.isOutOfMemory()) throw tooLarge(`${name} needs too much memory.`, error);
    throw damaged(name, error);
  }
}

function openError(code: number): ImageError {
  if (code === errorCodes.password)
    return new ImageError(
      'encrypted',
      'The PDF is password-protected: remove the password, then send it again.',
    );
  if (code === errorCodes.security)
    return new ImageError(
      'encrypted',
      'The PDF is encrypted in a way that is not supported: remove the encryption, then send it again.',
    );
  return damaged('The PDF');
}

const damaged = (name: string, cause?: unknown): ImageError =>
  new ImageError('unreadable', `${name} is damaged and cannot be read.`, { cause });

const tooLarge = (message: string, cause?: unknown): ImageError =>
  new ImageError('too_large', message, { cause });
