import type { FileType } from '@quern/runtime/sniff-file-type';

/** Size in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the size from the header of a PNG or JPEG file. @returns undefined for other formats and damaged headers */
export function readImageSize(bytes: Uint8Array, format: FileType): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'jpeg') return jpegSize(view);
  // IHDR is the first chunk, its width and height the first fields (https://www.w3.org/TR/png-3/#11IHDR).
  const isPng = format === 'png' && view.byteLength >= 24;
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}

/** Follows the segments to the frame header (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): ImageSize | undefined {
  let offset = 2;
  while (offset + 9 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    // Fill bytes, then markers without a length.
    if (marker === 0xff) offset += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) offset += 2;
    else if (isFrame(marker))
      return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
    else offset += 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
