import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { parseXml } from '../xml/parse-xml.ts';

/** A sheet as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  /** Name of its part in the archive; '' for sheets without cells, such as charts. */
  readonly part: string;
  readonly isHidden: boolean;
}

/** The workbook: its sheets in the order of the tabs, and the parts that they share. */
export interface Workbook {
  readonly sheets: readonly SheetEntry[];
  /** Whether dates count from 1904 (ECMA-376 part 1, 18.17.4.1). */
  readonly uses1904: boolean;
  readonly sharedStringsPart: string;
  readonly stylesPart: string;
}

/** A relationship of a part to another one (ECMA-376 part 2, 8.3). */
export interface PartRelationship {
  /** The last segment of its type, such as `worksheet`. */
  readonly type: string;
  /** Name of a part in the archive, or an address if it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

const partBytesMax = 16 * 1024 * 1024;
/** Excel has no maximum, but shows few more. */
const sheetsMax = 4096;

/** Reads the main part of a workbook. @throws DocumentError `unreadable` if there is none */
export function readWorkbook(archive: ZipArchive): Workbook {
  const main = mainPartOf(archive);
  const xml = archive.read(main, partBytesMax);
  if (!xml) throw new DocumentError('unreadable', 'The spreadsheet is damaged: its workbook is missing.');
  const relationships = readRelationships(archive, main);
  const partOfType = (type: string) =>
    [...relationships.values()].find((relationship) => relationship.type === type)?.target ?? '';
  const sheets: SheetEntry[] = [];
  let uses1904 = false;
  parseXml(decodeUnicode(xml), {
    openTag: (name, attributes) => {
      if (name === 'workbookPr') uses1904 = /^(?:1|true|on)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet' || sheets.length >= sheetsMax) return;
      const relationship = relationships.get(attributes['id'] ?? '');
      const hasCells = relationship?.type === 'worksheet' && !relationship.isExternal;
      sheets.push({
        name: attributes['name'] ?? '',
        part: hasCells ? relationship.target : '',
        isHidden: /^(?:hidden|veryHidden)$/.test(attributes['state'] ?? ''),
      });
    },
  });
  return {
    sheets,
    uses1904,
    sharedStringsPart: partOfType('sharedStrings'),
    stylesPart: partOfType('styles'),
  };
}

function mainPartOf(archive: ZipArchive): string {
  const found = [...readRelationships(archive, '').values()].find(({ type }) => type === 'officeDocument');
  if (found?.target.endsWith('.bin'))
    throw new DocumentError('unsupported', 'This is a binary workbook (XLSB): save it as XLSX.');
  return found !== undefined && archive.names.includes(found.target) ? found.target : 'xl/workbook.xml';
}

/** Reads the relationships of a part by their ids; those of the package for ''. */
export function readRelationships(archive: ZipArchive, part: string): Map<string, PartRelationship> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const xml = archive.read(`${folder}_rels/${part.slice(slash)}.rels`, partBytesMax);
  const found = new Map<string, PartRelationship>();
  if (!xml) return found;
  parseXml(decodeUnicode(xml), {
    openTag: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship') return;
      const isExternal = mode === 'External';
      found.set(id, {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: isExternal ? target : resolvePart(folder, target),
        isExternal,
      });
    },
  });
  return found;
}

function resolvePart(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
