import { type FileType, sniffFileType } from '@quern/runtime/sniff-file-type';
import { countTiffPages } from './count-tiff-pages.ts';
import { readBmpHeader } from './decode-bmp.ts';
import { heicPixelsMax } from './decode-heic.ts';
import { ImageError } from './image-error.ts';
import { toImageError, tooLargeError } from './image-errors.ts';
import { loadSharp } from './load-sharp.ts';
import { readIconSize } from './open-icon.ts';
import { readImageSize } from './read-image-size.ts';

/** Format and size of an image, read from its header. */
export interface InspectedImage {
  readonly format: FileType;
  /** Pixels as stored, before EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** Pages of a TIFF; 1 for other formats, of whose animations only the first frame counts. */
  readonly pageCount: number;
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
  'ico',
  'avif',
  'heif',
  'pnm',
]);
const rejectionMessages: Partial<Record<FileType, string>> = {
  svg: 'SVG images are not supported, because they are documents that may refer to other files: send a PNG.',
};

/** Whether a file is a PDF. */
export const isPdf = (bytes: Uint8Array): boolean => sniffFileType(bytes) === 'pdf';

/** Checks by the first bytes that a file is of a supported format. @throws ImageError `unsupported`, `unreadable` */
export function requireReadableFile(bytes: Uint8Array): void {
  if (!isPdf(bytes)) detectFormat(bytes);
}

/**
 * Reads the format and the size from the header, without decoding pixels. The size of a TIFF is that of its first page.
 * It belongs in a worker thread: libvips reads more than the header, such as all comments.
 *
 * @throws ImageError
 */
export async function inspectImage(bytes: Uint8Array, pixelsMax: number): Promise<InspectedImage> {
  const format = detectFormat(bytes);
  const { width, height } = await readSize(bytes, format, pixelsMax);
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable', 'The image has no pixels.');
  if (width * height > pixelsMax || width > sideMax || height > sideMax)
    throw tooLargeError(width, height, pixelsMax);
  const pageCount = format === 'tiff' ? Math.max(1, countTiffPages(bytes, tiffPagesMax)) : 1;
  return { format, width, height, pageCount };
}

function detectFormat(bytes: Uint8Array): FileType {
  if (bytes.length === 0) throw new ImageError('unreadable', 'The image is empty (0 bytes).');
  const format = sniffFileType(bytes);
  if (format !== undefined && supported.has(format)) return format;
  const reason = format && rejectionMessages[format];
  throw new ImageError(
    'unsupported',
    reason ??
      'The file is not of a supported format (PNG, JPEG, WebP, GIF, TIFF, BMP, ICO, AVIF, HEIC, PNM, PDF).',
  );
}

async function readSize(
  bytes: Uint8Array,
  format: FileType,
  pixelsMax: number,
): Promise<{ width: number; height: number }> {
  if (format === 'bmp') return readBmpHeader(bytes, pixelsMax);
  if (format === 'ico') return readIconSize(bytes);
  // PNG and JPEG headers are read first, because libvips reports images that are far too large as damaged.
  const stated = readImageSize(bytes, format);
  if (stated && stated.width * stated.height > pixelsMax)
    throw tooLargeError(stated.width, stated.height, pixelsMax);
  if (format === 'tiff' && countTiffPages(bytes, tiffPagesMax + 1) > tiffPagesMax)
    throw new ImageError('too_large', `The TIFF image has more than ${tiffPagesMax} pages.`);
  const sharp = await loadSharp();
  try {
    const options = { limitInputPixels: pixelsMax, failOn: 'error', page: 0, pages: 1 } as const;
    const metadata = await sharp(bytes, options).metadata();
    if (isHeic(metadata) && metadata.width * metadata.height > heicPixelsMax)
      throw tooLargeError(metadata.width, metadata.height, heicPixelsMax);
    return metadata;
  } catch (error) {
    throw toImageError(error, pixelsMax);
  }
}

/** Whether an image needs a decoder that the binaries of sharp do not include. */
export function isHeic({ compression }: { readonly compression?: string | undefined }): boolean {
  return compression === 'hevc';
}
