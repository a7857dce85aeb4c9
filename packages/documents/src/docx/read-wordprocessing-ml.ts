import type { DocumentBlock } from '../model/document-block.ts';
import { plainText } from '../model/rich-text.ts';
import { writeText } from '../write/write-text.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { clampDepth, type DocumentStyles, headingLevelOf } from './document-styles.ts';
import type { ListNumbering } from './list-numbering.ts';
import { RepetitionBudget, TableBuilder } from './table-builder.ts';

/** Elements with hidden content: deleted or moved text, former properties, field codes, fallbacks of drawings, ruby. */
const hiddenElements = new Set([
  ...['del', 'moveFrom', 'instrText', 'delText', 'pPrChange', 'tcPrChange'],
  ...['Fallback', 'rubyPr', 'rt'],
]);

/** Types of notes that only draw the line above the other notes. */
const separatorNotes = new Set(['separator', 'continuationSeparator', 'continuationNotice']);

/** An open paragraph. Its own properties take precedence over those of its style. */
interface Paragraph {
  text: string;
  style: string;
  outlineLevel?: number;
  numberingId?: string;
  depth?: number;
}

/** Definitions that paragraphs refer to. */
export interface WordprocessingMlContext {
  readonly styles: DocumentStyles;
  readonly numbering: ListNumbering;
}

/**
 * Reads a WordprocessingML part (ECMA-376 part 1, section 17). A text box follows the paragraph that anchors it, and a
 * table in a table becomes text of its cell.
 *
 * @returns the blocks, and the first paragraph in the style Title, else ''
 */
export function readWordprocessingMl(
  xml: string,
  context: WordprocessingMlContext,
): { blocks: DocumentBlock[]; title: string } {
  const reader = new WordprocessingMlReader(context, new RepetitionBudget(xml.length));
  parseXml(xml, {
    openTag: (name, attributes) => reader.open(name, attributes),
    closeTag: (name) => reader.close(name),
    text: (text) => reader.addText(text),
  });
  return { blocks: reader.blocks, title: reader.title };
}

/** Collects the blocks of the elements. */
class WordprocessingMlReader {
  readonly blocks: DocumentBlock[] = [];
  title = '';
  readonly #context: WordprocessingMlContext;
  readonly #repetitions: RepetitionBudget;
  #paragraphs: Paragraph[] = [];
  /** Open tables, innermost last. */
  #tables: TableBuilder[] = [];
  #hiddenDepth = 0;
  #textDepth = 0;

  constructor(context: WordprocessingMlContext, repetitions: RepetitionBudget) {
    this.#context = context;
    this.#repetitions = repetitions;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#hiddenDepth > 0 || this.#isHidden(name, attributes)) {
      this.#hiddenDepth++;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    if (name === 'p') this.#paragraphs.push({ text: '', style: '' });
    else if (name === 't') this.#textDepth++;
    else if (name === 'tbl') this.#tables.push(new TableBuilder(this.#repetitions));
    else if (!this.#openInTable(name, attributes) && paragraph)
      this.#openInParagraph(paragraph, name, attributes);
  }

  close(name: string): void {
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth--;
      return;
    }
    if (name === 't') this.#textDepth--;
    else if (name === 'p') this.#closeParagraph();
    else if (name === 'tc') this.#tables.at(-1)?.closeCell();
    else if (name === 'tbl') this.#closeTable();
  }

  addText(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#textDepth > 0 && this.#hiddenDepth === 0 && paragraph) paragraph.text += text;
  }

  #isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
    const isNote = name === 'footnote' || name === 'endnote';
    return hiddenElements.has(name) || (isNote && separatorNotes.has(attributes['type'] ?? ''));
  }

  /** @returns whether the element is part of a table's structure */
  #openInTable(name: string, attributes: Readonly<Record<string, string>>): boolean {
    const table = this.#tables.at(-1);
    if (name === 'tr') table?.openRow();
    else if (name === 'tc') table?.openCell();
    else if (name === 'gridSpan') table?.setColumns(attributes['val'] ?? '');
    else if (name === 'vMerge') table?.setVerticalMerge(attributes['val']);
    else return false;
    return true;
  }

  #openInParagraph(paragraph: Paragraph, name: string, attributes: Readonly<Record<string, string>>): void {
    const value = attributes['val'] ?? '';
    if (name === 'pStyle') paragraph.style = value;
    else if (name === 'outlineLvl') paragraph.outlineLevel = Number(value);
    else if (name === 'numId') paragraph.numberingId = value;
    else if (name === 'ilvl') paragraph.depth = Number(value);
    else if (name === 'tab' && isTabCharacter(attributes)) paragraph.text += '\t';
    else if (name === 'br' || name === 'cr') paragraph.text += '\n';
    else if (name === 'noBreakHyphen') paragraph.text += '\u2011';
    else if (name === 'sym') paragraph.text += symbolOf(attributes['char'] ?? '');
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const text = paragraph?.text.trim() ?? '';
    if (!paragraph || text === '') return;
    const style = this.#context.styles.resolve(paragraph.style);
    if (this.title === '' && style.isTitle) this.title = text;
    const table = this.#tables.at(-1);
    if (table?.isInCell) {
      table.addText(text);
      return;
    }
    const level = style.isTitle ? 1 : (headingLevelOf(paragraph.outlineLevel) ?? style.headingLevel ?? 0);
    if (level > 0) this.blocks.push({ kind: 'heading', level, content: plainText(text) });
    else this.blocks.push(this.#listItem(paragraph, text) ?? { kind: 'paragraph', content: plainText(text) });
  }

  #listItem(paragraph: Paragraph, text: string): DocumentBlock | undefined {
    const { list } = this.#context.styles.resolve(paragraph.style);
    const id = paragraph.numberingId ?? list?.numberingId;
    // The id 0 removes a paragraph from the list of its style.
    if (paragraph.numberingId === '0' || (id === undefined && !list)) return undefined;
    const depth = clampDepth(paragraph.depth ?? list?.depth ?? 0);
    const { numbering } = this.#context;
    const number =
      id === undefined && list?.isOrdered ? numbering.count('style', depth) : numbering.next(id ?? '', depth);
    const isAdjacent = this.blocks.at(-1)?.kind === 'list-item';
    return { kind: 'list-item', depth, number, marker: '-', content: plainText(text), isAdjacent };
  }

  #closeTable(): void {
    const rows = this.#tables.pop()?.finish() ?? [];
    if (rows.length === 0) return;
    const [only, ...others] = rows.flat();
    const outer = this.#tables.at(-1);
    if (outer?.isInCell) outer.addText(writeText([{ kind: 'table', rows }]));
    else if (only && others.length === 0) this.blocks.push({ kind: 'paragraph', content: only.content });
    else this.blocks.push({ kind: 'table', rows });
  }
}

/** A `tab` with a position defines a tab stop instead. */
function isTabCharacter(attributes: Readonly<Record<string, string>>): boolean {
  return attributes['pos'] === undefined;
}

/** Codes in the private use area have a meaning only in their symbol font and are left out; others are Unicode. */
function symbolOf(hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16);
  return code > 0x20 && code < 0xd800 ? String.fromCharCode(code) : '';
}
