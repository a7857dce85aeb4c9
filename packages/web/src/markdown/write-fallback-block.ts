import type { Element, ElementContent } from 'hast';
import { collapseWhitespace } from '../page/collapse-whitespace.ts';
import { getProperty } from '../page/tree/hast.ts';
import { fenceCode } from './fence-code.ts';
import { rawTag } from './internal-tags.ts';

const blockTag =
  /^(?:p|div|section|article|main|aside|nav|header|footer|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|figure|figcaption|table|thead|tbody|tfoot|tr|caption|pre|hr|details|summary|form|fieldset|address|quern:FootnoteDefinition)$/;
/** Characters with a meaning in Markdown at any place. */
const markup = /[\\`*_[\]<>~|]/g;
/** Start of a line that Markdown reads as a heading, list item or rule. */
const blockStart = /^(?:[#+=-]|\d{1,9}[.)])/;

/**
 * Writes headings, paragraphs, flat list items, table rows, code and links in one pass, without emphasis. Used where
 * the full conversion would take too long: time and length are proportional to the size of the tree.
 */
export function writeFallbackBlock(element: Element): string {
  const writer = new FallbackWriter();
  writer.write(element);
  return writer.finish();
}

class FallbackWriter {
  readonly #blocks: string[] = [];
  #line: string[] = [];
  #prefix = '';

  finish(): string {
    this.#flush();
    return this.#blocks.join('').trim();
  }

  write(element: Element): void {
    const { tagName } = element;
    if (tagName === 'pre') {
      this.#flush();
      this.#writeCode(element);
    } else if (tagName === 'tr') {
      this.#flush();
      this.#writeRow(element);
    } else if (blockTag.test(tagName)) {
      this.#flush();
      this.#prefix = prefixOf(element) || this.#prefix;
      this.#writeChildren(element);
      this.#flush();
      this.#prefix = '';
    } else if (tagName === 'br') {
      this.#line.push(' ');
    } else if (tagName === 'img') {
      const alt = escapeText(getProperty(element, 'alt'));
      this.#line.push(`![${alt}](${escapeUrl(getProperty(element, 'src'))})`);
    } else if (tagName === rawTag) {
      for (const child of element.children) if (child.type === 'text') this.#line.push(child.value);
    } else if (tagName === 'a' && getProperty(element, 'href') !== '') {
      this.#line.push('[');
      this.#writeChildren(element);
      this.#line.push(`](${escapeUrl(getProperty(element, 'href'))})`);
    } else {
      this.#writeChildren(element);
    }
  }

  #writeChildren(element: Element): void {
    for (const child of element.children) {
      if (child.type === 'text') this.#line.push(escapeText(child.value));
      else if (child.type === 'element') this.write(child);
    }
  }

  #flush(): void {
    const text = collapseWhitespace(this.#line.join(''));
    this.#line = [];
    if (text === '') return;
    const isItem = this.#prefix === '- ';
    const continuesTable =
      this.#blocks.length > 0 && isItem && this.#blocks.at(-1)?.startsWith('- ') === true;
    if (this.#blocks.length > 0) this.#blocks.push(continuesTable ? '\n' : '\n\n');
    this.#blocks.push(this.#prefix + (this.#prefix === '' && blockStart.test(text) ? `\\${text}` : text));
    this.#prefix = '';
  }

  #writeCode(element: Element): void {
    const parts: string[] = [];
    collectText(element, parts);
    const text = parts.join('').trimEnd();
    if (this.#blocks.length > 0) this.#blocks.push('\n\n');
    this.#blocks.push(fenceCode(text));
  }

  /** Writes a row of a prepared table; the delimiter row follows the header. */
  #writeRow(row: Element): void {
    const cells: string[] = [];
    let isHeader = false;
    for (const cell of row.children) {
      if (cell.type !== 'element') continue;
      isHeader ||= cell.tagName === 'th';
      const inner = new FallbackWriter();
      inner.#writeChildren(cell);
      cells.push(inner.finish().replace(/\n+/g, ' '));
    }
    const line = `| ${cells.join(' | ')} |`;
    const continuesTable = !isHeader && this.#blocks.at(-1)?.startsWith('| ') === true;
    if (this.#blocks.length > 0) this.#blocks.push(continuesTable ? '\n' : '\n\n');
    this.#blocks.push(line);
    if (isHeader) this.#blocks.push('\n', `| ${cells.map(() => '-').join(' | ')} |`);
  }
}

function prefixOf({ tagName }: Element): string {
  if (/^h[1-6]$/.test(tagName)) return `${'#'.repeat(Number(tagName[1]))} `;
  if (tagName === 'li') return '- ';
  return tagName === 'blockquote' ? '> ' : '';
}

function collectText(node: ElementContent, parts: string[]): void {
  if (node.type === 'text') parts.push(node.value);
  else if (node.type === 'element') for (const child of node.children) collectText(child, parts);
}

function escapeText(text: string): string {
  return text.replace(markup, '\\$&').replaceAll('&', '&amp;');
}

function escapeUrl(url: string): string {
  return url
    .replace(/[\s()<>\\]/g, encodeURIComponent)
    .replace(/[()]/g, (character) => (character === '(' ? '%28' : '%29'));
}
