import { PdfDocument, PdfError } from '@quern/pdf';
import type { DecodedImage } from '../image/decode-image.ts';
import { ImageError, type ImageErrorCode } from '../image/image-error.ts';

/** @returns the number of pages of a PDF @throws ImageError */
export function countPdfPages(bytes: Uint8Array, password: string | undefined): Promise<number> {
  return withImageErrors(async () => (await PdfDocument.open(bytes, { password })).pageCount);
}

/**
 * Draws a page of a PDF.
 *
 * @param index from 0
 * @param pixelsMax images on the page with more pixels are rejected
 * @throws ImageError
 */
export function drawPage(
  bytes: Uint8Array,
  index: number,
  { pixelsMax, password }: { readonly pixelsMax: number; readonly password?: string | undefined },
): Promise<DecodedImage> {
  return withImageErrors(async () => {
    const image = (await PdfDocument.open(bytes, { password })).render(index, pixelsMax);
    return { image, width: image.width, height: image.height };
  });
}

const codes = {
  unreadable: 'unreadable',
  encrypted: 'encrypted',
  too_complex: 'too_large',
  unavailable: 'unavailable',
} as const satisfies Record<PdfError['code'], ImageErrorCode>;

/** Runs work with a PDF. @throws ImageError for an error of PDFium */
export async function withImageErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PdfError) throw new ImageError(codes[error.code], error.message, { cause: error });
    throw error;
  }
}
