import type { ImageFormat } from './detect-image-format.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size that the header of a PNG or JPEG file states; undefined for other formats and damaged headers. */
export function readImageSize(bytes: Uint8Array, format: ImageFormat): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'jpeg') return jpegSize(view);
  // IHDR is the first chunk, its width and height the first fields (https://www.w3.org/TR/png-3/#11IHDR).
  const isPng = format === 'png' && view.byteLength >= 24;
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}

/** Walks the segments to the frame header (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
