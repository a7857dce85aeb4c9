import { isBlank, plainText, type RichText, textOf } from '@quern/content/blocks/rich-text';
import type { BlockCollector, BlockPlacement } from '../office/block-collector.ts';
import { isCodeParagraph } from '../office/code-paragraph.ts';
import type { RichTextBuilder } from '../office/rich-text-builder.ts';
import { checkedBullet, checkedState, leadingCheckbox } from '../office/symbol-fonts.ts';
import { clampDepth, type ParagraphStyle } from './document-styles.ts';
import type { ListLabel, ListNumbering } from './list-numbering.ts';

/** A paragraph of a word processor's document. */
export interface StyledParagraph {
  readonly text: RichTextBuilder;
  readonly style: ParagraphStyle;
  readonly styleId: string;
  /** Level of a heading that the paragraph itself states; 0 for body text, undefined for that of its style. */
  readonly headingLevel?: number | undefined;
  /** Id of the numbering that the paragraph itself states; `0` removes it from the list of its style. */
  readonly numberingId?: string | undefined;
  /** Level of the list that the paragraph itself states. */
  readonly listLevel?: number | undefined;
}

interface ListItem extends ListLabel {
  readonly depth: number;
}

/** Makes paragraphs blocks by their styles and lists: headings, items, code, quotations and other text. */
export class ParagraphPlacer {
  /** The first paragraph in the style Title, else ''. */
  title = '';
  readonly #collector: BlockCollector;
  readonly #numbering: ListNumbering;
  /** Depth of the last list item, as long as the paragraphs after it may belong to it. */
  #itemDepth: number | undefined;

  constructor(collector: BlockCollector, numbering: ListNumbering) {
    this.#collector = collector;
    this.#numbering = numbering;
  }

  /** Another block ends the last list item. */
  endItem(): void {
    this.#itemDepth = undefined;
  }

  /** Adds a formula that is a paragraph. */
  addFormula(tex: string): void {
    this.#itemDepth = undefined;
    this.#collector.add({ kind: 'formula', tex });
  }

  add(paragraph: StyledParagraph): void {
    const { text, style, headingLevel } = paragraph;
    const level = style.isTitle ? 1 : (headingLevel ?? style.headingLevel ?? 0);
    if (text.isBlank) {
      if (this.#collector.isInCode) this.#collector.addCode('');
      return;
    }
    if (style.isContents) return;
    if (level > 0) this.#addHeading(paragraph, level);
    else this.#addBodyText(paragraph);
  }

  #addHeading(paragraph: StyledParagraph, level: number): void {
    this.#itemDepth = undefined;
    const content = paragraph.text.finish({ dropsBold: true });
    const label = this.#labelOf(paragraph)?.label ?? '';
    const numbered = label === '' || label === '-' ? content : [...plainText(`${label} `), ...content];
    if (this.title === '' && paragraph.style.isTitle) this.title = textOf(content).trim();
    this.#collector.add({ kind: 'heading', level, content: numbered });
  }

  #addBodyText(paragraph: StyledParagraph): void {
    const { text, style } = paragraph;
    const item = this.#labelOf(paragraph);
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
  #labelOf({ style, styleId, numberingId, listLevel }: StyledParagraph): ListItem | undefined {
    const { list } = style;
    const id = numberingId ?? list?.numberingId;
    // The id 0 removes a paragraph from the list of its style.
    if (id === '0' || (id === undefined && !list)) return undefined;
    const level = clampDepth(listLevel ?? list?.level ?? this.#numbering.depthOf(id ?? '', styleId) ?? 0);
    const depth = Math.max(level, list?.depth ?? 0);
    if (id === undefined && list?.isOrdered) {
      const number = this.#numbering.count('style', depth);
      return { depth, number, label: `${number}.` };
    }
    return { depth, ...this.#numbering.next(id ?? '', level) };
  }
}
