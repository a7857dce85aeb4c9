import { parseXml } from './parse-xml.ts';

/** Elements whose content is not shown: deleted or moved text, field codes, the older copy of a drawing. */
const hiddenElements = new Set(['del', 'moveFrom', 'instrText', 'delText', 'Fallback', 'rubyPr', 'rt']);

/** Notes that only draw the line above the others. */
const separatorNotes = new Set(['separator', 'continuationSeparator', 'continuationNotice']);

interface Paragraph {
  text: string;
  isItem: boolean;
  style: string;
}

/**
 * The text of a WordprocessingML part (ECMA-376 part 1, 17): paragraphs set apart by blank lines, items of lists
 * as lines, rows of tables as lines with their cells between bars. A text box stands after the paragraph it
 * is anchored in.
 */
export function readWordprocessingMl(xml: string): { text: string; title: string } {
  const writer = new WordWriter();
  parseXml(xml, {
    openTag: (name, attributes) => writer.open(name, attributes),
    closeTag: (name) => writer.close(name),
    text: (text) => writer.addText(text),
  });
  return { text: writer.finish(), title: writer.title };
}

class WordWriter {
  title = '';
  #blocks: string[] = [];
  #paragraphs: Paragraph[] = [];
  /** Tables being read, innermost last: rows of cells of lines. */
  #tables: { rows: string[][]; cell: string[] | undefined }[] = [];
  #hiddenDepth = 0;
  #textDepth = 0;
  #lastWasItem = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#hiddenDepth > 0 || this.#isHidden(name, attributes)) {
      this.#hiddenDepth++;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    if (name === 'p') this.#paragraphs.push({ text: '', isItem: false, style: '' });
    else if (name === 't') this.#textDepth++;
    else if (name === 'tbl') this.#tables.push({ rows: [], cell: undefined });
    else if (name === 'tr') this.#tables.at(-1)?.rows.push([]);
    else if (name === 'tc') this.#openCell();
    else if (!paragraph) return;
    else if (name === 'numPr') paragraph.isItem = true;
    else if (name === 'pStyle') paragraph.style = attributes['val'] ?? '';
    else this.#addSign(paragraph, name, attributes);
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

  #addSign(paragraph: Paragraph, name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'tab' && this.#isRun(attributes)) paragraph.text += '\t';
    else if (name === 'br' || name === 'cr') paragraph.text += '\n';
    else if (name === 'noBreakHyphen') paragraph.text += '\u2011';
    else if (name === 'checked' || name === 'checkBox') return;
    else if (name === 'sym') paragraph.text += symbolOf(attributes['char'] ?? '');
  }

  /** A `tab` with a position defines a tab stop and is not one. */
  #isRun(attributes: Readonly<Record<string, string>>): boolean {
    return attributes['pos'] === undefined;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const text = paragraph?.text.trim() ?? '';
    if (!paragraph || text === '') return;
    if (this.title === '' && /^title$/i.test(paragraph.style)) this.title = text;
    this.#addBlock(text, paragraph.isItem || /list/i.test(paragraph.style));
  }

  #addBlock(text: string, isItem: boolean): void {
    const cell = this.#tables.at(-1)?.cell;
    if (cell) {
      cell.push(text);
      return;
    }
    if (this.#blocks.length > 0) this.#blocks.push(isItem && this.#lastWasItem ? '\n' : '\n\n');
    this.#blocks.push(isItem ? `- ${text}` : text);
    this.#lastWasItem = isItem;
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

/** Symbol fonts lie in the private use area, where their code tells nothing; others are Unicode. */
function symbolOf(hexadecimal: string): string {
  const code = Number.parseInt(hexadecimal, 16);
  return code > 0x20 && code < 0xd800 ? String.fromCharCode(code) : '';
}
