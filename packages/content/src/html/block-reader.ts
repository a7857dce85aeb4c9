import { type ContentBlock, type ListItemBlock, listDepthMax } from '../blocks/content-block.ts';
import { asParagraphs, isBlank, type RichText } from '../blocks/rich-text.ts';
import { attributeOf, createDomElement, type DomElement } from '../dom/dom.ts';
import { editLinkClass, hasClass, isBlock, isScriptNotice, lineOf } from '../dom/elements.ts';
import { inheritLanguage, isListing, readListing } from './code-listing.ts';
import { InlineRuns, wrap } from './inline-runs.ts';
import {
  checkboxOf,
  definitionParts,
  isLoneBox,
  isTask,
  itemsOf,
  markerOf,
  startOf,
} from './list-elements.ts';
import { quotationOf } from './quotation.ts';
import { headingLevel, readHeading } from './read-heading.ts';
import { type InlineContext, readInline } from './read-inline.ts';
import { readTable, type SpanBudget } from './read-table.ts';
import { ShownImages } from './shown-images.ts';
import { wordListItem } from './word-list.ts';

/** The context that the blocks of a page share. */
export interface PageContext extends InlineContext {
  /** Elements that have a block among their descendants. */
  readonly parentsOfBlocks: ReadonlySet<DomElement>;
  readonly spans: SpanBudget;
}

/** Quotes nested deeper than this are flattened, since their markers grow with the square of the depth. */
const quotesMax = 10;
/** Inline elements around blocks that have a meaning for the text inside. */
const wrapperTag = /^(?:a|b|strong|em|i|u|mark|del|s|strike|span|font|code)$/;

/** Reads the blocks of a page or a part of it in document order. */
export function readBlocks(root: DomElement, context: PageContext): ContentBlock[] {
  const reader = new BlockReader(context, { quotes: 0, language: '', tables: 0, shown: new ShownImages() });
  reader.readChildren(root, []);
  return reader.finish();
}

type ItemStart = Pick<ListItemBlock, 'depth' | 'number' | 'marker' | 'isChecked' | 'startsList'>;

/** The surroundings of a container. */
interface Surroundings {
  readonly quotes: number;
  /** Language of code that an element around it states. */
  readonly language: string;
  readonly tables: number;
  readonly shown: ShownImages;
}

/** Reads the blocks of one container: a page or a quote. */
class BlockReader {
  readonly #context: PageContext;
  readonly #around: Surroundings;
  #language: string;
  #tables: number;
  readonly #blocks: ContentBlock[] = [];
  /** Inline content since the last block. */
  readonly #inline = new InlineRuns();
  /** Depth of the open list item. */
  #itemDepth: number | undefined;
  /** The open list item whose text has not begun yet. */
  #item: ItemStart | undefined;
  #isDefinition = false;
  #lists = 0;

  constructor(context: PageContext, around: Surroundings) {
    this.#context = context;
    this.#around = around;
    this.#language = around.language;
    this.#tables = around.tables;
  }

  finish(): ContentBlock[] {
    this.#flush();
    return this.#blocks;
  }

