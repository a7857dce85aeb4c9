import type { Metadata } from 'sharp';
import { ImageError } from './image-error.ts';

/** Memory for the decoded image: 100 million pixels of three bytes take 300 MB. */
const heldBytesMax = 400_000_000;

/** Bytes of a channel by the format of libvips. */
const bytesPerChannel: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};
/** Bytes of a coefficient of a progressive JPEG. */
const coefficientBytes = 2;

/**
 * Limits the memory for images that cannot be decoded row by row: interlaced PNG, progressive JPEG, and formats with
 * tiles or frames.
 *
 * @throws ImageError `too_large`
 */
export function requireDecodableSize({
  format,
  width,
  height,
  channels,
  depth,
  isProgressive = false,
  chromaSubsampling = '',
}: Metadata): void {
  if ((format === 'png' || format === 'jpeg') && !isProgressive) return;
  const bytesPerPixel =
    format === 'jpeg'
      ? coefficientBytes * (chromaSubsampling.startsWith('4:2:0') ? channels / 2 : channels)
      : channels * (bytesPerChannel[depth] ?? 1);
  const bytes = width * height * bytesPerPixel;
  if (bytes <= heldBytesMax) return;
  const limit = Math.floor(heldBytesMax / bytesPerPixel);
  throw new ImageError(
    'too_large',
    `The image has ${width} × ${height} pixels; the limit for its format, which takes ${bytesPerPixel} bytes per pixel to decode, is ${limit}.`,
  );
}
