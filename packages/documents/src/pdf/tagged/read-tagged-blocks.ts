import { headingLevelMax, listDepthMax } from '@quern/content/blocks/content-block';
import type { StructureElement } from '@quern/pdf';

/** A block of text in a structure tree, as far as it is on one page. */
export interface TaggedText {
  readonly kind: 'text';
  readonly role: 'heading' | 'item' | 'paragraph' | 'quote';
  /** Level of a heading, from 1. */
  readonly level: number;
  /** Depth of the list item that the block is, or that it is inside of; from 0. */
  readonly depth: number | undefined;
  /** Number of the outermost list, unique in its page. */
  readonly list: number;
  /** Identifiers of marked content: of the label of an item, and of the text. */
  readonly label: readonly number[];
  readonly content: readonly number[];
}

/** A table in a structure tree: rows of cells. */
export interface TaggedTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly TaggedCell[])[];
}

/** A cell of a table. */
export interface TaggedCell {
  readonly content: readonly number[];
  readonly columnSpan: number;
  readonly rowSpan: number;
}

/** A block of a tagged page. */
export type TaggedBlock = TaggedText | TaggedTable;

/** Standard types of elements that are blocks (ISO 32000-1, 14.8.4), apart from containers that may be inline too. */
const blockTypes = /^(?:P|H[1-6]?|Title|L|LI|LBody|Table|Caption|BlockQuote|TOC|TOCI|Note|FENote|Aside)$/;
const containerTypes = /^(?:Document|DocumentFragment|Part|Art|Sect|Div)$/;

interface Place {
  readonly sections: number;
  readonly depth: number | undefined;
  readonly list: number;
  readonly isQuote: boolean;
}

/** Reads the blocks of a page from its structure elements, in reading order. */
export function readTaggedBlocks(elements: readonly StructureElement[]): TaggedBlock[] {
  const reader = new BlockReader();
  for (const element of elements)
    reader.read(element, { sections: 0, depth: undefined, list: 0, isQuote: false });
  return reader.blocks;
}

class BlockReader {
  readonly blocks: TaggedBlock[] = [];
  #lists = 0;

  read(element: StructureElement, place: Place): void {
    const { type, children } = element;
    if (type === 'Artifact') return;
    if (type === 'Table') this.#readTable(element, place);
    else if (type === 'L') {
      if (place.depth === undefined) this.#lists += 1;
      const depth = Math.min((place.depth ?? -1) + 1, listDepthMax);
      this.#readAll(children, { ...place, depth, list: this.#lists });
    } else if (type === 'LI') this.#readItem(element, place);
    else if (/^(?:H[1-6]?|Title)$/.test(type)) this.#add('heading', children, place, levelOf(type, place));
    else if (hasBlocks(element) || containerTypes.test(type)) {
      const sections = place.sections + (type === 'Sect' ? 1 : 0);
      this.#readAll(children, { ...place, sections, isQuote: place.isQuote || type === 'BlockQuote' });
    } else this.#add(place.isQuote || type === 'BlockQuote' ? 'quote' : 'paragraph', children, place);
  }

  /** Reads blocks, and the text between them as paragraphs. */
  #readAll(children: StructureElement['children'], place: Place): void {
    let inline: (StructureElement | number)[] = [];
    const flush = (): void => {
      this.#add(place.isQuote ? 'quote' : 'paragraph', inline, place);
      inline = [];
    };
    for (const child of children) {
      if (typeof child === 'number' || isInline(child)) {
        inline.push(child);
        continue;
      }
      flush();
      this.read(child, place);
    }
    flush();
  }

  /** Reads an item: its label and first text, and the paragraphs and lists after them. */
  #readItem({ children }: StructureElement, place: Place): void {
    const start = this.blocks.length;
    const label = children.flatMap((child) =>
      typeof child !== 'number' && child.type === 'Lbl' ? contentOf([child]) : [],
    );
    this.#readAll(
      children.filter((child) => typeof child === 'number' || child.type !== 'Lbl'),
      place,
    );
    const first = this.blocks[start];
    if (first?.kind === 'text' && first.role === 'paragraph' && first.depth === place.depth)
      this.blocks[start] = { ...first, role: 'item', label };
  }

  #readTable({ children }: StructureElement, place: Place): void {
    const rows: TaggedCell[][] = [];
    const visit = (child: StructureElement | number): void => {
      if (typeof child === 'number') return;
      if (child.type === 'TR') rows.push(child.children.flatMap(toCell));
      else if (child.type === 'Caption') this.read(child, place);
      else child.children.forEach(visit);
    };
    children.forEach(visit);
    this.blocks.push({ kind: 'table', rows });
  }

  #add(
    role: TaggedText['role'],
    children: StructureElement['children'],
    { depth, list }: Place,
    level = 0,
  ): void {
    const content = contentOf(children);
    if (content.length > 0) this.blocks.push({ kind: 'text', role, level, depth, list, label: [], content });
  }
}

function toCell(child: StructureElement | number): TaggedCell[] {
  if (typeof child === 'number' || child.type === 'Artifact') return [];
  const { children, columnSpan, rowSpan } = child;
  return [{ content: contentOf(children), columnSpan, rowSpan }];
}

/** A heading without a level has that of its section. */
function levelOf(type: string, { sections }: Place): number {
  const level = type === 'H' ? Math.max(sections, 1) : Number(type.slice(1)) || 1;
  return Math.min(level, headingLevelMax);
}

const isInline = (element: StructureElement): boolean =>
  !blockTypes.test(element.type) && !containerTypes.test(element.type) && !hasBlocks(element);

function hasBlocks({ children }: StructureElement): boolean {
  return children.some(
    (child) =>
      typeof child !== 'number' &&
      (blockTypes.test(child.type) || containerTypes.test(child.type) || hasBlocks(child)),
  );
}

/** The identifiers of the marked content inside of elements. */
function contentOf(children: StructureElement['children']): number[] {
  return children.flatMap((child) => {
    if (typeof child === 'number') return [child];
    return child.type === 'Artifact' ? [] : contentOf(child.children);
  });
}
