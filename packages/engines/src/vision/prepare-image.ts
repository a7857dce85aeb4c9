import type { Sharp, SharpOptions } from 'sharp';
import { decodeBmp, tooLarge } from './decode-bmp.ts';
import type { GreyImage } from './grey-image.ts';
import { ImageError } from './image-error.ts';
import { type ImageFormat, imageFormat } from './image-format.ts';

export interface PreparedImage {
  /** What is recognised: upright by EXIF, grey, dark text on light ground, scaled. */
  readonly grey: GreyImage;
  /** Pixels of the image as it is shown (after EXIF orientation), and how much `grey` is scaled against it. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** 10 MB of JPEG can hold about 100 million pixels; a scan of A3 at 600 dpi has 70 million. */
export const pixelsMaxDefault = 100_000_000;
const sideMax = 32_000;
/** Above this recognition takes minutes without reading more: A4 at 400 dpi has 15 million pixels. */
const workPixelsMax = 16_000_000;
/** Tesseract reads best at 20 to 40 pixels a line (its "Improving the quality of the output"); screens have 12 to 16. */
const upscalePixelsMax = 2_500_000;

const refused: Partial<Record<ImageFormat, string>> = {
  svg: 'SVG is a drawing program with references to other files, not a picture; send it as PNG.',
  pdf: 'This is a PDF document, not an image.',
  ico: 'Icons (ICO) are not taken; send PNG or JPEG.',
};

/**
 * Decodes and normalises an image with sharp, or answers `undefined` where sharp's binary is not installed and the
 * recogniser must decode the bytes itself. Of animations and documents with several pages the first is taken.
 * Throws an ImageError.
 */
export async function prepareImage(bytes: Uint8Array, pixelsMax: number): Promise<PreparedImage | undefined> {
  const format = checkFormat(bytes);
  const sharp = await loadSharp();
  if (sharp === undefined) return undefined;
  const limits: SharpOptions = { limitInputPixels: pixelsMax, failOn: 'error', page: 0, pages: 1 };
  let input: Sharp;
  if (format === 'bmp') {
    const { data, width, height } = decodeBmp(bytes, pixelsMax);
    input = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: pixelsMax });
  } else {
    input = sharp(bytes, limits).autoOrient();
  }
  try {
    const size = await displayedSize(input, pixelsMax);
    return await normalise(input, size);
  } catch (error) {
    if (error instanceof ImageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (/exceeds pixel limit/i.test(reason)) {
      throw new ImageError('too_large', `The image has more than ${pixelsMax} pixels.`, { cause: error });
    }
    if (/unsupported image format|not (known to be )?support/i.test(reason)) {
      throw new ImageError('unsupported', `The image cannot be decoded: ${reason}`, { cause: error });
    }
    throw new ImageError('unreadable', `The image is damaged: ${reason}`, { cause: error });
  }
}

function checkFormat(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new ImageError('unreadable', 'The image is empty (0 bytes).');
  const format = imageFormat(bytes);
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

async function loadSharp() {
  try {
    const { default: sharp } = await import('sharp');
    return sharp;
  } catch {
    // sharp's binary is an optional package of each platform; without it the recogniser decodes PNG, JPEG and BMP.
    return undefined;
  }
}

async function displayedSize(input: Sharp, pixelsMax: number): Promise<{ width: number; height: number }> {
  const { width, height } = (await input.metadata()).autoOrient;
  if (width * height > pixelsMax || width > sideMax || height > sideMax)
    throw tooLarge(width, height, pixelsMax);
  return { width, height };
}

async function normalise(input: Sharp, size: { width: number; height: number }): Promise<PreparedImage> {
  const scale = workingScale(size.width * size.height);
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
  return { grey, width: size.width, height: size.height, scale };
}

function workingScale(pixels: number): number {
  if (pixels > workPixelsMax) return Math.sqrt(workPixelsMax / pixels);
  return pixels <= upscalePixelsMax ? 2 : 1;
}

function firstChannel(data: Uint8Array, width: number, height: number, channels: number): GreyImage {
  if (channels === 1) return { data: new Uint8Array(data), width, height };
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = data[at * channels] ?? 255;
  return { data: grey, width, height };
}

/** Spreads the grey levels between the 0.5th and 99.5th percentile over 0..255, and turns light text on dark round. */
function stretchContrast(image: GreyImage): GreyImage {
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
