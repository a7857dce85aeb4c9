import { decodeBmp, type RawPixels, readBmpHeader } from './decode-bmp.ts';
import { ImageError } from './image-error.ts';

const directoryStart = 6;
const entryBytes = 16;
const bmpHeaderBytes = 14;
const pngSignature = '\x89PNG';

/**
 * Opens the largest image of an icon file (ICO), which is a PNG or the lower part of a bitmap: without the file header,
 * and with the rows of a transparency mask below those of the image
 * (https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)).
 *
 * @returns the bytes of a PNG, or pixels with transparency on white
 * @throws ImageError
 */
export function openIcon(bytes: Uint8Array, pixelsMax: number): Uint8Array | RawPixels {
  const entry = largestEntry(bytes);
  const image = bytes.subarray(entry.offset, entry.offset + entry.length);
  if (Buffer.from(image.subarray(0, 4)).toString('latin1') === pngSignature) return image;
  const file = withFileHeader(image);
  const pixels = decodeBmp(file, pixelsMax);
  const opacity = readOpacity(file, pixelsMax);
  for (let index = 0; index < pixels.data.length; index += 1) {
    const alpha = opacity[Math.floor(index / 3)] ?? 255;
    pixels.data[index] = 255 - Math.round(((255 - (pixels.data[index] ?? 0)) * alpha) / 255);
  }
  return pixels;
}

/** Size of the largest image, as the directory states it. @throws ImageError */
export function readIconSize(bytes: Uint8Array): { width: number; height: number } {
  const { width, height } = largestEntry(bytes);
  return { width, height };
}

interface Entry {
  readonly offset: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

function largestEntry(bytes: Uint8Array): Entry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < directoryStart ? 0 : view.getUint16(4, true);
  let best: Entry | undefined;
  for (let index = 0; index < count; index += 1) {
    const at = directoryStart + index * entryBytes;
    if (at + entryBytes > bytes.length) break;
    const [length, offset] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
    // 0 stands for 256.
    const [width, height] = [view.getUint8(at) || 256, view.getUint8(at + 1) || 256];
    const isComplete = offset + length <= bytes.length && length >= 40;
    if (isComplete && width * height > (best === undefined ? 0 : best.width * best.height))
      best = { offset, length, width, height };
  }
  if (best === undefined) throw new ImageError('unreadable', 'The icon (ICO) contains no complete image.');
  return best;
}

/** Puts the file header of a BMP before a bitmap, and leaves the mask out of its height. */
function withFileHeader(image: Uint8Array): Uint8Array {
  const file = new Uint8Array(bmpHeaderBytes + image.length);
  file.set(image, bmpHeaderBytes);
  const view = new DataView(file.buffer);
  const headerBytes = view.getUint32(14, true);
  const bits = view.getUint16(28, true);
  const colors = bits > 8 ? 0 : view.getUint32(46, true) || 2 ** bits;
  view.setInt32(22, view.getInt32(22, true) >> 1, true);
  view.setUint32(10, bmpHeaderBytes + headerBytes + 4 * colors, true);
  return file;
}

/**
 * Opacity of each pixel from 0 to 255, by rows from top to bottom: the fourth channel of 32 bits if it is used, else from
 * the mask, whose bits are 1 where the image is transparent. A missing mask is opaque.
 */
function readOpacity(file: Uint8Array, pixelsMax: number): Uint8Array {
  const { width, height, isTopDown, bits, start, stride } = readBmpHeader(file, pixelsMax);
  const [maskStart, maskStride] = [start + stride * height, Math.ceil(width / 32) * 4];
  const alphaAt = (row: number, x: number): number => file[start + row * stride + 4 * x + 3] ?? 0;
  const maskAt = (row: number, x: number): number =>
    (((file[maskStart + row * maskStride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1 ? 0 : 255;
  const read = (opacityAt: (row: number, x: number) => number): Uint8Array => {
    const opacity = new Uint8Array(width * height);
    for (let index = 0; index < opacity.length; index += 1) {
      const y = Math.floor(index / width);
      opacity[index] = opacityAt(isTopDown ? y : height - 1 - y, index % width);
    }
    return opacity;
  };
  const alpha = bits === 32 ? read(alphaAt) : undefined;
  return alpha?.some((value) => value > 0) ? alpha : read(maskAt);
}
