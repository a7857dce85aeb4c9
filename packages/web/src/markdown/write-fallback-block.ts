import type { Element, ElementContent } from 'hast';
import { getProperty } from '../page/tree/hast.ts';
import { rawTag } from './internal-tags.ts';

const blockTag =
  /^(?:p|div|section|article|main|aside|nav|header|footer|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|figure|figcaption|table|thead|tbody|tfoot|tr|caption|pre|hr|details|summary|form|fieldset|address|quern:footnote-definition)$/;
/** Signs that Markdown reads as markup wherever they occur. */
const markup = /[\\`*_[\]<>~|]/g;
/** A line that would begin a heading, an item of a list or a rule. */
const blockStart = /^(?:[#+=-]|\d{1,9}[.)])/;

/**
 * Writes blocks in one pass: headings, paragraphs, items of lists on one level, rows of tables, code and links;
 * emphasis is left out. For what the full conversion would take too long for: time and length are proportional to
 * the tree, whatever its shape.
 */
export function writeFallbackBlock(element: Element): string {
  const writer = new SimpleWriter();
  writer.write(element);
  return writer.finish();
}

class SimpleWriter {
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
      this.#line.push(`![${alt}](${escapeAddress(getProperty(element, 'src'))})`);
    } else if (tagName === rawTag) {
      for (const child of element.children) if (child.type === 'text') this.#line.push(child.value);
    } else if (tagName === 'a' && getProperty(element, 'href') !== '') {
      this.#line.push('[');
      this.#writeChildren(element);
      this.#line.push(`](${escapeAddress(getProperty(element, 'href'))})`);
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
    const text = squeeze(this.#line.join(''));
    this.#line = [];
    if (text === '') return;
    const isItem = this.#prefix === '- ';
    const follows = this.#blocks.length > 0 && isItem && this.#blocks.at(-1)?.startsWith('- ') === true;
    if (this.#blocks.length > 0) this.#blocks.push(follows ? '\n' : '\n\n');
    this.#blocks.push(this.#prefix + (this.#prefix === '' && blockStart.test(text) ? `\\${text}` : text));
    this.#prefix = '';
  }

  #writeCode(element: Element): void {
    const parts: string[] = [];
    collect(element, parts);
    const text = parts.join('').trimEnd();
    let longest = 2;
    for (const run of text.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
    const fence = '`'.repeat(longest + 1);
    if (this.#blocks.length > 0) this.#blocks.push('\n\n');
    this.#blocks.push(`${fence}\n${text}\n${fence}`);
  }

  /** A row of a prepared table; the first one is followed by the line that makes it a header. */
  #writeRow(row: Element): void {
    const cells: string[] = [];
    let isHeader = false;
    for (const cell of row.children) {
      if (cell.type !== 'element') continue;
      isHeader ||= cell.tagName === 'th';
      const inner = new SimpleWriter();
      inner.#writeChildren(cell);
      cells.push(inner.finish().replace(/\n+/g, ' '));
    }
    const line = `| ${cells.join(' | ')} |`;
    const follows = !isHeader && this.#blocks.at(-1)?.startsWith('| ') === true;
    if (this.#blocks.length > 0) this.#blocks.push(follows ? '\n' : '\n\n');
    this.#blocks.push(line);
    if (isHeader) this.#blocks.push('\n', `| ${cells.map(() => '-').join(' | ')} |`);
  }
}

function prefixOf({ tagName }: Element): string {
  if (/^h[1-6]$/.test(tagName)) return `${'#'.repeat(Number(tagName[1]))} `;
  if (tagName === 'li') return '- ';
  return tagName === 'blockquote' ? '> ' : '';
}

function collect(node: ElementContent, parts: string[]): void {
  if (node.type === 'text') parts.push(node.value);
  else if (node.type === 'element') for (const child of node.children) collect(child, parts);
}

function escapeText(text: string): string {
  return text.replace(markup, '\\$&').replaceAll('&', '&amp;');
}

function escapeAddress(address: string): string {
  return address
    .replace(/[\s()<>\\]/g, encodeURIComponent)
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
