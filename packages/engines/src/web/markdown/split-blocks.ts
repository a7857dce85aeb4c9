import type { Element, ElementContent } from 'hast';

const container = /^(?:div|section|article|main|body)$/;
const block =
  /^(?:div|section|article|main|p|h[1-6]|ul|ol|table|pre|blockquote|figure|hr|details|header|footer|aside|form|fieldset|quern:footnote-definition)$/;

/**
 * Cuts a large tree between blocks into parts of about `sizeMax` elements, which become the same Markdown
 * one by one: memory and time of the conversion then grow with the part, not with the page.
 */
export function splitBlocks(root: Element, sizeMax = 2000): Element[] {
  const sizes = new Map<Element, number>();
  measure(root, sizes);
  const parts: Element[] = [];
  let group: ElementContent[] = [];
  let groupSize = 0;
  const flush = () => {
    if (group.length > 0) parts.push({ ...root, tagName: 'div', children: group });
    group = [];
    groupSize = 0;
  };
  const take = (element: Element) => {
    for (const child of element.children) {
      const isBlock = child.type === 'element' && block.test(child.tagName);
      const size = child.type === 'element' ? (sizes.get(child) ?? 1) : 1;
      if (isBlock && groupSize >= sizeMax) flush();
      if (isBlock && size > sizeMax && container.test(child.tagName)) {
        flush();
        take(child);
        flush();
      } else {
        group.push(child);
        groupSize += size;
      }
    }
  };
  take(root);
  flush();
  return parts;
}

function measure(element: Element, sizes: Map<Element, number>): number {
  let size = 1;
  for (const child of element.children) size += child.type === 'element' ? measure(child, sizes) : 1;
  sizes.set(element, size);
  return size;
}
