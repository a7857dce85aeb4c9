import { type FileType, sniffFileType } from '@quern/runtime/sniff-file-type';

/** The format of a picture. */
export interface PictureFormat {
  /** Media type. */
  readonly type: string;
  /** Extension of the names of files, without a period. */
  readonly extension: string;
}

const formats: Partial<Record<FileType, PictureFormat>> = {
  png: { type: 'image/png', extension: 'png' },
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  gif: { type: 'image/gif', extension: 'gif' },
  webp: { type: 'image/webp', extension: 'webp' },
  tiff: { type: 'image/tiff', extension: 'tiff' },
  bmp: { type: 'image/bmp', extension: 'bmp' },
  svg: { type: 'image/svg+xml', extension: 'svg' },
};
const emf: PictureFormat = { type: 'image/emf', extension: 'emf' };
const wmf: PictureFormat = { type: 'image/wmf', extension: 'wmf' };

/** Detects the format of a picture by its first bytes, never by a name. @returns undefined for other files */
export function pictureFormatOf(bytes: Uint8Array): PictureFormat | undefined {
  const type = sniffFileType(bytes);
  const known = type && formats[type];
  if (known !== undefined) return known;
  if (isEnhancedMetafile(bytes)) return emf;
  return isMetafile(bytes) ? wmf : undefined;
}

/** The record EMR_HEADER with its signature ([MS-EMF] 2.3.4.2). */
function isEnhancedMetafile(bytes: Uint8Array): boolean {
  return startsWith(bytes, [1, 0, 0, 0]) && startsWith(bytes.subarray(40), [0x20, 0x45, 0x4d, 0x46]);
}

/** The placeable header ([MS-WMF] 2.3.2.3), or the header of a metafile in memory or on a disk (2.3.2.2). */
function isMetafile(bytes: Uint8Array): boolean {
  if (startsWith(bytes, [0xd7, 0xcd, 0xc6, 0x9a])) return true;
  const [kind = 0, next, ...rest] = bytes.subarray(0, 6);
  const [headerWords, above, , version] = rest;
  return (kind === 1 || kind === 2) && next === 0 && headerWords === 9 && above === 0 && version === 3;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
