import type { RichText } from '@quern/content/blocks/rich-text';
import { meaningfulDescription } from '../office/meaningful-description.ts';
import type { Relationship } from '../ooxml/relationships.ts';
import { descendantsOf, firstOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Reads a drawing. @returns undefined unless it is an image with a description, or one at an address */
export function describedImage(
  drawing: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
): RichText[number] | undefined {
  const properties = firstOf(drawing, 'docPr')?.attributes ?? {};
  const shape = firstOf(drawing, 'shape')?.attributes ?? {};
  const alt = meaningfulDescription(properties['descr'] ?? properties['title'] ?? shape['alt'] ?? '');
  const url = addressOf(drawing, relationships);
  return alt === '' && url === '' ? undefined : { type: 'image', alt, url };
}

function addressOf(drawing: XmlElement, relationships: ReadonlyMap<string, Relationship>): string {
  for (const blip of descendantsOf(drawing, 'blip')) {
    const link = relationships.get(blip.attributes['r:link'] ?? '');
    if (link?.isExternal && /^https?:/i.test(link.target)) return link.target;
  }
  return '';
}
