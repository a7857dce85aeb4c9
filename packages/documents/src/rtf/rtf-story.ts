import type { ContentBlock } from '@quern/content/blocks/content-block';
import { flattenBlocks } from '@quern/content/blocks/flatten-blocks';
import { isBlank, plainText, type RichText, textOf } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { checkedBullet, checkedState, leadingCheckbox } from '../office/symbol-fonts.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import { buildEdgeTable, type EdgeCell, type EdgeRow } from '../word/edge-table.ts';
import type { RtfDefinitions } from './rtf-definitions.ts';
import type { RtfLists } from './rtf-lists.ts';
import type { RtfPictures } from './rtf-pictures.ts';
import { plainParagraph, type RtfParagraphFormat } from './rtf-state.ts';

/** Definitions and budgets that the stories of a document share. */
export interface RtfContext {
  readonly definitions: RtfDefinitions;
  readonly lists: RtfLists;
  readonly blocks: BlockBudget;
  readonly repetitions: RepetitionBudget;
  readonly pictures: RtfPictures;
}

/** A note or text box whose text is being read. */
export interface OpenStory {
  readonly kind: 'note' | 'box';
  readonly story: RtfStory;
  /** Number of open groups around it. */
  readonly depth: number;
}

/** Columns beyond this number are joined to the last one. */
const columnsMax = 256;

/** Paragraphs and tables that follow each other: the document, a note or a text box. */
export class RtfStory {
  /** The first paragraph in the style Title, else ''. */
  title = '';
  /** The open paragraph. */
  text = new RichTextBuilder();
  /** The label of the open paragraph that the file states; undefined if there is none. */
  label: string | undefined;
  readonly #context: RtfContext;
  readonly #body: BlockCollector;
  /** Blocks of the open cell. */
  #cell: BlockCollector | undefined;
  #cells: RichText[] = [];
  #firstCell: readonly ContentBlock[] = [];
  #rows: EdgeRow[] = [];
  #definitions: EdgeCell[] = [];
  #left = 0;
  #next = createDefinition();
  #itemDepth: number | undefined;
  /** Indentation of the last item whose label is part of its text, in twips; 0 for others. */
  #itemIndent = 0;

  constructor(context: RtfContext) {
    this.#context = context;
    this.#body = new BlockCollector(context.blocks);
  }

