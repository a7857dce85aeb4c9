import { ImageError } from './image-error.ts';
import { tooLargeError } from './image-errors.ts';

/** A decoded image. */
export interface RawPixels {
  /** RGB, 3 bytes per pixel, rows from top to bottom. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  /** Bits per pixel. */
  readonly bits: number;
  /** Byte offsets of the pixels and of the palette, and bytes per row. */
  readonly start: number;
  readonly palette: number;
  readonly stride: number;
}

/**
 * Reads the header of an uncompressed Windows bitmap (BITMAPINFOHEADER and later, 1, 4, 8, 24 or 32 bits per pixel).
 *
 * @throws ImageError `unsupported` for a compressed bitmap, `unreadable` for missing pixels, `too_large`
 */
export function readBmpHeader(bytes: Uint8Array, pixelsMax: number): BmpHeader {
  if (bytes.length < 54) throw new ImageError('unreadable', 'The BMP image is truncated within its header.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint32(14, true);
  const width = view.getInt32(18, true);
  const rows = view.getInt32(22, true);
  const height = Math.abs(rows);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  if (headerSize < 40 || width <= 0 || height === 0) {
    throw new ImageError('unreadable', `The header of the BMP image is damaged (${width} × ${rows} pixels).`);
  }
  if (width * height > pixelsMax) throw tooLargeError(width, height, pixelsMax);
  if (![1, 4, 8, 24, 32].includes(bits) || (compression !== 0 && !(compression === 3 && bits === 32))) {
    throw new ImageError(
      'unsupported',
      `BMP images of ${bits} bits with compression ${compression} are not supported.`,
    );
  }
  const start = view.getUint32(10, true);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start + stride * height > bytes.length) {
    throw new ImageError('unreadable', 'The BMP image is truncated: some of its rows are missing.');
  }
  return { width, height, isTopDown: rows < 0, bits, start, palette: 14 + headerSize, stride };
}

/** Decodes a Windows bitmap, which libvips cannot do. @throws ImageError as `readBmpHeader` does */
export function decodeBmp(bytes: Uint8Array, pixelsMax: number): RawPixels {
  const { width, height, isTopDown, bits, start, palette, stride } = readBmpHeader(bytes, pixelsMax);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const row = start + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const source = bits >= 24 ? row + (x * bits) / 8 : palette + 4 * paletteIndex(bytes, row, x, bits);
      const target = (y * width + x) * 3;
      data[target] = bytes[source + 2] ?? 0;
      data[target + 1] = bytes[source + 1] ?? 0;
      data[target + 2] = bytes[source] ?? 0;
    }
  }
  return { data, width, height };
}

function paletteIndex(bytes: Uint8Array, row: number, x: number, bits: number): number {
  const byte = bytes[row + ((x * bits) >> 3)] ?? 0;
  return (byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1);
}
