import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { isBlank, plainText, type RichText, textOf } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector, type BlockPlacement } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import { checkedBullet, checkedState, leadingCheckbox } from '../office/symbol-fonts.ts';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';
import { childOf, childrenOf, pathOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { clampDepth, headingLevelOf, type ParagraphStyle } from './document-styles.ts';
import type { ListLabel, ListNumbering } from './list-numbering.ts';
import { type InlineContext, type ParagraphInlines, readInlines } from './read-inlines.ts';

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
  /** The first paragraph in the style Title, else ''. */
  title = '';
  readonly #context: BodyContext;
  readonly #collector: BlockCollector;
  /** Depth of the last list item, as long as the paragraphs after it may belong to it. */
  #itemDepth: number | undefined;

  constructor(context: BodyContext, isInCell = false) {
    this.#context = context;
    this.#collector = new BlockCollector(context.blocks, isInCell);
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
    this.#itemDepth = undefined;
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
    this.#itemDepth = undefined;
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
    if (this.title === '') this.title = reader.title;
    return flattenBlocks(reader.finish());
  }

  #readParagraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, 'pPr');
    const styleId = childOf(properties, 'pStyle')?.attributes['val'] ?? '';
    const style = this.#context.styles.resolve(styleId);
    const inlines = readInlines(paragraph, this.#context);
    this.#addText(inlines, style, properties, styleId);
    for (const tex of inlines.formulas) {
      if (tex !== '') this.#collector.add({ kind: 'formula', tex });
    }
    for (const block of inlines.graphics) this.#collector.add(block);
    for (const box of inlines.boxes) for (const child of childrenOf(box)) this.read(child);
  }

  #addText(
    { text }: ParagraphInlines,
    style: ParagraphStyle,
    properties: XmlElement | undefined,
    styleId: string,
  ): void {
    const level = style.isTitle ? 1 : (outlineLevelOf(properties) ?? style.headingLevel ?? 0);
    if (text.isBlank) {
      if (this.#collector.isInCode) this.#collector.addCode('');
      return;
    }
    if (style.isContents) return;
    if (level > 0) this.#addHeading(text.finish({ dropsBold: true }), level, style, properties, styleId);
    else this.#addBodyText(text, style, properties, styleId);
  }

  #addHeading(
    content: RichText,
    level: number,
    style: ParagraphStyle,
    properties: XmlElement | undefined,
    styleId: string,
  ): void {
    this.#itemDepth = undefined;
    const label = this.#labelOf(style, properties, styleId)?.label ?? '';
    const numbered = label === '' || label === '-' ? content : [...plainText(`${label} `), ...content];
    if (this.title === '' && style.isTitle) this.title = textOf(content).trim();
    this.#collector.add({ kind: 'heading', level, content: numbered });
  }

  #addBodyText(
    text: ParagraphInlines['text'],
    style: ParagraphStyle,
    properties: XmlElement | undefined,
    styleId: string,
  ): void {
    const item = this.#labelOf(style, properties, styleId);
    const isUnmarked = item === undefined || item.label === '';
    if (isUnmarked && isCodeParagraph(text, style)) {
      if (item === undefined) this.#itemDepth = undefined;
      this.#collector.addCode(text.text.trimEnd(), this.#itemDepth);
      return;
    }
    const isChecked = checkedBullet(item?.label ?? '') ?? checkedState(text.text);
    if (isChecked !== undefined) text.removeStart(leadingCheckbox);
    const content = text.finish({ dropsCode: item === undefined && text.isCode });
    const place: BlockPlacement = { isQuote: style.isQuote };
    if (item !== undefined && item.label !== '') this.#addItem(content, item, isChecked, place);
    else if (isChecked !== undefined)
      this.#collector.add({ kind: 'list-item', depth: 0, marker: '-', content, isChecked }, place);
    else this.#addParagraph(content, item !== undefined || style.isContinuation, place);
  }

  #addItem(content: RichText, item: ListItem, isChecked: boolean | undefined, place: BlockPlacement): void {
    const { depth, number, label } = item;
    if (number !== undefined && /[\p{L}§]{3}|§/u.test(label.replace(/^[ivxlcdm]+\b/i, ''))) {
      this.#addParagraph([...plainText(`${label} `), ...content], false, place);
      return;
    }
    this.#itemDepth = depth;
    const marker = /^\d+\.$/.test(label) || isChecked !== undefined ? '-' : label;
    this.#collector.add({ kind: 'list-item', depth, number, marker, content, isChecked }, place);
  }

  /** @param continuesItem whether it is part of the list item before, if there is one */
  #addParagraph(content: RichText, continuesItem: boolean, place: BlockPlacement): void {
    if (!continuesItem) this.#itemDepth = undefined;
    const itemDepth = this.#itemDepth;
    const [only, ...others] = content.filter((node) => node.type !== 'text' || node.value.trim() !== '');
    if (only?.type === 'image' && others.length === 0)
      this.#collector.add({ kind: 'figure', alternativeText: only.alt, url: only.url, itemDepth }, place);
    else if (!isBlank(content)) this.#collector.add({ kind: 'paragraph', content, itemDepth }, place);
  }

  /** @returns the list item that a paragraph is; undefined for other text */
  #labelOf(style: ParagraphStyle, properties: XmlElement | undefined, styleId: string): ListItem | undefined {
    const own = childOf(properties, 'numPr');
    const ownId = childOf(own, 'numId')?.attributes['val'];
    const { list } = style;
    const id = ownId ?? list?.numberingId;
    // The id 0 removes a paragraph from the list of its style.
    if (id === '0' || (id === undefined && !list)) return undefined;
    const { numbering } = this.#context;
    const stated = childOf(own, 'ilvl')?.attributes['val'];
    const level = clampDepth(Number(stated ?? list?.level ?? numbering.depthOf(id ?? '', styleId) ?? 0));
    const depth = Math.max(level, list?.depth ?? 0);
    if (id === undefined && list?.isOrdered) {
      const number = numbering.count('style', depth);
      return { depth, number, label: `${number}.` };
    }
    return { depth, ...numbering.next(id ?? '', level) };
  }
}

interface ListItem extends ListLabel {
  readonly depth: number;
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
