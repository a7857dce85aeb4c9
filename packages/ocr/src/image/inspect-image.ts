import { ImageError } from '../image-error.ts';
import { countTiffPages } from './count-tiff-pages.ts';
import { readBmpHeader, tooLargeError } from './decode-bmp.ts';
import { detectImageFormat, type ImageFormat } from './detect-image-format.ts';
import { loadSharp } from './load-sharp.ts';
import { readImageSize } from './read-image-size.ts';

export interface InspectedImage {
  readonly format: ImageFormat;
  /** Pixels as stored, before EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

const sideMax = 32_000;
const pagesMax = 1000;
/** What Tesseract decodes by itself. */
const decodedByTesseract: ReadonlySet<ImageFormat> = new Set(['png', 'jpeg', 'bmp']);

const refused: Partial<Record<ImageFormat, string>> = {
  svg: 'SVG is a drawing program with references to other files, not a picture; send it as PNG.',
  pdf: 'This is a PDF document, not an image.',
  ico: 'Icons (ICO) are not taken; send PNG or JPEG.',
};

/**
 * Reads format and size from the header, without decoding a pixel. Of animations and documents with several pages the
 * first counts.
 *
 * @throws ImageError
 */
export async function inspectImage(bytes: Uint8Array, pixelsMax: number): Promise<InspectedImage> {
  const format = checkFormat(bytes);
  const { width, height } = await sizeOf(bytes, format, pixelsMax);
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable', 'The image has no pixels.');
  if (width * height > pixelsMax || width > sideMax || height > sideMax)
    throw tooLargeError(width, height, pixelsMax);
  return { format, width, height };
}

function checkFormat(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new ImageError('unreadable', 'The image is empty (0 bytes).');
  const format = detectImageFormat(bytes);
  if (format === undefined) {
    throw new ImageError(
      'unsupported',
      'This is no image of a known format (PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF).',
    );
  }
  const reason = refused[format];
  if (reason !== undefined) throw new ImageError('unsupported', reason);
  return format;
}

async function sizeOf(
  bytes: Uint8Array,
  format: ImageFormat,
  pixelsMax: number,
): Promise<{ width: number; height: number }> {
  if (format === 'bmp') return readBmpHeader(bytes, pixelsMax);
  // PNG and JPEG first by their own headers: libvips refuses what is far too large as damaged.
  const stated = readImageSize(bytes, format);
  if (stated && stated.width * stated.height > pixelsMax)
    throw tooLargeError(stated.width, stated.height, pixelsMax);
  if (format === 'tiff' && countTiffPages(bytes, pagesMax + 1) > pagesMax)
    throw new ImageError('too_large', `The TIFF image has more than ${pagesMax} pages.`);
  const sharp = await loadSharp();
  if (sharp !== undefined) {
    try {
      return await sharp(bytes, {
        limitInputPixels: pixelsMax,
        failOn: 'error',
        page: 0,
        pages: 1,
      }).metadata();
    } catch (error) {
      throw toImageError(error, pixelsMax);
    }
  }
  if (stated && decodedByTesseract.has(format)) return stated;
  throw new ImageError('unsupported', `Images of the format ${format} cannot be decoded on this server.`);
}

/** What libvips says of an image it cannot decode. */
export function toImageError(error: unknown, pixelsMax: number): ImageError {
  if (error instanceof ImageError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (/exceeds pixel limit/i.test(reason)) {
    return new ImageError('too_large', `The image has more than ${pixelsMax} pixels.`, { cause: error });
  }
  if (/timeout/i.test(reason)) {
    return new ImageError('too_large', 'The image takes too long to decode.', { cause: error });
  }
  if (/unsupported image format|not (known to be )?support|operation is blocked/i.test(reason)) {
    return new ImageError('unsupported', `The image cannot be decoded: ${reason}`, { cause: error });
  }
  return new ImageError('unreadable', `The image is damaged: ${reason}`, { cause: error });
}
