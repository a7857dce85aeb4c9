import type { ContentBlock } from '@quern/content/blocks/content-block';
import { isBlank, plainText, type RichText, textOf } from '@quern/content/blocks/rich-text';
import { type BlockBudget, BlockCollector } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { checkedBullet, checkedState, leadingCheckbox } from '../office/symbol-fonts.ts';
import type { RepetitionBudget } from '../office/table-builder.ts';
import { RowDefinition } from './row-definition.ts';
import type { RtfDefinitions } from './rtf-definitions.ts';
import type { RtfLists } from './rtf-lists.ts';
import type { RtfObjects } from './rtf-objects.ts';
import type { RtfPictures } from './rtf-pictures.ts';
import type { RtfParagraphFormat } from './rtf-state.ts';
import { RtfTable } from './rtf-table.ts';

/** Definitions and budgets that the stories of a document share. */
export interface RtfContext {
  readonly definitions: RtfDefinitions;
  readonly lists: RtfLists;
  readonly blocks: BlockBudget;
  readonly repetitions: RepetitionBudget;
  readonly pictures: RtfPictures;
  readonly objects: RtfObjects;
}

/** Tables in more tables are part of the innermost one. */
const tableDepthMax = 16;

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
  /** The open table, and those in its open cell. */
  readonly #tables: RtfTable[] = [];
  /** Blocks after the open paragraph. */
  readonly #after: ContentBlock[] = [];
  readonly #row = new RowDefinition();
  /** That of tables in tables. */
  readonly #innerRow = new RowDefinition();
  #itemDepth: number | undefined;
  /** Indentation of the last item whose label is part of its text, in twips; 0 for others. */
  #itemIndent = 0;

  constructor(context: RtfContext) {
    this.#context = context;
    this.#body = new BlockCollector(context.blocks);
  }

  finish(format: RtfParagraphFormat): ContentBlock[] {
    this.closeParagraph(format);
    this.#closeTables(0);
    return this.#body.finish();
  }

  addBlock(block: ContentBlock): void {
    const table = this.#tables.at(-1);
    (table?.hasOpenCell ? table.cell : this.#body).add(block);
  }

  /** Adds a block after the open paragraph. */
  addAfter(block: ContentBlock): void {
    this.#after.push(block);
  }

  closeParagraph(format: RtfParagraphFormat): void {
    this.#placeParagraph(format, format.isInTable ? Math.max(1, format.nesting) : 0);
  }

  /** @param isInner whether it is one of a table in a table */
  closeCell(format: RtfParagraphFormat, isInner = false): void {
    this.#placeParagraph(format, isInner ? Math.max(2, format.nesting) : 1);
    this.#tables.at(-1)?.closeCell();
  }

  /** @param isInner whether it is one of a table in a table */
  closeRow(isInner = false): void {
    if (!isInner) this.#closeTables(1);
    else if (this.#tables.length < 2) return;
    this.#tables.at(-1)?.closeRow(isInner ? this.#innerRow : this.#row);
  }

  /** Reads a control word for the definition of a table row. @returns whether it is one */
  readRowDefinition(name: string, value: number, isInner: boolean): boolean {
    return (isInner ? this.#innerRow : this.#row).read(name, value);
  }

  /** @param depth number of tables around the paragraph */
  #placeParagraph(format: RtfParagraphFormat, depth: number): void {
    const { text, label } = this;
    this.text = new RichTextBuilder();
    this.label = undefined;
    const tableDepth = Math.min(depth, tableDepthMax);
    this.#closeTables(tableDepth);
    while (this.#tables.length < tableDepth) this.#tables.push(new RtfTable(this.#context));
    const collector = this.#tables.at(-1)?.cell ?? this.#body;
    if (!text.isBlank) this.#addText(text, label, format, collector);
    else if (collector.isInCode) collector.addCode('');
    for (const block of this.#after.splice(0)) collector.add(block);
  }

  /** Closes the tables inside of others. @param depth number of tables that stay open */
  #closeTables(depth: number): void {
    while (this.#tables.length > depth) {
      const closed = this.#tables.pop();
      this.#itemDepth = undefined;
      const collector = this.#tables.at(-1)?.cell ?? this.#body;
      const definition = this.#tables.length === 0 ? this.#row : this.#innerRow;
      for (const block of closed?.finish(definition) ?? []) collector.add(block);
    }
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
      const isChecked = listed ? undefined : checkedState(text.text);
      if (isChecked !== undefined) {
        text.removeStart(leadingCheckbox);
        collector.add({ kind: 'list-item', depth: 0, marker: '-', content: text.finish(), isChecked });
      } else this.#addParagraph(text, { ...role, isMonospaced: false }, collector);
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
    else if (only?.type === 'raw' && others.length === 0)
      collector.add({ kind: 'formula', tex: only.value.slice(1, -1) });
    else if (!isBlank(content))
      collector.add({ kind: 'paragraph', content, itemDepth }, { isQuote: role.isQuote });
  }
}
