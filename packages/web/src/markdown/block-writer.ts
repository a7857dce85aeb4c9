import { attributeOf, type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { fenceCode } from '@quern/content/markdown/blocks/fence-code';
import {
  joinItems,
  type ListKind,
  type WrittenBlock,
  writeItem,
} from '@quern/content/markdown/blocks/write-list';
import { writeCell, writeHeadingText, writeParagraphs } from '@quern/content/markdown/inline/write-inline';
import { readInline } from './read-inline.ts';
import { findElementsWithBlocks, isBlockElement } from './tree/block-tags.ts';
import { footnoteDefinitionTag } from './tree/internal-tags.ts';

/** Class names of items of a task list, or of their checkboxes. */
const taskClass = /(?:^|[\s_-])(?:task|to-?do|check-?list)/i;
/** A paragraph that consists of one image, which may be a link. */
const imageOnly = /^(?:\[!\[[^\]]*\]\(\S+\)\]\(\S+\)|!\[[^\]]*\]\(\S+\))$/;
/** Inline elements around blocks that have a meaning for the text inside. */
const wrapperTag = /^(?:a|b|strong|em|i|u|mark|del|s|strike)$/;

/**
 * Writes a prepared tree (`toMarkdownTree`) as GitHub-flavored Markdown (https://github.github.com/gfm/), in time and
 * memory proportional to its size.
 */
export function writeBlocks(root: DomElement): string {
  const blocks = new BlockWriter(findElementsWithBlocks(root), new Set()).write(root.children, []);
  return blocks.map((block) => block.text).join('\n\n');
}

/** Inline content that is not written yet, and the inline elements that surround it outside its block. */
interface InlineRun {
  readonly nodes: DomNode[];
  readonly wrappers: readonly DomElement[];
}

/** Writes the blocks of one container: the page, a quote, a list item or a footnote. */
class BlockWriter {
  readonly #withBlocks: ReadonlySet<DomElement>;
  readonly #images: Set<string>;
  readonly #blocks: WrittenBlock[] = [];
  #runs: InlineRun[] = [];

  /**
   * @param withBlocks elements that have a block among their descendants
   * @param images images of the page that are paragraphs; those that galleries and sliders repeat are left out
   */
  constructor(withBlocks: ReadonlySet<DomElement>, images: Set<string>) {
    this.#withBlocks = withBlocks;
    this.#images = images;
  }

  /** @param wrappers inline elements around the container, such as a link around a whole card */
  write(children: readonly DomNode[], wrappers: readonly DomElement[]): readonly WrittenBlock[] {
    this.#addChildren(children, wrappers);
    this.#flush();
    return this.#blocks;
  }