  finish(format: RtfParagraphFormat): ContentBlock[] {
    this.closeParagraph(format);
    if (this.#cell || this.#cells.length > 0) this.closeRow();
    this.#closeTable();
    return this.#body.finish();
  }

  addBlock(block: ContentBlock): void {
    (this.#cell ?? this.#body).add(block);
  }

  closeParagraph(format: RtfParagraphFormat): void {
    const { text, label } = this;
    this.text = new RichTextBuilder();
    this.label = undefined;
    if (format.isInTable) this.#cell ??= new BlockCollector(this.#context.blocks, true);
    else this.#leaveTable();
    const collector = this.#cell ?? this.#body;
    if (!text.isBlank) this.#addText(text, label, format, collector);
    else if (collector.isInCode) collector.addCode('');
  }

  closeCell(format: RtfParagraphFormat): void {
    this.#cell ??= new BlockCollector(this.#context.blocks, true);
    this.closeParagraph({ ...format, isInTable: true });
    const blocks = this.#cell.finish();
    if (this.#cells.length === 0) this.#firstCell = this.#rows.length === 0 ? blocks : [];
    if (this.#cells.length < columnsMax) this.#cells.push(flattenBlocks(blocks));
    this.#cell = undefined;
  }

  closeRow(): void {
    if (this.#cell) this.closeCell({ ...plainParagraph, isInTable: true });
    if (this.#cells.length > 0)
      this.#rows.push({
        cells: this.#cells,
        first: this.#firstCell,
        definitions: this.#definitions,
        left: this.#left,
      });
    this.#cells = [];
  }

  /** Reads a control word for the definition of a table row. @returns whether it is one */
  readRowDefinition(name: string, value: number): boolean {
    if (name === 'trowd') {
      this.#definitions = [];
      this.#next = createDefinition();
      this.#left = 0;
    } else if (name === 'trleft') this.#left = value;
    else if (name === 'cellx') this.#closeCellDefinition(value);
    else if (name === 'clmgf' || name === 'clmrg')
      this.#next.horizontal = name === 'clmgf' ? 'first' : 'continued';
    else if (name === 'clvmgf' || name === 'clvmrg')
      this.#next.vertical = name === 'clvmgf' ? 'first' : 'continued';
    else return false;
    return true;
  }

  #closeCellDefinition(right: number): void {
    if (this.#definitions.length >= columnsMax) return;
    this.#definitions.push({ ...this.#next, right });
    this.#next = createDefinition();
  }

  #leaveTable(): void {
    if (this.text.isBlank && this.#cells.length === 0 && this.#rows.length === 0) return;
    if (this.#cells.length > 0) this.closeRow();
    this.#closeTable();
  }

  #closeTable(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    this.#itemDepth = undefined;
    const [row] = rows;
    if (rows.length === 1 && row?.cells.length === 1) {
      for (const block of row.first) this.#body.add(block);
      return;
    }
    const built = buildEdgeTable(rows, this.#context.repetitions).finish();
    const [only, ...others] = built.flat();
    if (only && others.length === 0) this.#body.add({ kind: 'paragraph', content: only.content });
    else if (only) this.#body.add({ kind: 'table', rows: built });
  }

  #addText(
    text: RichTextBuilder,
    label: string | undefined,
    format: RtfParagraphFormat,
    collector: BlockCollector,
  ): void {
    const role = this.#context.definitions.roleOf(format.style, format.outlineLevel);
    if (role.isContents) return;
    const listed = this.#context.lists.itemOf(format, label, text.text);
    if (role.isTitle || role.headingLevel > 0) {
      const content = text.finish({ dropsBold: true });
      if (role.isTitle) this.title ||= textOf(content).trim();
      const shown = (label ?? '').trim();
      const prefix = /[\p{L}\p{N}]/u.test(shown) ? plainText(`${shown} `) : [];
      const level = role.isTitle ? 1 : role.headingLevel;
      collector.add({ kind: 'heading', level, content: [...prefix, ...content] });
      this.#itemDepth = undefined;
    } else if (listed && listed.item.label !== '') {
      if (listed.prefix) text.removeStart(listed.prefix);
      const depth = Math.max(listed.item.depth, role.listDepth);
      this.#itemIndent = listed.prefix ? format.leftIndent : 0;
      this.#addItem(text, { ...listed.item, depth }, collector);
    } else {
      // Without lists, further paragraphs of an item are only indented like it.
      const isContinued = listed || (format.leftIndent > 0 && format.leftIndent === this.#itemIndent);
      if (!isContinued) this.#itemDepth = undefined;
      this.#addParagraph(text, { ...role, isMonospaced: false }, collector);
    }
  }

  #addItem(
    text: RichTextBuilder,
    { depth, number, label }: { depth: number; number: number | undefined; label: string },
    collector: BlockCollector,
  ): void {
    const isChecked = checkedBullet(label) ?? checkedState(text.text);
    if (isChecked !== undefined) text.removeStart(leadingCheckbox);
    const content = text.finish();
    this.#itemDepth = depth;
    const marker = /^\d+\.$/.test(label) || isChecked !== undefined ? '-' : label;
    if (/\p{L}{3}|§/u.test(label.replace(/^[ivxlcdm]+\b/i, '')))
      collector.add({ kind: 'paragraph', content: [...plainText(`${label} `), ...content] });
    else collector.add({ kind: 'list-item', depth, number, marker, content, isChecked });
  }

  #addParagraph(
    text: RichTextBuilder,
    role: { isCode: boolean; isMonospaced: boolean; isQuote: boolean },
    collector: BlockCollector,
  ): void {
    const itemDepth = this.#itemDepth;
    if (isCodeParagraph(text, role)) {
      collector.addCode(text.text.trimEnd(), itemDepth);
      return;
    }
    const content: RichText = text.finish({ dropsCode: text.isCode });
    const [only, ...others] = content.filter((node) => node.type !== 'text' || node.value.trim() !== '');
    if (only?.type === 'image' && others.length === 0)
      collector.add({ kind: 'figure', alternativeText: only.alt, url: only.url, itemDepth });
    else if (!isBlank(content))
      collector.add({ kind: 'paragraph', content, itemDepth }, { isQuote: role.isQuote });
  }
}

function createDefinition(): EdgeCell {
  return { right: 0, horizontal: 'single', vertical: 'single' };
}
