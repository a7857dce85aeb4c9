import type { Element, ElementContent } from 'hast';
import { writePlainBlock } from './write-plain-block.ts';

const container = /^(?:div|section|article|main|body)$/;
const block =
  /^(?:div|section|article|main|p|h[1-6]|ul|ol|table|pre|blockquote|figure|hr|details|header|footer|aside|form|fieldset|quern:FootnoteDefinition)$/;

/** A part of a page: finished Markdown, or a tree to convert. */
export type MarkdownPart = string | Element | TableRows;

/** Further rows of the table in the previous part, whose header is already written. */
export interface TableRows {
  /** A complete table that repeats the header. */
  readonly moreRows: Element;
}

/**
 * Splits a tree between blocks into parts that give the same Markdown when converted separately: plain blocks, which
 * are written immediately, and trees of about `sizeMax` nodes. This way the memory and time of the conversion depend
 * on the size of a part, not of the page.
 */
export function splitBlocks(root: Element, sizeMax = 2000): MarkdownPart[] {
  return new BlockSplitter(root, sizeMax).split();
}

class BlockSplitter {
  readonly #root: Element;
  readonly #sizeMax: number;
  readonly #sizes = new Map<Element, number>();
  readonly #parts: MarkdownPart[] = [];
  /** Nodes of the part that is being collected. */
  #group: ElementContent[] = [];
  #groupSize = 0;

  constructor(root: Element, sizeMax: number) {
    this.#root = root;
    this.#sizeMax = sizeMax;
    measure(root, this.#sizes);
  }

  split(): MarkdownPart[] {
    this.#addChildren(this.#root);
    this.#flush();
    return this.#parts;
  }

  #addChildren(element: Element): void {
    for (const child of element.children) {
      if (child.type === 'element') this.#addElement(child);
      else this.#addToGroup(child, 1);
    }
  }

  #addElement(element: Element): void {
    const size = this.#sizes.get(element) ?? 1;
    const isLarge = size > this.#sizeMax;
    const isBlock = block.test(element.tagName);
    if (isBlock && this.#groupSize >= this.#sizeMax) this.#flush();
    const plain = isBlock ? writePlainBlock(element) : undefined;
    if (plain !== undefined) this.#addParts([plain]);
    else if (
      isBlock &&
      container.test(element.tagName) &&
      (isLarge || element.children.some(isBlockElement))
    ) {
      this.#flush();
      this.#addChildren(element);
      this.#flush();
    } else if (isLarge && /^[uo]l$/.test(element.tagName))
      this.#addParts(splitList(element, this.#sizes, this.#sizeMax));
    else if (isLarge && element.tagName === 'table')
      this.#addParts(splitTable(element, this.#sizes, this.#sizeMax));
    else this.#addToGroup(element, size);
  }

  #addToGroup(node: ElementContent, size: number): void {
    this.#group.push(node);
    this.#groupSize += size;
  }

  #addParts(parts: readonly MarkdownPart[]): void {
    this.#flush();
    for (const part of parts) this.#parts.push(part);
  }

  #flush(): void {
    if (this.#group.some((node) => node.type !== 'text' || node.value.trim() !== '')) {
      this.#parts.push({ ...this.#root, tagName: 'div', children: this.#group });
    }
    this.#group = [];
    this.#groupSize = 0;
  }
}

/** Splits a list into lists of a few items, which Markdown joins again; the numbering continues. */
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

/** Splits a prepared table of rows into tables of a few rows, all but the first to be appended to the previous one. */
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
