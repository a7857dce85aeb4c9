import type { Sharp } from 'sharp';
import { decodeBmp } from './decode-bmp.ts';
import { detectImageFormat } from './detect-image-format.ts';
import type { GrayImage } from './gray-image.ts';
import { toImageError } from './inspect-image.ts';
import { loadSharp } from './load-sharp.ts';

export interface PreparedImage {
  /** What is recognized: upright by EXIF, grey, dark text on light ground, scaled. */
  readonly gray: GrayImage;
  /** Pixels of the image as it is shown (after EXIF orientation), and how much `grey` is scaled against it. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** 10 MB of JPEG can hold about 100 million pixels; a scan of A3 at 600 dpi has 70 million. */
export const pixelsMaxDefault = 100_000_000;
/** Above this recognition takes minutes without reading more: A4 at 400 dpi has 15 million pixels. */
export const recognitionPixelsMax = 16_000_000;
/** Tesseract reads best at 20 to 40 pixels a line (its "Improving the quality of the output"); screens have 12 to 16. */
const upscalePixelsMax = 2_500_000;
/** libvips stops decoding after this. */
const decodeSecondsMax = 60;

/**
 * Decodes and normalizes an image that was inspected, or returns `undefined` where sharp's binary is not installed and
 * the recognizer must decode the bytes itself. Takes time for each pixel, so it belongs in a worker thread.
 *
 * @throws ImageError
 */
export async function prepareImage(bytes: Uint8Array, pixelsMax: number): Promise<PreparedImage | undefined> {
  const sharp = await loadSharp();
  if (sharp === undefined) return undefined;
  const limits = { limitInputPixels: pixelsMax, failOn: 'error' as const };
  try {
    let input: Sharp;
    if (detectImageFormat(bytes) === 'bmp') {
      const { data, width, height } = decodeBmp(bytes, pixelsMax);
      input = sharp(data, { raw: { width, height, channels: 3 }, ...limits });
    } else {
      input = sharp(bytes, { ...limits, page: 0, pages: 1 }).autoOrient();
    }
    const { width, height } = (await input.metadata()).autoOrient;
    return await normalise(input.timeout({ seconds: decodeSecondsMax }), { width, height });
  } catch (error) {
    throw toImageError(error, pixelsMax);
  }
}

async function normalise(input: Sharp, size: { width: number; height: number }): Promise<PreparedImage> {
  const scale = recognitionScale(size.width * size.height);
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const { data, info } = await input
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = stretchContrast(firstChannel(data, info.width, info.height, info.channels));
  return { gray: grey, width: size.width, height: size.height, scale };
}

/** How much an image is scaled for recognition. */
export function recognitionScale(pixels: number): number {
  if (pixels > recognitionPixelsMax) return Math.sqrt(recognitionPixelsMax / pixels);
  return pixels <= upscalePixelsMax ? 2 : 1;
}

function firstChannel(data: Uint8Array, width: number, height: number, channels: number): GrayImage {
  if (channels === 1) return { data: new Uint8Array(data), width, height };
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = data[at * channels] ?? 255;
  return { data: grey, width, height };
}

/** Spreads the grey levels between the 0.5th and 99.5th percentile over 0..255, and turns light text on dark round. */
function stretchContrast(image: GrayImage): GrayImage {
  const counts = new Uint32Array(256);
  for (const pixel of image.data) counts[pixel] = (counts[pixel] ?? 0) + 1;
  const low = percentile(counts, image.data.length * 0.005);
  const high = percentile(counts, image.data.length * 0.995);
  const dark = percentile(counts, image.data.length * 0.5) < (low + high) / 2 - (high - low) * 0.2;
  const range = Math.max(16, high - low);
  const table = Uint8Array.from(counts, (_, level) => {
    const spread = Math.min(255, Math.max(0, Math.round(((level - low) * 255) / range)));
    return dark && high > low ? 255 - spread : spread;
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
