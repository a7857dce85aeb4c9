import type { CompoundStorage } from '../compound/open-compound-file.ts';
import { type ArtRecord, findArtRecord, readArtRecords } from '../drawing/art-records.ts';
import { readBlipOffsets } from '../drawing/read-blip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { PptEncryption } from './ppt-encryption.ts';
import { type PptObject, readPptObjects } from './ppt-objects.ts';
import { pptTypes } from './ppt-types.ts';

/** A slide, its notes, or a master, as the presentation lists it. */
export interface ListedSlide {
  readonly id: number;
  /** The container, undefined if it is missing. */
  readonly container: ArtRecord | undefined;
  /** Records of the texts of the outline, to which shapes refer by index. */
  readonly outline: readonly ArtRecord[];
}

/** A presentation whose slides are about to be read. */
export interface OpenedPpt {
  readonly slides: readonly ListedSlide[];
  /** Masters and notes by their ids. */
  readonly masters: ReadonlyMap<number, ListedSlide>;
  readonly notes: ReadonlyMap<number, ListedSlide>;
  /** Addresses of links by their ids. */
  readonly links: ReadonlyMap<number, string>;
  /** Embedded objects by their ids. */
  readonly objects: ReadonlyMap<number, PptObject>;
  /** Fonts by index. */
  readonly fonts: readonly string[];
  /** The environment, which has the styles of texts outside of placeholders. */
  readonly environment: Buffer;
  /** Offsets of the pictures in the stream of pictures, by their numbers less 1. */
  readonly pictureOffsets: readonly (number | undefined)[];
  /** Undefined if the file is not encrypted. */
  readonly encryption: PptEncryption | undefined;
  /** Points. */
  readonly width: number;
  readonly height: number;
}

const encryptedToken = 0xf3d1c4df;
/** Saves that are followed back; each one has its own changes. */
const editsMax = 1000;
const objectsMax = 100_000;
const slidesMax = 5000;
/** Bytes of all slides as a multiple of the stream; slides of damaged files overlap. */
const overlapMax = 2;
/** Points in a master unit, of which an inch has 576. */
export const pointsPerUnit = 0.125;
const lists = { slides: 0, masters: 1, notes: 2 };
const empty = Buffer.alloc(0);
/** Types of records of the drawings of a file ([MS-ODRAW] 2.2.12, 2.2.20). */
const drawingGroupTypes = { all: 0xf000, pictures: 0xf001 };

/**
 * @param password undefined if there is none
 * @throws DocumentError `encrypted` or `unreadable`
 */
export function openPpt(storage: CompoundStorage, password: string | undefined): OpenedPpt {
  const stream = storage.stream('PowerPoint Document');
  const user = storage.stream('Current User');
  if (stream === undefined || user === undefined || user.length < 20)
    throw damaged('its main stream is missing');
  const { documentId, encryptionId, places } = readPersistDirectory(stream, user.readUInt32LE(16));
  let bytesLeft = stream.length * overlapMax;
  const storedAt = (id: number) => stream.subarray(places.get(id) ?? stream.length);
  const isEncrypted = encryptionId !== undefined || user.readUInt32LE(12) === encryptedToken;
  const session =
    encryptionId === undefined ? undefined : readArtRecords(storedAt(encryptionId)).next().value;
  const encryption = isEncrypted ? new PptEncryption(session ?? undefined, password) : undefined;
  const recordOf = (id: number): ArtRecord | undefined => {
    const stored = storedAt(id);
    const { value } = readArtRecords(encryption?.decryptObject(stored, id) ?? stored).next();
    bytesLeft -= value?.data.length ?? 0;
    if (bytesLeft < 0)
      throw new DocumentError(
        'too_complex',
        'The presentation has slides that share their content: save it as PPTX.',
      );
    return value ?? undefined;
  };
  const document = recordOf(documentId);
  if (document?.type !== pptTypes.document) throw damaged('its document cannot be found');
  const atom = findArtRecord(document.data, pptTypes.documentAtom)?.data ?? empty;
  const slideLists = new Map<number, ListedSlide[]>();
  for (const record of readArtRecords(document.data))
    if (record.type === pptTypes.slideList)
      slideLists.set(record.instance, readSlideList(record.data, recordOf));
  const byId = (list: number) => new Map((slideLists.get(list) ?? []).map((slide) => [slide.id, slide]));
  const externalObjects = findArtRecord(document.data, pptTypes.externalObjects)?.data ?? empty;
  const environment = findArtRecord(document.data, pptTypes.environment)?.data ?? empty;
  return {
    slides: slideLists.get(lists.slides) ?? [],
    masters: byId(lists.masters),
    notes: byId(lists.notes),
    links: readLinks(externalObjects),
    objects: readPptObjects(externalObjects, recordOf),
    fonts: readFonts(findArtRecord(environment, pptTypes.fontCollection)?.data ?? empty),
    environment,
    pictureOffsets: readPictureOffsets(document.data),
    encryption,
    width: (atom.length >= 8 ? atom.readInt32LE(0) : 0) * pointsPerUnit,
    height: (atom.length >= 8 ? atom.readInt32LE(4) : 0) * pointsPerUnit,
  };
}