  #addChildren(children: readonly DomNode[], wrappers: readonly DomElement[]): void {
    for (const child of children) {
      if (child.kind !== 'element') {
        if (child.kind === 'text') this.#addInline(child, wrappers);
      } else if (isBlockElement(child)) {
        this.#flush();
        this.#addBlock(child, wrappers);
        this.#flush();
      } else if (this.#withBlocks.has(child)) {
        const inner = wrapperTag.test(child.name) ? [...wrappers, { ...child, children: [] }] : wrappers;
        this.#addChildren(child.children, inner);
      } else this.#addInline(child, wrappers);
    }
  }

  #addInline(node: DomNode, wrappers: readonly DomElement[]): void {
    const last = this.#runs.at(-1);
    if (last?.wrappers === wrappers) last.nodes.push(node);
    else this.#runs.push({ nodes: [node], wrappers });
  }

  #takeRuns(): DomNode[] {
    const nodes = this.#runs.flatMap(({ nodes: inside, wrappers }) => wrap(inside, wrappers));
    this.#runs = [];
    return nodes;
  }

  #flush(): void {
    if (this.#runs.length === 0) return;
    for (const text of writeParagraphs(readInline(this.#takeRuns()))) {
      if (!this.#isRepeatedImage(text)) this.#blocks.push({ kind: 'paragraph', text });
    }
  }

  #isRepeatedImage(paragraph: string): boolean {
    if (!imageOnly.test(paragraph)) return false;
    const isRepeated = this.#images.has(paragraph);
    this.#images.add(paragraph);
    return isRepeated;
  }

  #addBlock(element: DomElement, wrappers: readonly DomElement[]): void {
    const { name, children } = element;
    if (/^h[1-6]$/.test(name)) {
      const text = writeHeadingText(readInline(wrap(children, wrappers)));
      if (text !== '') this.#push('heading', `${'#'.repeat(Number(name[1]))} ${text}`);
    } else if (name === 'hr') this.#push('rule', '---');
    else if (name === 'pre') this.#addCode(element);
    else if (name === 'blockquote') {
      const quoted = joinBlocks(this.#writeInside(children, wrappers));
      if (quoted !== '') this.#push('quote', writeQuote(quoted));
    } else if (/^(?:ul|ol|menu|dir)$/.test(name)) this.#addList(element, wrappers);
    else if (name === 'li') this.#addList({ ...element, name: 'ul', children: [element] }, wrappers);
    else if (name === 'table') this.#addTable(element, wrappers);
    else if (name === footnoteDefinitionTag) {
      const text = joinBlocks(this.#writeInside(children, wrappers)).replace(/\n(?=[^\n])/g, '\n    ');
      if (text !== '') this.#push('footnote', `[^${attributeOf(element, 'identifier')}]: ${text}`);
    } else this.#addChildren(children, wrappers);
  }

  #push(kind: WrittenBlock['kind'], text: string): void {
    this.#blocks.push({ kind, text });
  }

  #writeInside(children: readonly DomNode[], wrappers: readonly DomElement[]): readonly WrittenBlock[] {
    return new BlockWriter(this.#withBlocks, this.#images).write(children, wrappers);
  }

  #addCode(element: DomElement): void {
    const language = /(?:^|\s)language-(\S+)/.exec(
      element.children[0]?.kind === 'element' ? attributeOf(element.children[0], 'class') : '',
    )?.[1];
    const text = domText(element);
    if (text !== '') this.#push('code', fenceCode(text, language));
  }

  #addList(element: DomElement, wrappers: readonly DomElement[]): void {
    const kind: ListKind = element.name === 'ol' ? 'ordered' : 'bullet';
    const last = this.#blocks.at(-1);
    // Markdown would join two adjacent lists with the same markers.
    const isAlternate = last?.kind === kind && !last.isAlternate;
    let number = Number.parseInt(attributeOf(element, 'start'), 10);
    if (!(number >= 0 && number < 1e9)) number = 1;
    const items = element.children.flatMap((child) => {
      if (child.kind !== 'element') return [];
      const blocks = this.#writeInside(child.name === 'li' ? child.children : [child], wrappers);
      const marker = kind === 'ordered' ? `${number}${isAlternate ? ')' : '.'}` : isAlternate ? '*' : '-';
      const text = writeItem(marker, checkboxOf(child), blocks);
      if (text === '') return [];
      number += 1;
      return [text];
    });
    if (items.length > 0) this.#blocks.push({ kind, text: joinItems(items), isAlternate });
  }

  /** Writes a grid of cells of one line each, whose first row is the header. */
  #addTable(table: DomElement, wrappers: readonly DomElement[]): void {
    const rows = table.children.filter((row) => row.kind === 'element');
    const lines = rows.map((row) => {
      const cells = row.children.filter((cell) => cell.kind === 'element');
      return writeRow(cells.map((cell) => writeCell(readInline(wrap(cell.children, wrappers)))));
    });
    const widest = rows[1] ?? rows[0];
    const delimiters = (widest?.children ?? []).map((cell) =>
      cell.kind === 'element' ? delimiterOf(attributeOf(cell, 'align')) : '-',
    );
    if (lines.length > 0) this.#push('table', [lines[0], writeRow(delimiters), ...lines.slice(1)].join('\n'));
  }
}

function wrap(nodes: readonly DomNode[], wrappers: readonly DomElement[]): DomNode[] {
  return wrappers.reduceRight<DomNode[]>(
    (children, wrapper) => [{ ...wrapper, children }],
    nodes as DomNode[],
  );
}

function writeQuote(text: string): string {
  const lines = text.split('\n');
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

function joinBlocks(blocks: readonly WrittenBlock[]): string {
  return blocks.map((block) => block.text).join('\n\n');
}

function writeRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;
}

function delimiterOf(align: string): string {
  if (align === 'center') return ':-:';
  if (align === 'right') return '-:';
  return align === 'left' ? ':-' : '-';
}

/**
 * The mark of a task list item (https://github.github.com/gfm/#task-list-items-extension-); '' for other items, such as
 * those of filters, and comments that a checkbox folds.
 */
function checkboxOf(item: DomElement): string {
  let element: DomElement | undefined = item;
  while (element !== undefined) {
    const first: DomNode | undefined = element.children.find(
      (child) => child.kind === 'element' || (child.kind === 'text' && child.value.trim() !== ''),
    );
    if (first?.kind !== 'element') return '';
    if (first.name === 'input') {
      const isTask =
        first.attributes['disabled'] !== undefined ||
        [item, first].some((part) => taskClass.test(attributeOf(part, 'class')));
      if (!isTask) return '';
      return first.attributes['checked'] === undefined ? '[ ] ' : '[x] ';
    }
    element = /^(?:p|label|span|div)$/.test(first.name) ? first : undefined;
  }
  return '';
}