  /** @param wrappers inline elements around the blocks, such as a link around a whole card */
  readChildren(parent: DomElement, wrappers: readonly DomElement[]): void {
    for (const child of parent.children) {
      if (child.kind === 'text') this.#inline.add(child, wrappers);
      else if (hasClass(child, editLinkClass) || isScriptNotice(child)) continue;
      else if (isBlock(child)) {
        this.#flush();
        this.#addBlock(child, wrappers);
        this.#flush();
      } else if (!this.#context.parentsOfBlocks.has(child)) this.#inline.add(child, wrappers);
      else if (wrapperTag.test(child.name)) {
        const bare = createDomElement(child.name, child.attributes);
        this.readChildren(child, [...wrappers, bare]);
      } else this.readChildren(child, wrappers);
    }
  }

  #flush(): void {
    const nodes = this.#inline.take();
    if (nodes.length === 0) return;
    const content = readInline(nodes, this.#context);
    const shown = content.filter((node) => node.type !== 'text' || node.value.trim() !== '');
    const only = shown.length === 1 ? shown[0] : undefined;
    if (this.#around.shown.has(only) || shown.every(isLoneBox)) return;
    if (only?.type === 'image' && this.#item === undefined)
      this.#push({ kind: 'figure', alternativeText: only.alt, url: only.url });
    else if (only?.type === 'raw' && only.value.startsWith('$$'))
      this.#push({ kind: 'formula', tex: only.value.slice(2, -2) });
    else this.#addParagraph(content);
  }

  #addParagraph(content: RichText): void {
    if (isBlank(content) && !content.some(({ type }) => type === 'footnote')) return;
    if (this.#item === undefined)
      this.#push({ kind: 'paragraph', content, ...(this.#isDefinition && { isAdjacent: true }) });
    else this.#addItemText(this.#item, content);
  }

  #addItemText(item: ItemStart, content: RichText): void {
    this.#item = undefined;
    this.#blocks.push({
      kind: 'list-item',
      ...item,
      content,
      isAdjacent: this.#blocks.at(-1)?.kind === 'list-item' && item.startsList !== true,
    });
  }

  #push(block: ContentBlock): void {
    // An item can begin with a block other than text.
    if (this.#item !== undefined) this.#addItemText(this.#item, []);
    this.#blocks.push(this.#itemDepth === undefined ? block : { ...block, itemDepth: this.#itemDepth });
  }

  #addBlock(element: DomElement, wrappers: readonly DomElement[]): void {
    const { name } = element;
    const note = this.#context.notes.definitionOf(element);
    const level = headingLevel(element);
    const quotation = quotationOf(element);
    if (note !== undefined) this.#addNote(element, note);
    else if (level !== undefined) this.#addHeading(element, level, wrappers);
    else if (name === 'hr') this.#addRule();
    else if (isListing(element)) {
      const listing = readListing(element, this.#language);
      if (listing) this.#push(listing);
    } else if (quotation) this.#addQuote(quotation, wrappers);
    else if (/^(?:ul|ol|menu|dir)$/.test(name)) this.#addList(element, wrappers);
    else if (name === 'li') this.#addItem(element, wrappers, { depth: this.#lists, marker: '-' });
    else if (name === 'dl') this.#addDefinitions(element, wrappers);
    else if (name === 'table') this.#addTable(element, wrappers);
    else if (name === 'p') this.#addTextParagraph(element, wrappers);
    else if (name === 'figcaption' && this.#repeatsFigure(element)) return;
    else this.#readContainer(element, wrappers);
  }

  #readContainer(element: DomElement, wrappers: readonly DomElement[]): void {
    const outer = this.#language;
    this.#language = inheritLanguage(element, outer);
    this.readChildren(element, wrappers);
    this.#language = outer;
  }

  #addHeading(element: DomElement, level: number, wrappers: readonly DomElement[]): void {
    const content = readHeading(wrap(element.children, wrappers), this.#context);
    if (!isBlank(content)) this.#push({ kind: 'heading', level, content });
  }

