import { type FileType, sniffFileType } from '@quern/runtime/sniff-file-type';
import { countTiffPages } from './count-tiff-pages.ts';
import { readBmpHeader } from './decode-bmp.ts';
import { ImageError } from './image-error.ts';
import { toImageError, tooLargeError } from './image-errors.ts';
import { loadSharp } from './load-sharp.ts';
import { readImageSize } from './read-image-size.ts';

/** Format and size of an image, read from its header. */
export interface InspectedImage {
  readonly format: FileType;
  /** Pixels as stored, before EXIF orientation. */
  readonly width: number;
  readonly height: number;
}

const sideMax = 32_000;
const tiffPagesMax = 1000;

const supported: ReadonlySet<FileType> = new Set([
  'png',
  'jpeg',
  'gif',
  'webp',
  'tiff',
  'bmp',
  'avif',
  'heif',
  'pnm',
]);
/** Formats that Tesseract decodes without sharp; BMP is another. */
const decodedByTesseract: ReadonlySet<FileType> = new Set(['png', 'jpeg']);

const rejectionMessages: Partial<Record<FileType, string>> = {
  svg: 'SVG images are not supported, because they are documents that may refer to other files: send a PNG.',
  pdf: 'This is a PDF document, not an image.',
  ico: 'Icons (ICO) are not supported: send a PNG or JPEG.',
};

/**
 * Reads the format and the size from the header, without decoding pixels. Only the first frame of an animation and the
 * first page of a TIFF count.
 *
 * @throws ImageError
 */
export async function inspectImage(bytes: Uint8Array, pixelsMax: number): Promise<InspectedImage> {
  const format = detectFormat(bytes);
  const { width, height } = await readSize(bytes, format, pixelsMax);
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable', 'The image has no pixels.');
  if (width * height > pixelsMax || width > sideMax || height > sideMax)
    throw tooLargeError(width, height, pixelsMax);
  return { format, width, height };
}

function detectFormat(bytes: Uint8Array): FileType {
  if (bytes.length === 0) throw new ImageError('unreadable', 'The image is empty (0 bytes).');
  const format = sniffFileType(bytes);
  if (format !== undefined && supported.has(format)) return format;
  const reason = format && rejectionMessages[format];
  throw new ImageError(
    'unsupported',
    reason ?? 'The file is not an image of a supported format (PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF).',
  );
}

async function readSize(
  bytes: Uint8Array,
  format: FileType,
  pixelsMax: number,
): Promise<{ width: number; height: number }> {
  if (format === 'bmp') return readBmpHeader(bytes, pixelsMax);
  // PNG and JPEG headers are read first, because libvips reports images that are far too large as damaged.
  const stated = readImageSize(bytes, format);
  if (stated && stated.width * stated.height > pixelsMax)
    throw tooLargeError(stated.width, stated.height, pixelsMax);
  if (format === 'tiff' && countTiffPages(bytes, tiffPagesMax + 1) > tiffPagesMax)
    throw new ImageError('too_large', `The TIFF image has more than ${tiffPagesMax} pages.`);
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
  throw new ImageError(
    'unsupported',
    `Images of the format ${format} cannot be decoded, because the optional package sharp is not installed.`,
  );
}
