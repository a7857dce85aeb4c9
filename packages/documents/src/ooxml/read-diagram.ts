import { type ContentBlock, listDepthMax } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { childOf, childrenOf, descendantsOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Reads the texts of a diagram (SmartArt) as a list (ECMA-376 part 1, 21.4). */
export function readDiagram(model: XmlElement | undefined): ContentBlock[] {
  const points = new Map<string, XmlElement>();
  for (const point of childrenOf(childOf(model, 'ptLst'), 'pt'))
    points.set(point.attributes['modelId'] ?? '', point);
  const children = childIds(childOf(model, 'cxnLst'));
  const root = [...points].find(([, { attributes }]) => attributes['type'] === 'doc')?.[0] ?? '';
  const blocks: ContentBlock[] = [];
  const seen = new Set<string>();
  const visit = (id: string, depth: number): void => {
    if (seen.has(id) || depth > listDepthMax + 1) return;
    seen.add(id);
    const text = textOfPoint(points.get(id));
    if (text !== '' && id !== root)
      blocks.push({
        kind: 'list-item',
        depth: Math.max(0, depth - 1),
        marker: '-',
        content: plainText(text),
      });
    for (const child of children.get(id) ?? []) visit(child, depth + 1);
  };
  visit(root, 0);
  return blocks;
}

/** @returns the ids of the points below each point, in order */
function childIds(connections: XmlElement | undefined): Map<string, string[]> {
  const below = new Map<string, { readonly id: string; readonly order: number }[]>();
  for (const { attributes } of childrenOf(connections, 'cxn')) {
    if ((attributes['type'] ?? 'parOf') !== 'parOf') continue;
    const parent = attributes['srcId'] ?? '';
    const list = below.get(parent) ?? [];
    list.push({ id: attributes['destId'] ?? '', order: Number(attributes['srcOrd'] ?? 0) });
    below.set(parent, list);
  }
  return new Map(
    Array.from(below, ([id, list]) => [
      id,
      list.toSorted((a, b) => a.order - b.order).map((each) => each.id),
    ]),
  );
}

function textOfPoint(point: XmlElement | undefined): string {
  const paragraphs = [...descendantsOf(childOf(point, 't'), 'p')];
  return paragraphs
    .map((paragraph) => [...descendantsOf(paragraph, 't')].map(textIn).join(''))
    .join(' ')
    .trim();
}
