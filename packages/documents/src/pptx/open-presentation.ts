import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import { partOfType, type Relationship, readRelationships } from '../ooxml/relationships.ts';
import { childOf, childrenOf } from '../xml/query-xml.ts';
import { parseXmlTree, type XmlElement } from '../xml/xml-tree.ts';

/** A part as a tree, and the parts to which it refers. */
export interface PresentationPart {
  readonly root: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** The slides of a presentation in order. */
export interface Presentation {
  readonly slideNames: readonly string[];
  /** In points; undefined if it is not stated. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** @returns undefined if there is no such part */
  readonly partOf: (name: string | undefined) => PresentationPart | undefined;
}

/** English Metric Units in a point. */
export const unitsPerPoint = 12_700;
const partBytesMax = 32 * 1024 * 1024;
/** Slides beyond this number are not read. */
const slidesMax = 5000;

/** Opens a presentation (ECMA-376 part 1, 13 and 19). @throws DocumentError `unreadable` if it has no main part */
export function openPresentation(archive: ZipArchive): Presentation {
  const partOf = (name: string | undefined): PresentationPart | undefined => {
    const bytes = name === undefined ? undefined : archive.read(name, partBytesMax);
    const root = bytes && parseXmlTree(decodeUnicode(bytes));
    return root && name !== undefined ? { root, relationships: readRelationships(archive, name) } : undefined;
  };
  const name =
    partOfType(archive, readRelationships(archive, ''), 'officeDocument') ?? 'ppt/presentation.xml';
  const main = partOf(name);
  if (main?.root.name !== 'presentation')
    throw new DocumentError('unreadable', 'The document is damaged: its list of slides is missing.');
  const size = childOf(main.root, 'sldSz')?.attributes ?? {};
  return {
    slideNames: slidesOf(main),
    width: pointsOf(size['cx']),
    height: pointsOf(size['cy']),
    partOf,
  };
}

function slidesOf({ root, relationships }: PresentationPart): string[] {
  return childrenOf(childOf(root, 'sldIdLst'), 'sldId')
    .slice(0, slidesMax)
    .flatMap(({ attributes }) => {
      const relationship = relationships.get(attributes['r:id'] ?? '');
      return relationship && !relationship.isExternal ? [relationship.target] : [];
    });
}

/** @returns a length in points, rounded to hundredths; undefined if it is not stated */
export function pointsOf(units: string | undefined): number | undefined {
  const points = units === undefined ? Number.NaN : Number(units) / unitsPerPoint;
  return Number.isFinite(points) ? Math.round(points * 100) / 100 : undefined;
}

/** @returns the name of the first part of a type to which a part refers */
export function targetOf(part: PresentationPart | undefined, type: string): string | undefined {
  for (const relationship of part?.relationships.values() ?? [])
    if (relationship.type === type && !relationship.isExternal) return relationship.target;
  return undefined;
}
