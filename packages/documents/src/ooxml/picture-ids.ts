import { childrenOf, descendantsOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { Relationship } from './relationships.ts';

/** Contents that are read separately, and alternatives for old programs. */
const separate = new Set(['txbxContent', 'Fallback']);

/** Whether a drawing of Office Open XML shows a picture (DrawingML or VML) that is more than decoration. */
export function hasPicture(drawing: XmlElement): boolean {
  return !isDecorative(drawing) && picturesIn(drawing).next().done !== true;
}

/** The ids of the relationships of the pictures that a drawing shows; empty if it is decoration. */
export function pictureIdsOf(drawing: XmlElement): string[] {
  if (isDecorative(drawing)) return [];
  return Array.from(
    picturesIn(drawing),
    ({ attributes }) => attributes['r:embed'] ?? attributes['r:id'] ?? '',
  );
}

/** @returns the part of a picture; undefined if it is not in the file */
export function picturePartOf(
  id: string,
  relationships: ReadonlyMap<string, Relationship>,
): string | undefined {
  const relationship = relationships.get(id);
  return relationship === undefined || relationship.isExternal ? undefined : relationship.target;
}

function isDecorative(drawing: XmlElement): boolean {
  for (const { attributes } of descendantsOf(drawing, 'decorative'))
    if (/^(?:1|true)$/.test(attributes['val'] ?? '')) return true;
  return false;
}

function* picturesIn(element: XmlElement): Generator<XmlElement> {
  for (const child of childrenOf(element)) {
    if (child.name === 'blip' || child.name === 'imagedata') yield child;
    else if (!separate.has(child.name)) yield* picturesIn(child);
  }
}
