import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import type { RichText } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';
import { headingLevelOf } from '../word/document-styles.ts';
import type { ListNumbering } from '../word/list-numbering.ts';
import { ParagraphPlacer } from '../word/paragraph-placer.ts';
import { childOf, childrenOf, pathOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { type InlineContext, readInlines } from './read-inlines.ts';

/** Definitions and state that all parts of a document share. */
export interface BodyContext extends InlineContext {
  readonly numbering: ListNumbering;
  readonly blocks: BlockBudget;
  readonly repetitions: RepetitionBudget;
}

/** Elements whose content is not read: old and deleted content, and settings. */
const ignored = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'sectPr',
  'sdtPr',
  'sdtEndPr',
  'tblPr',
  'tblGrid',
  'trPr',
  'tcPr',
]);

/** Reads paragraphs and tables in document order (ECMA-376 part 1, section 17). */
export class BodyReader {
  readonly #context: BodyContext;
  readonly #collector: BlockCollector;
  readonly #placer: ParagraphPlacer;

  constructor(context: BodyContext, isInCell = false) {
    this.#context = context;
    this.#collector = new BlockCollector(context.blocks, isInCell);
    this.#placer = new ParagraphPlacer(this.#collector, context.numbering);
  }

  /** The first paragraph in the style Title, else ''. */
  get title(): string {
    return this.#placer.title;
  }

  finish(): ContentBlock[] {
    return this.#collector.finish();
  }

  /** Reads a paragraph, a table, or a container of them. */
  read(element: XmlElement): void {
    if (element.name === 'p') this.#readParagraph(element);
    else if (element.name === 'tbl') this.#readTable(element);
    else if (!ignored.has(element.name) && !isContents(element))
      for (const child of childrenOf(element)) this.read(child);
  }

  /** Adds a table whose rows were read before. */
  addTable(rows: readonly XmlElement[]): void {
    const [row] = rows;
    const cells = row ? cellsOf(row) : [];
    const [frame] = cells;
    this.#placer.endItem();
    if (rows.length === 1 && cells.length === 1 && frame) {
      for (const child of childrenOf(frame)) this.read(child);
      return;
    }
    const table = new TableBuilder(this.#context.repetitions);
    for (const each of rows) this.readRow(each, table);
    this.addBuiltTable(table);
  }

  addBuiltTable(table: TableBuilder): void {
    const built = table.finish();
    this.#placer.endItem();
    const [only, ...others] = built.flat();
    if (only && others.length === 0) this.#collector.add({ kind: 'paragraph', content: only.content });
    else if (only) this.#collector.add({ kind: 'table', rows: built });
  }

  /** Adds the cells of a row to a table. */
  readRow(row: XmlElement, table: TableBuilder): void {
    const properties = childOf(row, 'trPr');
    if (childOf(properties, 'del')) return;
    table.openRow();
    table.skip(numberOf(childOf(properties, 'gridBefore')));
    for (const cell of cellsOf(row)) {
      const cellProperties = childOf(cell, 'tcPr');
      const columns = numberOf(childOf(cellProperties, 'gridSpan')) || 1;
      const merge = childOf(cellProperties, 'vMerge');
      const content = this.#readCell(cell);
      if (merge && merge.attributes['val'] !== 'restart') table.addContinued(content, columns);
      else if (childOf(cellProperties, 'hMerge')?.attributes['val'] === 'continue') table.addCovered();
      else table.addCell(content, columns);
    }
  }

  #readTable(table: XmlElement): void {
    this.addTable(rowsOf(table));
  }

  #readCell(cell: XmlElement): RichText {
    const reader = new BodyReader(this.#context, true);
    for (const child of childrenOf(cell)) reader.read(child);
    if (this.title === '') this.#placer.title = reader.title;
    return flattenBlocks(reader.finish());
  }

  #readParagraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, 'pPr');
    const styleId = childOf(properties, 'pStyle')?.attributes['val'] ?? '';
    const style = this.#context.styles.resolve(styleId);
    const inlines = readInlines(paragraph, this.#context);
    const list = childOf(properties, 'numPr');
    this.#placer.add({
      text: inlines.text,
      style,
      styleId,
      headingLevel: outlineLevelOf(properties),
      numberingId: childOf(list, 'numId')?.attributes['val'],
      listLevel: levelOf(childOf(list, 'ilvl')),
    });
    for (const tex of inlines.formulas) {
      if (tex !== '') this.#collector.add({ kind: 'formula', tex });
    }
    for (const block of inlines.graphics) this.#collector.add(block);
    for (const box of inlines.boxes) for (const child of childrenOf(box)) this.read(child);
  }
}

function levelOf(element: XmlElement | undefined): number | undefined {
  const value = element?.attributes['val'];
  return value === undefined ? undefined : Number(value);
}

function outlineLevelOf(properties: XmlElement | undefined): number | undefined {
  const value = childOf(properties, 'outlineLvl')?.attributes['val'];
  return value === undefined ? undefined : headingLevelOf(Number(value));
}

/** Whether a content control has the table of contents. */
function isContents(element: XmlElement): boolean {
  return element.name === 'sdt' && isContentsProperties(childOf(element, 'sdtPr'));
}

/** Whether the properties of a content control are those of the table of contents. */
export function isContentsProperties(properties: XmlElement | undefined): boolean {
  const gallery = pathOf(properties, 'docPartObj', 'docPartGallery')?.attributes['val'] ?? '';
  return /^table of contents$/i.test(gallery);
}

/** Rows and cells may be inside of content controls. */
function rowsOf(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return ignored.has(child.name) ? [] : rowsOf(child);
  });
}

function cellsOf(row: XmlElement): XmlElement[] {
  return childrenOf(row).flatMap((child) => {
    if (child.name === 'tc') return [child];
    return ignored.has(child.name) || child.name === 'p' ? [] : cellsOf(child);
  });
}

function numberOf(element: XmlElement | undefined): number {
  const number = Math.trunc(Number(element?.attributes['val']));
  return Math.max(number || 0, 0);
}
