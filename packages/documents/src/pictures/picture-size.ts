import { readImageSize } from '@quern/ocr/image/read-image-size';

/** Size in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const tiffEntryBytes = 12;
const tiffEntriesMax = 100;
const tiffTags = { width: 256, height: 257 } as const;
/** Type of a field with 16 bits (TIFF 6.0, section 2); others have 32. */
const tiffShort = 3;

/** Reads the size of a picture from its header. @returns undefined if it states none in pixels, or is damaged */
export function readPictureSize(bytes: Uint8Array, type: string): PictureSize | undefined {
  const size = sizeIn(bytes, type);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function sizeIn(bytes: Uint8Array, type: string): PictureSize | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (type) {
    case 'image/png':
      return readImageSize(bytes, 'png');
    case 'image/jpeg':
      return readImageSize(bytes, 'jpeg');
    case 'image/gif':
      return file.length < 10 ? undefined : { width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
    case 'image/bmp':
      return bitmapSize(file);
    case 'image/webp':
      return webpSize(file);
    case 'image/tiff':
      return tiffSize(file);
    default:
      return undefined;
  }
}

/** The information header; the height is negative if the first row is the top one. */
function bitmapSize(file: Buffer): PictureSize | undefined {
  if (file.length < 26) return undefined;
  // The header of OS/2 has 12 bytes, and sizes of 16 bits.
  if (file.readUInt32LE(14) === 12) return { width: file.readUInt16LE(18), height: file.readUInt16LE(20) };
  return { width: file.readInt32LE(18), height: Math.abs(file.readInt32LE(22)) };
}

/** The first chunk of the file (RFC 9649, 2.5 to 2.7). */
function webpSize(file: Buffer): PictureSize | undefined {
  if (file.length < 30) return undefined;
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = file.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The first image file directory (TIFF 6.0, section 2). */
function tiffSize(file: Buffer): PictureSize | undefined {
  if (file.length < 8) return undefined;
  const isLittle = file[0] === 0x49;
  const short = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const long = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const directory = long(4);
  if (short(2) !== 42 || directory + 2 > file.length) return undefined;
  const sizes = new Map<number, number>();
  const count = Math.min(short(directory), tiffEntriesMax);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * tiffEntryBytes;
    if (at + tiffEntryBytes > file.length) break;
    sizes.set(short(at), short(at + 2) === tiffShort ? short(at + 8) : long(at + 8));
  }
  return { width: sizes.get(tiffTags.width) ?? 0, height: sizes.get(tiffTags.height) ?? 0 };
}
