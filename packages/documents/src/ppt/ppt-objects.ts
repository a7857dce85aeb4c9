import { inflateSync } from 'node:zlib';
import { type CompoundStorage, openCompoundFile } from '../compound/open-compound-file.ts';
import { type ArtRecord, findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import { DocumentError } from '../errors/document-error.ts';
import { pptTypes } from './ppt-types.ts';

/** An object of another program on a slide. */
export interface PptObject {
  /** Such as `Equation.3`. */
  readonly program: string;
  /** Opens its storage. @returns undefined if it is missing @throws DocumentError */
  readonly open: () => CompoundStorage | undefined;
}

const objectsMax = 10_000;
/** Size of the unpacked storage of an object. */
const storageBytesMax = 16 * 1024 * 1024;
/** Instance of the text that names the program ([MS-PPT] 2.10.27). */
const programInstance = 2;
const compressed = 1;

/**
 * Reads the list of embedded objects ([MS-PPT] 2.10.27).
 *
 * @param recordOf reads an object of the file by its id
 */
export function readPptObjects(
  list: Buffer,
  recordOf: (id: number) => ArtRecord | undefined,
): Map<number, PptObject> {
  const objects = new Map<number, PptObject>();
  for (const { type, data } of readArtRecords(list)) {
    if (type !== pptTypes.embeddedObject || objects.size >= objectsMax) continue;
    const atom = findArtRecord(data, pptTypes.externalObjectAtom)?.data;
    if (atom === undefined || atom.length < 20) continue;
    let program = '';
    for (const record of readArtRecords(data))
      if (record.type === pptTypes.string && record.instance === programInstance)
        program = record.data.toString('utf16le');
    const storageId = atom.readUInt32LE(16);
    objects.set(atom.readUInt32LE(8), { program, open: () => openStorage(recordOf(storageId)) });
  }
  return objects;
}

/** The id of the object that a shape shows; undefined for other shapes. */
export function objectIdOf(clientData: Buffer): number | undefined {
  const reference = findArtRecord(clientData, pptTypes.externalObjectReference)?.data;
  return reference === undefined || reference.length < 4 ? undefined : reference.readUInt32LE(0);
}

function openStorage(record: ArtRecord | undefined): CompoundStorage | undefined {
  if (record?.type !== pptTypes.objectStorage) return undefined;
  if (record.instance !== compressed) return openCompoundFile(record.data);
  try {
    return openCompoundFile(inflateSync(record.data.subarray(4), { maxOutputLength: storageBytesMax }));
  } catch (cause) {
    throw new DocumentError('unreadable', 'An embedded object is damaged.', { cause });
  }
}
