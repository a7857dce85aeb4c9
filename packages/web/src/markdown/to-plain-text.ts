import { attributeOf, type DomElement } from '@quern/content/dom/dom';
import { isBlock } from '@quern/content/html/elements';

/**
 * Returns the text of a tree: blocks and line breaks on separate lines, paragraphs and headings between blank
 * lines, table cells separated by tabs, and white space collapsed except in `pre`. Images are represented by their
 * alternative text.
 */
export function toPlainText(root: DomElement): string {
  const writer = new PlainTextWriter();
  writer.write(root);
  return writer.toString();
}

/** Elements that a blank line separates from their surroundings. */
const paragraphTag = /^(?:p|h[1-6]|blockquote|pre|ul|ol|dl|table|figure|hr)$/;

class PlainTextWriter {
  readonly #parts: string[] = [];
  /** Line breaks to write before the next text. */
  #breaks = 0;
  #needsSpace = false;
  #preDepth = 0;

  write(element: DomElement): void {
    const { name } = element;
    if (name === 'br') this.#requestBreaks(1);
    else if (name === 'img') this.#addText(attributeOf(element, 'alt'));
    else this.#writeChildren(element);
  }

  toString(): string {
    const lines = this.#parts.join('').split('\n');
    return lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
  }

  #writeChildren(element: DomElement): void {
    const { name } = element;
    const breaks = breaksAround(element);
    this.#requestBreaks(breaks);
    if (name === 'pre') this.#preDepth++;
    for (const child of element.children) {
      if (child.kind === 'element') this.write(child);
      else this.#addText(child.value);
    }
    if (name === 'pre') this.#preDepth--;
    if (/^t[dh]$/.test(name)) this.#addCellEnd();
    this.#requestBreaks(breaks);
  }

  #requestBreaks(count: number): void {
    if (count === 0 || this.#parts.length === 0) return;
    this.#breaks = Math.max(this.#breaks, count);
    this.#needsSpace = false;
  }

  #addCellEnd(): void {
    if (this.#breaks > 0) return;
    this.#parts.push('\t');
    this.#needsSpace = false;
  }

  #addText(value: string): void {
    if (this.#preDepth > 0) {
      this.#push(value);
      return;
    }
    const text = value.replace(/\s+/g, ' ').trim();
    if (text === '') {
      this.#needsSpace ||= value !== '' && this.#breaks === 0;
      return;
    }
    const isSeparated = this.#needsSpace || /^\s/.test(value);
    const last = this.#parts.at(-1);
    const isLineStart = this.#breaks > 0 || last === undefined || /[\n\t]$/.test(last);
    this.#push(isSeparated && !isLineStart ? ` ${text}` : text);
    this.#needsSpace = /\s$/.test(value);
  }

  #push(text: string): void {
    if (text === '') return;
    if (this.#breaks > 0) this.#parts.push('\n'.repeat(this.#breaks));
    this.#breaks = 0;
    this.#parts.push(text);
  }
}

function breaksAround(element: DomElement): number {
  if (paragraphTag.test(element.name)) return 2;
  return isBlock(element) && !/^t[dh]$/.test(element.name) ? 1 : 0;
}
