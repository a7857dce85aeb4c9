import { meaningfulTitle } from '../meaningful-title.ts';
import { type DocumentMetadata, emptyMetadata } from '../model/document-content.ts';
import { CodePageDecoder } from '../office/code-pages.ts';
import type { CompoundStorage } from './open-compound-file.ts';

/** Identifiers of properties ([MS-OLEPS] 2.18 and 3.1). */
const ids = { codePage: 1, title: 2, author: 4, created: 12, modified: 13 };
/** Types of values ([MS-OLEPS] 2.15). */
const types = { int16: 2, codePageText: 30, unicodeText: 31, fileTime: 64 };
const unicodeCodePage = 1200;
const propertiesMax = 1000;
const valueLengthMax = 1000;

/** Reads the title, the author and the dates of a binary Office document ([MS-OLEPS] 2.21). */
export function readSummaryInformation(storage: CompoundStorage): DocumentMetadata {
  const stream = storage.stream('\u0005SummaryInformation');
  if (stream === undefined || stream.length < 48) return emptyMetadata;
  const section = stream.subarray(stream.readUInt32LE(44));
  const places = readPlaces(section);
  const codePage = readCodePage(section, places.get(ids.codePage));
  const text = (id: number) => oneLine(readText(section, places.get(id), codePage));
  return {
    ...emptyMetadata,
    title: meaningfulTitle(text(ids.title)),
    author: text(ids.author),
    createdAt: readTime(section, places.get(ids.created)),
    modifiedAt: readTime(section, places.get(ids.modified)),
  };
}

function readPlaces(section: Buffer): Map<number, number> {
  const places = new Map<number, number>();
  if (section.length < 8) return places;
  const count = Math.min(section.readUInt32LE(4), propertiesMax);
  for (let index = 0; index < count && 16 + index * 8 <= section.length; index++)
    places.set(section.readUInt32LE(8 + index * 8), section.readUInt32LE(12 + index * 8));
  return places;
}

function readCodePage(section: Buffer, at: number | undefined): number {
  if (at === undefined || at + 6 > section.length || section.readUInt16LE(at) !== types.int16) return 1252;
  return section.readUInt16LE(at + 4);
}

function readText(section: Buffer, at: number | undefined, codePage: number): string {
  if (at === undefined || at + 8 > section.length) return '';
  const type = section.readUInt16LE(at);
  const length = Math.min(section.readUInt32LE(at + 4), valueLengthMax);
  if (type === types.unicodeText) return section.toString('utf16le', at + 8, at + 8 + length * 2);
  if (type !== types.codePageText) return '';
  if (codePage === unicodeCodePage) return section.toString('utf16le', at + 8, at + 8 + length);
  return new CodePageDecoder().decode(section.toString('latin1', at + 8, at + 8 + length), codePage);
}

function readTime(section: Buffer, at: number | undefined): string {
  if (at === undefined || at + 12 > section.length || section.readUInt16LE(at) !== types.fileTime) return '';
  return timestampOfFileTime(section.readBigUInt64LE(at + 4));
}

/** Milliseconds from 1601 to 1970. */
const epochOffsetMs = 11_644_473_600_000;
/** Excludes durations, which are stored in the same way. */
const yearMin = 1970;

/** Converts a time in units of 100 ns since 1601. @returns RFC 3339; '' for times that no document has */
export function timestampOfFileTime(time: bigint): string {
  const date = new Date(Number(time / 10_000n) - epochOffsetMs);
  const isPlausible = date.getUTCFullYear() >= yearMin && date.getUTCFullYear() < 10_000;
  return isPlausible ? date.toISOString().replace(/\.\d+Z$/, 'Z') : '';
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
