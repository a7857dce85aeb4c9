import { meaningfulDescription } from '../office/meaningful-description.ts';
import type { Relationship } from '../ooxml/relationships.ts';
import { descendantsOf, firstOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Reads a drawing. @returns its description and the address that it links to, '' for what it does not have */
export function describedImage(
  drawing: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
): { readonly type: 'image'; readonly alt: string; readonly url: string } {
  const properties = firstOf(drawing, 'docPr')?.attributes ?? {};
  const shape = firstOf(drawing, 'shape')?.attributes ?? {};
  const alt = meaningfulDescription(properties['descr'] ?? properties['title'] ?? shape['alt'] ?? '');
  return { type: 'image', alt, url: addressOf(drawing, relationships) };
}

function addressOf(drawing: XmlElement, relationships: ReadonlyMap<string, Relationship>): string {
  for (const blip of descendantsOf(drawing, 'blip')) {
    const link = relationships.get(blip.attributes['r:link'] ?? '');
    if (link?.isExternal && /^https?:/i.test(link.target)) return link.target;
  }
  return '';
}