  #addTextParagraph(element: DomElement, wrappers: readonly DomElement[]): void {
    const listed = wordListItem(element);
    if (listed) this.#addItem(listed.element, wrappers, listed.start);
    else this.readChildren(element, wrappers);
  }

  #addRule(): void {
    if (this.#blocks.length > 0 && this.#blocks.at(-1)?.kind !== 'rule') this.#push({ kind: 'rule' });
  }

  #addNote(element: DomElement, label: string): void {
    const content = readInline(element.children, this.#context);
    // The line above the notes.
    if (this.#blocks.at(-1)?.kind === 'rule') this.#blocks.pop();
    if (!isBlank(content)) this.#blocks.push({ kind: 'footnote', label, content: asParagraphs(content) });
  }

  #addQuote(element: DomElement, wrappers: readonly DomElement[]): void {
    if (this.#around.quotes >= quotesMax) {
      this.readChildren(element, wrappers);
      return;
    }
    const reader = new BlockReader(this.#context, {
      ...this.#around,
      quotes: this.#around.quotes + 1,
      language: this.#language,
      tables: this.#tables,
    });
    reader.readChildren(element, wrappers);
    const blocks = reader.finish();
    if (blocks.length > 0) this.#push({ kind: 'quote', blocks });
  }

  #addList(list: DomElement, wrappers: readonly DomElement[]): void {
    const isOrdered = list.name === 'ol';
    const depth = Math.min(this.#lists, listDepthMax);
    const items = itemsOf(list);
    let number = startOf(list, items.length);
    const step = 'reversed' in list.attributes ? -1 : 1;
    let isFirst = true;
    this.#lists++;
    for (const item of items) {
      const own = Number.parseInt(attributeOf(item, 'value'), 10);
      if (isOrdered && own >= 0) number = own;
      const startsList = isFirst && this.#endsWithList(depth);
      const count = this.#blocks.length;
      const start = isOrdered ? { number, marker: markerOf(list, number) } : { marker: '-' };
      this.#addItem(item, wrappers, { depth, ...start, ...(startsList ? { startsList } : {}) });
      if (this.#blocks.length === count) continue;
      isFirst = false;
      number += step;
    }
    this.#lists--;
  }

  /** Whether a caption has the words of the description of its image. */
  #repeatsFigure(caption: DomElement): boolean {
    const last = this.#blocks.at(-1);
    return last?.kind === 'figure' && last.alternativeText === lineOf(caption);
  }

  /** Whether the last block belongs to another list of a depth. */
  #endsWithList(depth: number): boolean {
    const last = this.#blocks.at(-1);
    return ((last?.kind === 'list-item' ? last.depth : last?.itemDepth) ?? -1) >= depth;
  }

  #addItem(item: DomElement, wrappers: readonly DomElement[], start: ItemStart): void {
    const note = this.#context.notes.definitionOf(item);
    if (note !== undefined) {
      this.#addNote(item, note);
      return;
    }
    this.#flush();
    // An item that begins with a list.
    if (this.#item !== undefined) this.#addItemText(this.#item, []);
    const outer = this.#itemDepth;
    const box = checkboxOf(item);
    if (box) this.#context.itemBoxes.add(box);
    this.#item = box && isTask(box, item) ? { ...start, isChecked: 'checked' in box.attributes } : start;
    this.#itemDepth = start.depth;
    this.readChildren(item, wrappers);
    this.#flush();
    this.#item = undefined;
    this.#itemDepth = outer;
  }

  /** Each term is an item in bold, followed by its definitions. Without a term, a definition is only indented text. */
  #addDefinitions(list: DomElement, wrappers: readonly DomElement[]): void {
    const depth = Math.min(this.#lists, listDepthMax);
    const outer = this.#itemDepth;
    let startsList = this.#endsWithList(depth);
    this.#lists++;
    for (const part of definitionParts(list)) {
      if (part.name === 'dt') {
        const start = { depth, marker: '-', ...(startsList ? { startsList } : {}) };
        this.#addItem(part, [...wrappers, createDomElement('strong')], start);
        startsList = false;
        this.#itemDepth = depth;
      } else this.#readPart(part, wrappers);
      this.#flush();
    }
    this.#isDefinition = false;
    this.#lists--;
    this.#itemDepth = outer;
  }

  #readPart(part: DomElement, wrappers: readonly DomElement[]): void {
    this.#isDefinition = part.name === 'dd';
    if (this.#isDefinition) this.readChildren(part, wrappers);
    else this.#addBlock(part, wrappers);
  }

  #addTable(table: DomElement, wrappers: readonly DomElement[]): void {
    const { above, table: block, parts } = readTable(table, this.#context, this.#tables);
    for (const part of above) {
      this.readChildren(part, wrappers);
      this.#flush();
    }
    if (block) this.#push(block);
    this.#tables++;
    for (const part of parts) {
      this.readChildren(part, wrappers);
      this.#flush();
    }
    this.#tables--;
  }
}
