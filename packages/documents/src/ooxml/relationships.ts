import { decodeUnicode } from '@quern/runtime/decode-charset';
import type { ZipArchive } from '../archive/open-zip.ts';
import { parseXml } from '../xml/parse-xml.ts';

/** A reference of a part to another part or to an address. */
export interface Relationship {
  /** The last segment of the type, such as `hyperlink`. */
  readonly type: string;
  /** Name of the part in the archive, or the address if it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

const relationshipBytesMax = 8 * 1024 * 1024;

/**
 * Reads the relationships of a part (ECMA-376 part 2, 8.3), by their ids.
 *
 * @param partName '' for those of the package
 */
export function readRelationships(archive: ZipArchive, partName: string): ReadonlyMap<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  const slash = partName.lastIndexOf('/') + 1;
  const folder = partName.slice(0, slash);
  const bytes = archive.read(`${folder}_rels/${partName.slice(slash)}.rels`, relationshipBytesMax);
  if (!bytes) return relationships;
  parseXml(decodeUnicode(bytes), {
    openTag: (name, attributes) => {
      if (name !== 'Relationship') return;
      const target = attributes['Target'] ?? '';
      const isExternal = attributes['TargetMode'] === 'External';
      relationships.set(attributes['Id'] ?? '', {
        type: (attributes['Type'] ?? '').replace(/^.*\//s, ''),
        target: isExternal ? target : resolvePartName(folder, target),
        isExternal,
      });
    },
  });
  return relationships;
}

/** @returns the target of the first relationship of a type that is a part of the archive */
export function partOfType(
  archive: ZipArchive,
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined {
  for (const relationship of relationships.values()) {
    if (relationship.type === type && !relationship.isExternal && archive.names.includes(relationship.target))
      return relationship.target;
  }
  return undefined;
}

function resolvePartName(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const segments: string[] = [];
  for (const segment of `${folder}${target}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
