import { parseXml } from './parse-xml.ts';

/** Elements with hidden content: deleted or moved text, field codes, fallbacks of drawings, ruby annotations. */
const hiddenElements = new Set(['del', 'moveFrom', 'instrText', 'delText', 'Fallback', 'rubyPr', 'rt']);

/** Types of notes that only draw the line above the other notes. */
const separatorNotes = new Set(['separator', 'continuationSeparator', 'continuationNotice']);

interface Paragraph {
  text: string;
  isListItem: boolean;
  style: string;
}

/**
 * Reads the text of a WordprocessingML part (ECMA-376 part 1, section 17): paragraphs separated by blank lines, list items
 * as lines, table rows as lines with cells separated by vertical bars. A text box follows the paragraph that anchors it.
 *
 * @returns the text, and the first paragraph in the style Title, else ''
 */
export function readWordprocessingMl(xml: string): { text: string; title: string } {
  const reader = new WordprocessingMlReader();
  parseXml(xml, {
    openTag: (name, attributes) => reader.open(name, attributes),
    closeTag: (name) => reader.close(name),
    text: (text) => reader.addText(text),
  });
  return { text: reader.finish(), title: reader.title };
}

/** Collects the text of the elements. */
class WordprocessingMlReader {
  title = '';
  #blocks: string[] = [];
  #paragraphs: Paragraph[] = [];
  /** Open tables, innermost last: their finished rows of cells, and the blocks of the open cell. */
  #tables: { rows: string[][]; cell: string[] | undefined }[] = [];
  #hiddenDepth = 0;
  #textDepth = 0;
  #isAfterListItem = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#hiddenDepth > 0 || this.#isHidden(name, attributes)) {
      this.#hiddenDepth++;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    if (name === 'p') this.#paragraphs.push({ text: '', isListItem: false, style: '' });
    else if (name === 't') this.#textDepth++;
    else if (name === 'tbl') this.#tables.push({ rows: [], cell: undefined });
    else if (name === 'tr') this.#tables.at(-1)?.rows.push([]);
    else if (name === 'tc') this.#openCell();
    else if (!paragraph) return;
    else if (name === 'numPr') paragraph.isListItem = true;
    else if (name === 'pStyle') paragraph.style = attributes['val'] ?? '';
    else this.#addSpecialCharacter(paragraph, name, attributes);
  }

  close(name: string): void {
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth--;
      return;
    }
    if (name === 't') this.#textDepth--;
    else if (name === 'p') this.#closeParagraph();
    else if (name === 'tc') this.#closeCell();
    else if (name === 'tbl') this.#closeTable();
  }

  addText(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#textDepth > 0 && this.#hiddenDepth === 0 && paragraph) paragraph.text += text;
  }

  finish(): string {
    return this.#blocks.join('').trim();
  }

  #isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
    const isNote = name === 'footnote' || name === 'endnote';
    return hiddenElements.has(name) || (isNote && separatorNotes.has(attributes['type'] ?? ''));
  }

  #addSpecialCharacter(
    paragraph: Paragraph,
    name: string,
    attributes: Readonly<Record<string, string>>,
  ): void {
    if (name === 'tab' && isTabCharacter(attributes)) paragraph.text += '\t';
    else if (name === 'br' || name === 'cr') paragraph.text += '\n';
    else if (name === 'noBreakHyphen') paragraph.text += '\u2011';
    else if (name === 'sym') paragraph.text += symbolOf(attributes['char'] ?? '');
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const text = paragraph?.text.trim() ?? '';
    if (!paragraph || text === '') return;
    if (this.title === '' && /^title$/i.test(paragraph.style)) this.title = text;
    this.#addBlock(text, paragraph.isListItem || /list/i.test(paragraph.style));
  }

  #addBlock(text: string, isListItem: boolean): void {
    const cell = this.#tables.at(-1)?.cell;
    if (cell) {
      cell.push(text);
      return;
    }
    if (this.#blocks.length > 0) this.#blocks.push(isListItem && this.#isAfterListItem ? '\n' : '\n\n');
    this.#blocks.push(isListItem ? `- ${text}` : text);
    this.#isAfterListItem = isListItem;
  }

  #openCell(): void {
    const table = this.#tables.at(-1);
    if (table) table.cell = [];
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    const text = table?.cell?.join(' ').replace(/\s+/g, ' ') ?? '';
    table?.rows.at(-1)?.push(text);
    if (table) table.cell = undefined;
  }

  #closeTable(): void {
    const rows = this.#tables.pop()?.rows ?? [];
    const lines = rows
      .map((row) => row.filter((cell) => cell !== '').join(' | '))
      .filter((line) => line !== '');
    if (lines.length > 0) this.#addBlock(lines.join('\n'), false);
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
