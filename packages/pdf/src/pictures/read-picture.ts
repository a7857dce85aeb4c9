import { PdfError } from '../pdf-error.ts';
import type { Pdfium } from '../pdfium/load-pdfium.ts';
import type { Scratch } from '../pdfium/scratch.ts';
import { encodePng, type Pixels } from './encode-png.ts';
import type { ImageObject, ListedPicture } from './list-pictures.ts';
import { isUpright, turnPixels } from './picture-direction.ts';

/** The document and the page whose pictures are read. */
export interface PictureSource {
  readonly document: number;
  readonly page: number;
}

/** FPDF_COLORSPACE_* (fpdf_edit.h) in which the numbers of a JPEG mean what they mean in a file: gray, RGB, and profiles. */
const plainColorSpaces: ReadonlySet<number> = new Set([1, 2, 4, 5, 7]);
/** Places of the words of FPDF_IMAGEOBJ_METADATA. */
const metadataWords = { bitsPerPixel: 4, colorSpace: 5 };
/** Side of the picture that is drawn to find transparent pixels. */
const sampleSide = 48;
/** FPDFBitmap_BGRA (fpdfview.h). */
const formatWithAlpha = 4;

/**
 * Reads a picture: the data of a JPEG as they are if they look as on the page, others as a PNG with the pixels of the image.
 *
 * @param bytesMax limit of the bytes
 * @param pixelsMax limit of the pixels
 * @returns undefined if it cannot be drawn
 * @throws PdfError `too_complex` if it is larger
 */
export function readPicture(
  pdfium: Pdfium,
  source: PictureSource,
  { parts }: ListedPicture,
  { bytesMax, pixelsMax }: { readonly bytesMax: number; readonly pixelsMax: number },
  scratch: Scratch,
): Uint8Array | undefined {
  const pixels = parts.reduce((sum, { width, height }) => sum + width * height, 0);
  if (pixels > pixelsMax)
    throw new PdfError('too_complex', `A picture has ${pixels} pixels; the limit is ${pixelsMax}.`);
  const [only] = parts;
  const jpeg = parts.length === 1 && only ? readJpeg(pdfium, source, only, scratch) : undefined;
  const bytes = jpeg ?? drawParts(pdfium, source, parts);
  if (bytes !== undefined && bytes.length > bytesMax)
    throw new PdfError('too_complex', `A picture has ${bytes.length} bytes; the limit is ${bytesMax}.`);
  return bytes;
}

/** @returns undefined if the image is not a JPEG, or looks different on the page */
function readJpeg(
  pdfium: Pdfium,
  source: PictureSource,
  image: ImageObject,
  scratch: Scratch,
): Uint8Array | undefined {
  const { functions, allocate, memory, free } = pdfium;
  const { object, direction } = image;
  const { address } = scratch;
  if (!isUpright(direction) || functions.FPDFImageObj_GetImageFilterCount(object) !== 1) return undefined;
  const filter = scratch.text(
    (at, length) => functions.FPDFImageObj_GetImageFilter(object, 0, at, length),
    'utf8',
  );
  if (filter !== 'DCTDecode') return undefined;
  if (!functions.FPDFImageObj_GetImageMetadata(object, source.page, address)) return undefined;
  const bitsPerPixel = scratch.integer(metadataWords.bitsPerPixel);
  const isPlain = plainColorSpaces.has(scratch.integer(metadataWords.colorSpace));
  if (!isPlain || (bitsPerPixel !== 8 && bitsPerPixel !== 24)) return undefined;
  const sample = drawImage(pdfium, source, {
    ...image,
    width: Math.min(image.width, sampleSide),
    height: Math.min(image.height, sampleSide),
  });
  if (sample === undefined || !isOpaque(sample)) return undefined;
  const length = functions.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  if (length === 0) return undefined;
  const data = allocate(length);
  functions.FPDFImageObj_GetImageDataRaw(object, data, length);
  const bytes = memory().slice(data, data + length);
  free(data);
  // Data before the start of the image would hide it from other programs.
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined;
}

function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function drawParts(
  pdfium: Pdfium,
  source: PictureSource,
  parts: readonly ImageObject[],
): Uint8Array | undefined {
  const drawn: Pixels[] = [];
  for (const part of parts) {
    const pixels = drawImage(pdfium, source, part);
    if (pixels === undefined) return undefined;
    drawn.push(turnPixels(pixels, part.direction));
  }
  const [first, ...others] = drawn;
  if (first === undefined) return undefined;
  if (others.length === 0) return encodePng(first);
  return encodePng({
    width: first.width,
    height: drawn.reduce((sum, { height }) => sum + height, 0),
    data: Buffer.concat(drawn.map(({ data }) => data)),
  });
}

/** Draws an image with its mask at a size in pixels, as it is stored. @returns undefined if it cannot be drawn */
function drawImage(
  { functions, memory }: Pdfium,
  { document, page }: PictureSource,
  { object, width, height }: ImageObject,
): Pixels | undefined {
  // The page is drawn by another instance: this one only reads pictures.
  if (!functions.FPDFImageObj_SetMatrix(object, width, 0, 0, height, 0, 0)) return undefined;
  const bitmap = functions.FPDFImageObj_GetRenderedBitmap(document, page, object);
  if (bitmap === 0) return undefined;
  const isExpected =
    functions.FPDFBitmap_GetFormat(bitmap) === formatWithAlpha &&
    functions.FPDFBitmap_GetWidth(bitmap) === width &&
    functions.FPDFBitmap_GetHeight(bitmap) === height;
  const pixels = isExpected ? { width, height, data: new Uint8Array(width * height * 4) } : undefined;
  if (pixels !== undefined) {
    const stride = functions.FPDFBitmap_GetStride(bitmap);
    const start = functions.FPDFBitmap_GetBuffer(bitmap);
    copyRows(memory(), start, stride, pixels);
  }
  functions.FPDFBitmap_Destroy(bitmap);
  return pixels;
}

/** Copies rows of blue, green, red and alpha. */
function copyRows(rows: Uint8Array, start: number, stride: number, { width, height, data }: Pixels): void {
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let from = start + y * stride; at < (y + 1) * width * 4; at += 4, from += 4) {
      data[at] = rows[from + 2] ?? 0;
      data[at + 1] = rows[from + 1] ?? 0;
      data[at + 2] = rows[from] ?? 0;
      data[at + 3] = rows[from + 3] ?? 0;
    }
  }
}
