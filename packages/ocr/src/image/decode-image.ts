import { sniffFileType } from '@quern/runtime/sniff-file-type';
import type { OutputInfo, Sharp } from 'sharp';
import { decodeBmp } from './decode-bmp.ts';
import { decodeHeic } from './decode-heic.ts';
import { flattenTransparency } from './flatten-transparency.ts';
import { toImageError } from './image-errors.ts';
import { isHeic } from './inspect-image.ts';
import { loadSharp } from './load-sharp.ts';
import { openIcon } from './open-icon.ts';
import { requireDecodableSize } from './require-decodable-size.ts';
import type { RgbImage } from './rgb-image.ts';

/** A decoded image and the size at which it is displayed. */
export interface DecodedImage {
  /** EXIF orientation applied, transparency on a background that contrasts, colors in sRGB; reduced if it is very large. */
  readonly image: RgbImage;
  /** Size of the displayed image, before any reduction. */
  readonly width: number;
  readonly height: number;
}

/** A JPEG of 10 MB has up to about 100 million pixels; an A3 scan at 600 dpi has 70 million. */
export const pixelsMaxDefault = 100_000_000;
/** Larger images are reduced: an A4 page at 400 dpi has 15 million pixels, more only take memory. */
const decodedPixelsMax = 16_000_000;
/** Time limit of libvips for decoding. */
const decodeSecondsMax = 60;

/**
 * Decodes an inspected image. It takes time per pixel, so it belongs in a worker thread.
 *
 * @param frame index of a page of a TIFF; 0 for other formats
 * @param reducedAbove images with more pixels are reduced to this number
 * @throws ImageError
 */
export async function decodeImage(
  bytes: Uint8Array,
  pixelsMax: number,
  frame = 0,
  reducedAbove = decodedPixelsMax,
): Promise<DecodedImage> {
  const sharp = await loadSharp();
  // One thread of libvips for each worker thread: the pool has one per core.
  sharp.concurrency(1);
  try {
    const input = await open(bytes, pixelsMax, frame);
    const metadata = await input.metadata();
    requireDecodableSize(metadata);
    const { width, height } = metadata.autoOrient;
    const scale = Math.min(1, Math.sqrt(reducedAbove / (width * height)));
    const { data, info } = await input
      .timeout({ seconds: decodeSecondsMax })
      .toColorspace('srgb')
      .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), {
        fit: 'fill',
        kernel: 'linear',
      })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const pixels = toRgb(data, info);
    return { image: { data: pixels, width: info.width, height: info.height }, width, height };
  } catch (error) {
    throw toImageError(error, pixelsMax);
  }
}

async function open(bytes: Uint8Array, pixelsMax: number, frame: number): Promise<Sharp> {
  const sharp = await loadSharp();
  const limits = { limitInputPixels: pixelsMax, failOn: 'error' as const };
  const type = sniffFileType(bytes);
  const file = type === 'ico' ? openIcon(bytes, pixelsMax) : bytes;
  if (!(file instanceof Uint8Array) || type === 'bmp') {
    const { data, width, height } = file instanceof Uint8Array ? decodeBmp(file, pixelsMax) : file;
    return sharp(data, { raw: { width, height, channels: 3 }, ...limits });
  }
  const image = sharp(file, { ...limits, page: frame, pages: 1 });
  if (type !== 'heif' || !isHeic(await image.metadata())) return image.autoOrient();
  const { data, width, height } = await decodeHeic(bytes, pixelsMax);
  return sharp(data, { raw: { width, height, channels: 4 }, ...limits });
}

/** Draws transparent pixels, and repeats the gray of images that libvips leaves with one channel. */
function toRgb(data: Uint8Array, { width, height, channels }: OutputInfo): Uint8Array {
  if (channels === 3) return data;
  if (channels === 4) return flattenTransparency(data, width, height);
  if (channels === 2) return flattenTransparency(repeatGray(data, 2, 4), width, height);
  return repeatGray(data, channels, 3);
}

/** Repeats the gray of each pixel; a second channel becomes the fourth. */
function repeatGray(data: Uint8Array, channels: number, channelsAfter: 3 | 4): Uint8Array {
  const pixels = new Uint8Array((data.length / channels) * channelsAfter);
  for (let source = 0, target = 0; source < data.length; source += channels, target += channelsAfter) {
    pixels.fill(data[source] ?? 0, target, target + 3);
    if (channelsAfter === 4) pixels[target + 3] = data[source + 1] ?? 0;
  }
  return pixels;
}
