import { sniffFileType } from '@quern/runtime/sniff-file-type';
import type { Sharp } from 'sharp';
import { decodeBmp } from './decode-bmp.ts';
import type { GrayImage } from './gray-image.ts';
import { toImageError } from './image-errors.ts';
import { loadSharp } from './load-sharp.ts';

/** An image ready for recognition. */
export interface PreparedImage {
  /** Gray pixels with EXIF orientation applied, dark text on a light background, scaled for recognition. */
  readonly gray: GrayImage;
  /** Size of the displayed image (after EXIF orientation). */
  readonly width: number;
  readonly height: number;
  /** Scale of `gray` relative to the displayed image. */
  readonly scale: number;
}

/** A JPEG of 10 MB has up to about 100 million pixels; an A3 scan at 600 dpi has 70 million. */
export const pixelsMaxDefault = 100_000_000;
/** More pixels take minutes without improving recognition: an A4 scan at 400 dpi has 15 million. */
export const recognitionPixelsMax = 16_000_000;
/**
 * Images up to this size are upscaled: Tesseract reads best at 20 to 40 pixels per line ("Improving the quality of the
 * output" in its documentation), and screenshots have 12 to 16.
 */
const upscalePixelsMax = 2_500_000;
/** Time limit of libvips for decoding. */
const decodeSecondsMax = 60;

/**
 * Decodes and normalizes an inspected image. It takes time per pixel, so it belongs in a worker thread.
 *
 * @returns undefined where sharp is not installed, so that Tesseract must decode the bytes
 * @throws ImageError
 */
export async function prepareImage(bytes: Uint8Array, pixelsMax: number): Promise<PreparedImage | undefined> {
  const sharp = await loadSharp();
  if (sharp === undefined) return undefined;
  const limits = { limitInputPixels: pixelsMax, failOn: 'error' as const };
  try {
    let input: Sharp;
    if (sniffFileType(bytes) === 'bmp') {
      const { data, width, height } = decodeBmp(bytes, pixelsMax);
      input = sharp(data, { raw: { width, height, channels: 3 }, ...limits });
    } else {
      input = sharp(bytes, { ...limits, page: 0, pages: 1 }).autoOrient();
    }
    const { width, height } = (await input.metadata()).autoOrient;
    return await normalize(input.timeout({ seconds: decodeSecondsMax }), { width, height });
  } catch (error) {
    throw toImageError(error, pixelsMax);
  }
}

async function normalize(input: Sharp, size: { width: number; height: number }): Promise<PreparedImage> {
  const scale = recognitionScale(size.width * size.height);
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const { data, info } = await input
    .flatten({ background: '#ffffff' })
    .grayscale()
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const gray = stretchContrast(firstChannel(data, info.width, info.height, info.channels));
  return { gray, width: size.width, height: size.height, scale };
}

/** Scale at which an image is recognized. @param pixels number of pixels of the image */
export function recognitionScale(pixels: number): number {
  if (pixels > recognitionPixelsMax) return Math.sqrt(recognitionPixelsMax / pixels);
  return pixels <= upscalePixelsMax ? 2 : 1;
}

function firstChannel(data: Uint8Array, width: number, height: number, channels: number): GrayImage {
  if (channels === 1) return { data: new Uint8Array(data), width, height };
  const gray = new Uint8Array(width * height);
  for (let index = 0; index < gray.length; index += 1) gray[index] = data[index * channels] ?? 255;
  return { data: gray, width, height };
}

/** Stretches the gray levels between the 0.5th and 99.5th percentile to 0..255, and inverts light text on a dark background. */
function stretchContrast(image: GrayImage): GrayImage {
  const counts = new Uint32Array(256);
  for (const pixel of image.data) counts[pixel] = (counts[pixel] ?? 0) + 1;
  const low = percentile(counts, image.data.length * 0.005);
  const high = percentile(counts, image.data.length * 0.995);
  const isDark = percentile(counts, image.data.length * 0.5) < (low + high) / 2 - (high - low) * 0.2;
  const range = Math.max(16, high - low);
  const table = Uint8Array.from(counts, (_, level) => {
    const spread = Math.min(255, Math.max(0, Math.round(((level - low) * 255) / range)));
    return isDark && high > low ? 255 - spread : spread;
  });
  return { ...image, data: image.data.map((pixel) => table[pixel] ?? pixel) };
}

function percentile(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (let level = 0; level < 256; level += 1) {
    seen += counts[level] ?? 0;
    if (seen > rank) return level;
  }
  return 255;
}
