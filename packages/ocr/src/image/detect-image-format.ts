export type ImageFormat =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'tiff'
  | 'bmp'
  | 'heif'
  | 'avif'
  | 'pnm'
  | 'svg'
  | 'ico'
  | 'pdf';

const signatures: readonly { format: ImageFormat; offset: number; bytes: string }[] = [
  { format: 'png', offset: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'jpeg', offset: 0, bytes: '\xff\xd8\xff' },
  { format: 'gif', offset: 0, bytes: 'GIF8' },
  { format: 'webp', offset: 8, bytes: 'WEBP' },
  { format: 'tiff', offset: 0, bytes: 'II*\0' },
  { format: 'tiff', offset: 0, bytes: 'MM\0*' },
  { format: 'tiff', offset: 0, bytes: 'II+\0' },
  { format: 'tiff', offset: 0, bytes: 'MM\0+' },
  { format: 'bmp', offset: 0, bytes: 'BM' },
  { format: 'avif', offset: 4, bytes: 'ftypavi' },
  { format: 'heif', offset: 4, bytes: 'ftyp' },
  { format: 'ico', offset: 0, bytes: '\0\0\x01\0' },
  { format: 'pdf', offset: 0, bytes: '%PDF-' },
];

/** Tells an image's format by its content (the signatures of the formats' specifications), never by a name. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  for (const { format, offset, bytes: magic } of signatures) {
    if (head.startsWith(magic, offset)) return format;
  }
  if (/^P[1-6][\s#]/.test(head)) return 'pnm';
  if (/^[\s\xef\xbb\xbf]*<(\?xml|!DOCTYPE\s+svg|!--|svg)/i.test(head) && /<svg/i.test(head)) return 'svg';
  return undefined;
}
