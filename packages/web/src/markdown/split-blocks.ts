import type { Element, ElementContent } from 'hast';
import { writePlainBlock } from './write-plain-block.ts';

const container = /^(?:div|section|article|main|body)$/;
const block =
  /^(?:div|section|article|main|p|h[1-6]|ul|ol|table|pre|blockquote|figure|hr|details|header|footer|aside|form|fieldset|quern:footnote-definition)$/;

/** A stretch of a page: Markdown already, or a tree that has to be converted. */
export type MarkdownPart = string | Element | TableRows;

/** More rows of the table that the part before begins, under a header that is written already. */
export interface TableRows {
  readonly moreRows: Element;
}

/**
 * Cuts a tree between blocks into parts which become the same Markdown one by one: blocks of plain words,
 * written at once, and trees of about `sizeMax` elements, so that memory and time of the conversion grow with
 * the part, not with the page.
 */
export function splitBlocks(root: Element, sizeMax = 2000): MarkdownPart[] {
  const sizes = new Map<Element, number>();
  measure(root, sizes);
  const parts: MarkdownPart[] = [];
  let group: ElementContent[] = [];
  let groupSize = 0;
  const flush = () => {
    if (group.some((node) => node.type !== 'text' || node.value.trim() !== '')) {
      parts.push({ ...root, tagName: 'div', children: group });
    }
    group = [];
    groupSize = 0;
  };
  const take = (element: Element) => {
    for (const child of element.children) {
      const isBlock = child.type === 'element' && block.test(child.tagName);
      const size = child.type === 'element' ? (sizes.get(child) ?? 1) : 1;
      if (isBlock && groupSize >= sizeMax) flush();
      const plain = isBlock ? writePlainBlock(child) : undefined;
      if (plain !== undefined) {
        flush();
        parts.push(plain);
      } else if (
        isBlock &&
        container.test(child.tagName) &&
        (size > sizeMax || child.children.some(isBlockElement))
      ) {
        flush();
        take(child);
        flush();
      } else if (child.type === 'element' && size > sizeMax && /^[uo]l$/.test(child.tagName)) {
        flush();
        for (const part of splitList(child, sizes, sizeMax)) parts.push(part);
      } else if (child.type === 'element' && size > sizeMax && child.tagName === 'table') {
        flush();
        for (const part of splitTable(child, sizes, sizeMax)) parts.push(part);
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

/** Lists of a few items each, which stand one below another as one list; numbers go on. */
function splitList(list: Element, sizes: ReadonlyMap<Element, number>, sizeMax: number): Element[] {
  const parts: Element[] = [];
  let items: ElementContent[] = [];
  let size = 0;
  let number = Number(list.properties['start'] ?? 1) || 1;
  const flush = () => {
    const properties = list.tagName === 'ol' ? { ...list.properties, start: number } : list.properties;
    number += items.filter((item) => item.type === 'element' && item.tagName === 'li').length;
    if (items.length > 0) parts.push({ ...list, properties, children: items });
    items = [];
    size = 0;
  };
  for (const item of list.children) {
    items.push(item);
    size += item.type === 'element' ? (sizes.get(item) ?? 1) : 1;
    if (size >= sizeMax) flush();
  }
  flush();
  return parts;
}

/** A prepared table, rows only, as tables of a few rows each, all but the first to be joined to the one before. */
function splitTable(table: Element, sizes: ReadonlyMap<Element, number>, sizeMax: number): MarkdownPart[] {
  const [header, ...rows] = table.children;
  if (rows.length === 0) return [table];
  const parts: MarkdownPart[] = [];
  let taken: ElementContent[] = [];
  let size = 0;
  const flush = () => {
    if (!header || taken.length === 0) return;
    const part: Element = { ...table, children: [header, ...taken] };
    parts.push(parts.length === 0 ? part : { moreRows: part });
    taken = [];
    size = 0;
  };
  for (const row of rows) {
    taken.push(row);
    size += row.type === 'element' ? (sizes.get(row) ?? 1) : 1;
    if (size >= sizeMax) flush();
  }
  flush();
  return parts;
}

function isBlockElement(node: ElementContent): boolean {
  return node.type === 'element' && block.test(node.tagName);
}

function measure(element: Element, sizes: Map<Element, number>): number {
  let size = 1;
  for (const child of element.children) size += child.type === 'element' ? measure(child, sizes) : 1;
  sizes.set(element, size);
  return size;
}
