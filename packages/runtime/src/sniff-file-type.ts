/** A file type that is recognized by content. `ole` is the compound file of old Office documents. */
export type FileType =
  | 'pdf'
  | 'rtf'
  | 'ole'
  | 'zip'
  | 'gzip'
  | '7z'
  | 'rar'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'tiff'
  | 'bmp'
  | 'avif'
  | 'heif'
  | 'ico'
  | 'pnm'
  | 'svg'
  | 'mp4'
  | 'mp3'
  | 'ogg'
  | 'woff'
  | 'elf'
  | 'exe'
  | 'class';

/** Enough for the longest preamble of an SVG; all other signatures are in the first 32 bytes. */
const headBytes = 1024;

/** Signatures of the formats' specifications: the type, an offset, and the bytes there, in Latin-1. */
const signatures: readonly (readonly [type: FileType, offset: number, ...bytes: string[]])[] = [
  ['pdf', 0, '%PDF-'],
  ['rtf', 0, '{\\rtf'],
  ['ole', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['zip', 0, 'PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'],
  ['gzip', 0, '\x1f\x8b'],
  ['7z', 0, '7z\xbc\xaf'],
  ['rar', 0, 'Rar!'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF87a', 'GIF89a'],
  ['webp', 8, 'WEBP'],
  // Classic TIFF and BigTIFF, in both byte orders.
  ['tiff', 0, 'II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
  ['avif', 4, 'ftypavif', 'ftypavis'],
  [
    'heif',
    4,
    ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => `ftyp${brand}`),
  ],
  ['mp4', 4, 'ftyp'],
  ['ico', 0, '\0\0\x01\0'],
  ['mp3', 0, 'ID3'],
  ['ogg', 0, 'OggS'],
  ['woff', 0, 'wOFF', 'wOF2'],
  ['elf', 0, '\x7fELF'],
  ['exe', 0, 'MZ\x90'],
  ['class', 0, '\xca\xfe\xba\xbe'],
];

/** Sizes of the information header of a bitmap, which starts at byte 14. */
const bitmapHeaderSizes: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

/**
 * Detects the type of a file by its first bytes, never by a name. It reads at most 1024 bytes, so its time does not
 * depend on the content.
 *
 * @returns undefined for plain text and for unknown formats
 */
export function sniffFileType(bytes: Uint8Array): FileType | undefined {
  const head = readHead(bytes);
  for (const [type, offset, ...candidates] of signatures) {
    if (candidates.some((signature) => head.startsWith(signature, offset))) return type;
  }
  if (/^[ \t\r\n]{1,16}%PDF-/.test(head)) return 'pdf';
  if (isBitmap(head)) return 'bmp';
  if (/^P[1-6][\s#]/.test(head)) return 'pnm';
  return isSvg(head) ? 'svg' : undefined;
}

/**
 * Whether a PDF header is within the first 1024 bytes, where readers accept it even after other data (ISO 32000-1, annex
 * H, note 13).
 */
export function hasPdfHeader(bytes: Uint8Array): boolean {
  return readHead(bytes).includes('%PDF-');
}

function readHead(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
}

/** Texts may begin with the same two letters, so the second header must have a size that exists. */
function isBitmap(head: string): boolean {
  return head.startsWith('BM') && bitmapHeaderSizes.has(head.charCodeAt(14)) && head.startsWith('\0\0\0', 15);
}

function isSvg(head: string): boolean {
  return (
    /^[\s\xef\xbb\xbf]*<(?:\?xml|!DOCTYPE\s+svg|!--|svg)/i.test(head) &&
    /<(?:svg:)?svg(?:[\s/>]|$)/i.test(head)
  );
}