/** Reads where objects are, from the last save back to the first ([MS-PPT] 2.1.2). */
function readPersistDirectory(
  stream: Buffer,
  lastEdit: number,
): { documentId: number; encryptionId: number | undefined; places: Map<number, number> } {
  const places = new Map<number, number>();
  const seen = new Set<number>();
  let documentId: number | undefined;
  let encryptionId: number | undefined;
  let offset = lastEdit;
  while (offset + 8 <= stream.length && !seen.has(offset) && seen.size < editsMax) {
    seen.add(offset);
    const { value: edit } = readArtRecords(stream.subarray(offset)).next();
    if (edit === undefined || edit.type !== pptTypes.userEdit || edit.data.length < 28) break;
    documentId ??= edit.data.readUInt32LE(16);
    if (edit.data.length >= 32) encryptionId ??= edit.data.readUInt32LE(28);
    const { value: directory } = readArtRecords(stream.subarray(edit.data.readUInt32LE(12))).next();
    if (directory?.type === pptTypes.persistDirectory) addPlaces(directory.data, places);
    offset = edit.data.readUInt32LE(8);
    if (offset === 0) break;
  }
  if (documentId === undefined) throw damaged('its directory cannot be read');
  return { documentId, encryptionId, places };
}

function addPlaces(data: Buffer, places: Map<number, number>): void {
  let at = 0;
  while (at + 4 <= data.length) {
    const head = data.readUInt32LE(at);
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= data.length; index++, at += 4) {
      const id = (head & 0xfffff) + index;
      if (!places.has(id) && places.size < objectsMax) places.set(id, data.readUInt32LE(at));
    }
  }
}

function readSlideList(list: Buffer, recordOf: (id: number) => ArtRecord | undefined): ListedSlide[] {
  const slides: ListedSlide[] = [];
  let outline: ArtRecord[] = [];
  for (const record of readArtRecords(list)) {
    if (record.type !== pptTypes.slidePersist) {
      outline.push(record);
      continue;
    }
    if (record.data.length < 16 || slides.length >= slidesMax) break;
    outline = [];
    const container = recordOf(record.data.readUInt32LE(0));
    slides.push({ id: record.data.readUInt32LE(12), container, outline });
  }
  return slides;
}

/** Reads the addresses of hyperlinks ([MS-PPT] 2.10.16). */
function readLinks(objects: Buffer): Map<number, string> {
  const links = new Map<number, string>();
  for (const { type, data } of readArtRecords(objects)) {
    if (type !== pptTypes.hyperlink || links.size >= objectsMax) continue;
    let id: number | undefined;
    let url = '';
    for (const record of readArtRecords(data)) {
      if (record.type === pptTypes.hyperlinkAtom && record.data.length >= 4) id = record.data.readUInt32LE(0);
      else if (record.type === pptTypes.string && record.instance === 1)
        url = record.data.toString('utf16le');
    }
    if (id !== undefined && /^(?:https?:|mailto:)/i.test(url)) links.set(id, url);
  }
  return links;
}

/** Reads the list of the pictures ([MS-PPT] 2.4.3, [MS-ODRAW] 2.2.20). */
function readPictureOffsets(document: Buffer): (number | undefined)[] {
  const group = findArtRecord(document, pptTypes.drawingGroup)?.data ?? empty;
  const drawings = findArtRecord(group, drawingGroupTypes.all)?.data ?? empty;
  return readBlipOffsets(findArtRecord(drawings, drawingGroupTypes.pictures)?.data ?? empty);
}

function readFonts(collection: Buffer): string[] {
  const fonts: string[] = [];
  for (const { type, data, instance } of readArtRecords(collection))
    if (type === pptTypes.font) fonts[instance] = data.toString('utf16le', 0, 64).split('\0', 1)[0] ?? '';
  return fonts;
}

function damaged(reason: string): DocumentError {
  return new DocumentError('unreadable', `The presentation is damaged: ${reason}.`);
}
