import { inflateSync } from 'node:zlib';
import { DocumentError } from '../errors/document-error.ts';
import { type ArtRecord, readArtRecords } from './art-records.ts';
import { toBitmapFile } from './bitmap-file.ts';

/** Types of records with pictures ([MS-ODRAW] 2.2.23 to 2.2.31), and those of entries of the list of pictures (2.2.32). */
const types = { entry: 0xf007, firstPicture: 0xf018, lastPicture: 0xf117 };
/** Metafiles, which can be compressed: EMF, WMF, and PICT of Macintosh. */
const metafiles: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);
const recordsMaxDefault = 50;
const digestBytes = 16;
const [metafileHeaderBytes, compressionAt, notCompressed] = [34, 32, 0xfe];
const entryBytes = 36;
/** Place of the length of the name in an entry, and of the offset of the picture. */
const [nameLengthAt, offsetAt] = [33, 28];

/** Finds the first picture among the first records, which can be inside of an entry. @param recordsMax number of records */
export function findBlip(bytes: Buffer, recordsMax = recordsMaxDefault): ArtRecord | undefined {
  let records = 0;
  for (const record of readArtRecords(bytes)) {
    records += 1;
    if (records > recordsMax) return undefined;
    if (isPicture(record)) return record;
    if (record.type !== types.entry || record.data.length < entryBytes) continue;
    const start = entryBytes + (record.data[nameLengthAt] ?? 0);
    const { value } = readArtRecords(record.data.subarray(start)).next();
    if (value !== undefined && isPicture(value)) return value;
  }
  return undefined;
}

/** The offsets of the pictures of a list in the stream of pictures, in order; undefined for those that are elsewhere. */
export function readBlipOffsets(list: Buffer): (number | undefined)[] {
  return Array.from(readArtRecords(list), ({ type, data }) =>
    type === types.entry && data.length >= entryBytes ? data.readUInt32LE(offsetAt) : undefined,
  );
}

/**
 * Reads the file in a record of a picture.
 *
 * @param bytesMax maximum size of an unpacked metafile
 * @throws DocumentError `too_complex` for a larger one, `unreadable`
 */
export function readBlip({ type, instance, data }: ArtRecord, bytesMax: number): Buffer {
  const start = (instance & 1) === 1 ? 2 * digestBytes : digestBytes;
  if (!metafiles.has(type)) return toBitmapFile(data.subarray(start + 1));
  const content = data.subarray(start + metafileHeaderBytes);
  return data[start + compressionAt] === notCompressed ? content : unpack(content, bytesMax);
}

function isPicture({ type }: ArtRecord): boolean {
  return type >= types.firstPicture && type <= types.lastPicture;
}

function unpack(content: Buffer, bytesMax: number): Buffer {
  try {
    return inflateSync(content, { maxOutputLength: bytesMax });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? new DocumentError('too_complex', `A picture unpacks to more than ${bytesMax} bytes.`)
      : new DocumentError('unreadable', 'A picture is damaged.', { cause });
  }
}
