import {
  type ContentBlock,
  type FootnoteBlock,
  headingLevelMax,
  type PageBox,
} from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { isBlank, plainText, type RichText, textOf } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import { meaningfulDescription } from '../office/meaningful-description.ts';
import type { RichTextBuilder } from '../office/rich-text-builder.ts';
import { checkedBullet, checkedState, leadingCheckbox } from '../office/symbol-fonts.ts';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';
import type { DocumentPictures } from '../pictures/document-pictures.ts';
import type { PicturePlacement } from '../pictures/picture-collector.ts';
import { childOf, childrenOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { ListPlace, OdfListCounters } from './odf-list-counters.ts';
import type { OdfObjects } from './odf-objects.ts';
import type { OdfParagraphStyle, OdfStyles } from './odf-styles.ts';
import { readOdfChart } from './read-odf-chart.ts';
import { readOdfFormula } from './read-odf-formula.ts';
import { descriptionOf, isFrame, readOdfInlines, shapesOf } from './read-odf-inlines.ts';
import { readOdfRow, rowsOf } from './read-odf-table.ts';

/** Definitions and state that all parts of a document share. */
export interface OdfContext {
  readonly styles: OdfStyles;
  readonly counters: OdfListCounters;
  readonly notes: FootnoteBlock[];
  readonly blocks: BlockBudget;
  readonly pictures: DocumentPictures;
  /** Collects the picture of an image element. @returns its address; '' if it is not collected */
  readonly pictureOf: (image: XmlElement, placement: PicturePlacement) => string;
  readonly repetitions: RepetitionBudget;
  readonly objects: OdfObjects;
  /** Whether charts are read; those of a spreadsheet show its cells. */
  readonly readsCharts: boolean;
}

/** @returns the place of a shape on its page, if it is stated */
export type BoxOfShape = (shape: XmlElement) => PageBox | undefined;

/** Elements that are not read: deleted text, tables of contents and settings. */
const ignored = new Set([
  ...[
    'tracked-changes',
    'table-of-content',
    'illustration-index',
    'table-index',
    'object-index',
    'user-index',
  ],
  ...[
    'sequence-decls',
    'forms',
    'variable-decls',
    'user-field-decls',
    'annotation',
    'dde-connection-decls',
    'shapes',
  ],
  ...['alphabetical-index-source', 'bibliography-source', 'named-expressions', 'database-ranges', 'number'],
]);

/** Reads paragraphs, lists, tables and frames in document order (OpenDocument 1.3 part 3, 5). */
export class OdfBodyReader {
  /** The first paragraph in the style Title, else ''. */
  title = '';
  readonly #context: OdfContext;
  readonly #collector: BlockCollector;

  constructor(context: OdfContext, isInCell = false) {
    this.#context = context;
    this.#collector = new BlockCollector(context.blocks, isInCell);
  }

  finish(): ContentBlock[] {
    return this.#collector.finish();
  }

  /** Adds a block that is not an element. */
  add(block: ContentBlock): void {
    this.#collector.add(block);
  }

  read(element: XmlElement, place?: ListPlace): void {
    if (element.name === 'h' || element.name === 'p') this.#readParagraph(element, place);
    else if (element.name === 'list') this.#readList(element, place);
    else if (element.name === 'table') this.addTable(rowsOf(element));
    else if (isFrame(element)) this.readFrame(element);
    else if (!ignored.has(element.name)) for (const child of childrenOf(element)) this.read(child, place);
  }

  /** Adds a table. One of a single cell is a frame around text. */
  addTable(rows: readonly XmlElement[]): void {
    const [row] = rows;
    const [cell, ...others] = rows.length === 1 ? childrenOf(row) : [];
    if (cell && others.length === 0) {
      for (const child of childrenOf(cell)) this.read(child);
      return;
    }
    const table = new TableBuilder(this.#context.repetitions);
    for (const each of rows) this.readRow(each, table);
    this.addBuiltTable(table);
  }

  addBuiltTable(table: TableBuilder): void {
    const rows = table.finish();
    const [only, ...others] = rows.flat();
    if (only && others.length === 0) this.#collector.add({ kind: 'paragraph', content: only.content });
    else if (only) this.#collector.add({ kind: 'table', rows });
  }

  readRow(row: XmlElement, table: TableBuilder): void {
    readOdfRow(row, table, (cell) => this.#readCell(cell));
  }

  /**
   * Reads a frame or shape: its text box, table, image, formula or chart.
   *
   * @param boxOf the place of a shape on its page; default: unknown
   */
  readFrame(frame: XmlElement, boxOf?: BoxOfShape): void {
    for (const shape of shapesOf(frame)) {
      const text = childOf(shape, 'text-box') ?? childOf(shape, 'table');
      const formula = this.#formulaOf(shape);
      const chart = this.#chartOf(shape);
      const alternativeText = meaningfulDescription(descriptionOf(shape));
      if (text?.name === 'table') this.read(text);
      else if (text) for (const child of childrenOf(text)) this.read(child);
      else if (formula !== '') this.#collector.add({ kind: 'formula', tex: formula });
      else if (chart && chart.length > 0) for (const block of chart) this.#collector.add(block);
      else if (childrenOf(shape).some(({ name }) => name === 'p' || name === 'list'))
        for (const child of childrenOf(shape)) this.read(child);
      else this.#readImage(shape, alternativeText, boxOf);
    }
  }

  #readImage(shape: XmlElement, alternativeText: string, boxOf: BoxOfShape | undefined): void {
    const { pictures, pictureOf } = this.#context;
    const image = isDecorative(shape) ? undefined : childOf(shape, 'image');
    const isCollected = image !== undefined && addressOf(shape) === '' && pictures.areCollected;
    const url = isCollected
      ? pictureOf(image, { description: alternativeText, box: boxOf?.(shape) })
      : addressOf(shape);
    if (alternativeText !== '' || url !== '') this.#collector.add({ kind: 'figure', alternativeText, url });
    else if (image !== undefined) pictures.omit();
  }

  #formulaOf(shape: XmlElement): string {
    return readOdfFormula(this.#context.objects.rootOf(shape));
  }

  #chartOf(shape: XmlElement): ContentBlock[] | undefined {
    const { objects, repetitions, readsCharts } = this.#context;
    return readsCharts ? readOdfChart(objects.rootOf(shape), repetitions) : undefined;
  }

  #readCell(cell: XmlElement): RichText {
    const reader = new OdfBodyReader(this.#context, true);
    for (const child of childrenOf(cell)) reader.read(child);
    return flattenBlocks(reader.finish());
  }

  #noteOf(note: XmlElement): string {
    const { notes } = this.#context;
    const label = String(notes.length + 1);
    // The place is taken before the note is read, since it could have notes itself.
    notes.push({ kind: 'footnote', label, content: [] });
    const content = this.#readNote(note);
    notes[Number(label) - 1] = { kind: 'footnote', label, content };
    return label;
  }

  #readNote(note: XmlElement): RichText {
    const reader = new OdfBodyReader(this.#context);
    for (const child of childrenOf(childOf(note, 'note-body'))) reader.read(child);
    return flattenBlocks(reader.finish(), 2);
  }

  #readList(list: XmlElement, outer: ListPlace | undefined): void {
    const place = this.#context.counters.open(list, outer);
    for (const item of childrenOf(list)) {
      if (item.name !== 'list-item' && item.name !== 'list-header') continue;
      const own = { ...place, item: { isNew: item.name === 'list-item', element: item } };
      for (const child of childrenOf(item)) this.read(child, own);
    }
  }

  #readParagraph(element: XmlElement, place: ListPlace | undefined): void {
    const { styles } = this.#context;
    const style = styles.paragraph(element.attributes['style-name'] ?? '');
    if (style.isHidden) return;
    const { text, frames } = readOdfInlines(element, {
      styles,
      noteOf: (note) => this.#noteOf(note),
      formulaOf: (frame) => this.#formulaOf(frame),
    });
    const level = this.#levelOf(element, style.headingLevel);
    if (text.isBlank) {
      const isImage = frames.length > 0;
      if (!isImage && place === undefined && this.#collector.isInCode) this.#collector.addCode('');
    } else if (level > 0 || style.isTitle) this.#addHeading(text, style.isTitle ? 1 : level, element, place);
    else if (place) this.#addListed(text, place, style);
    else if (isCodeParagraph(text, style)) this.#collector.addCode(text.text.trimEnd());
    else this.#addParagraph(text, style.isQuote);
    for (const frame of frames) this.readFrame(frame);
  }

  #levelOf(element: XmlElement, styled: number | undefined): number {
    if (element.name !== 'h') return styled ?? 0;
    const level = Math.trunc(Number(element.attributes['outline-level'])) || (styled ?? 1);
    return Math.max(1, Math.min(level, headingLevelMax));
  }

  #addHeading(text: RichTextBuilder, level: number, element: XmlElement, place: ListPlace | undefined): void {
    const isTitle = this.#context.styles.paragraph(element.attributes['style-name'] ?? '').isTitle;
    const content = text.finish({ dropsBold: true });
    if (isTitle) this.title ||= textOf(content).trim();
    const label = isTitle ? '' : this.#context.counters.headingLabel(element, place);
    const numbered = label === '' ? content : [...plainText(`${label} `), ...content];
    this.#collector.add({ kind: 'heading', level, content: numbered });
  }

  #addListed(text: RichTextBuilder, place: ListPlace, { isCode, listDepth }: OdfParagraphStyle): void {
    const depth = Math.max(place.depth, listDepth);
    const item = this.#context.counters.next(place);
    if (item === undefined) {
      this.#addUnmarked(text, depth, isCode);
      return;
    }
    const { number, label } = item;
    const isChecked = checkedBullet(label) ?? checkedState(text.text);
    if (isChecked !== undefined) text.removeStart(leadingCheckbox);
    if (label === '') {
      this.#addUnmarked(text, depth, isCode);
      return;
    }
    const content = text.finish();
    if (number !== undefined && /\p{L}{3}|§/u.test(label.replace(/^[ivxlcdm]+\b/i, '')))
      this.#collector.add({ kind: 'paragraph', content: [...plainText(`${label} `), ...content] });
    else {
      const marker = /^\d+\.$/.test(label) || isChecked !== undefined ? '-' : label;
      this.#collector.add({ kind: 'list-item', depth, number, marker, content, isChecked });
    }
  }

  /** Adds a paragraph of a list that has no label; after an item it is part of it. */
  #addUnmarked(text: RichTextBuilder, depth: number, isCode: boolean): void {
    const { last } = this.#collector;
    const isInItem = this.#collector.isInCode || last?.kind === 'list-item' || last?.itemDepth !== undefined;
    const itemDepth = isInItem ? depth : undefined;
    if (isCode && !text.hasNodes) this.#collector.addCode(text.text.trimEnd(), itemDepth);
    else this.#collector.add({ kind: 'paragraph', content: text.finish(), itemDepth });
  }

  #addParagraph(text: RichTextBuilder, isQuote: boolean): void {
    const isChecked = checkedState(text.text);
    if (isChecked !== undefined) text.removeStart(leadingCheckbox);
    const content = text.finish({ dropsCode: text.isCode });
    if (isBlank(content)) return;
    const [only, ...others] = content.filter((node) => node.type !== 'text' || node.value.trim() !== '');
    if (only?.type === 'raw' && others.length === 0) {
      this.#collector.add({ kind: 'formula', tex: only.value.slice(1, -1) });
      return;
    }
    if (isChecked === undefined) this.#collector.add({ kind: 'paragraph', content }, { isQuote });
    else this.#collector.add({ kind: 'list-item', depth: 0, marker: '-', content, isChecked }, { isQuote });
  }
}

/** OpenDocument 1.4, and the extension of LibreOffice before it. */
function isDecorative({ attributes }: XmlElement): boolean {
  const names = ['decorative', 'draw:decorative', 'loext:decorative'];
  return names.some((name) => attributes[name] === 'true');
}

function addressOf(frame: XmlElement): string {
  const target = childOf(frame, 'image')?.attributes['xlink:href'] ?? '';
  return /^https?:/i.test(target) ? target : '';
}
