import type { TreeCursor } from '@lezer/common';
import type { TextRange } from '@quern/text/span';
import {
  type CellAlignment,
  type ContentBlock,
  listDepthMax,
  type TableBlock,
  type TableCell,
} from '../../blocks/content-block.ts';
import { flattenBlocks } from '../../blocks/flatten-blocks.ts';
import type { InlineNode } from '../../blocks/inline-node.ts';
import { isBlank } from '../../blocks/rich-text.ts';
import { type ParsedMarkdown, readInline } from './inline-reader.ts';
import { addressOf } from './markdown-parser.ts';

/** Reads the blocks of a parsed document. */
export class BlockReader {
  readonly #document: ParsedMarkdown;

  constructor(document: ParsedMarkdown) {
    this.#document = document;
  }

  /**
   * Reads the blocks inside the node at a cursor.
   *
   * @param depth of the list item that the node is part of, if it is
   */
  readChildren(cursor: TreeCursor, depth?: number): ContentBlock[] {
    const blocks: ContentBlock[] = [];
    let before = '';
    forEachChild(cursor, () => {
      if (/^(?:Bullet|Ordered)List$/.test(cursor.name)) {
        const items = this.#readList(cursor, depth === undefined ? 0 : Math.min(depth + 1, listDepthMax));
        const [first] = items;
        if (first !== undefined)
          items[0] = cursor.name === before ? ({ ...first, startsList: true } as ContentBlock) : first;
        for (const item of items) blocks.push(item);
      } else {
        const block = this.#readBlock(cursor);
        if (block !== undefined) blocks.push(depth === undefined ? block : { ...block, itemDepth: depth });
      }
      before = cursor.name;
    });
    return blocks;
  }

  #readBlock(cursor: TreeCursor): ContentBlock | undefined {
    const range = this.#trim(cursor.from, cursor.to);
    switch (cursor.name) {
      case 'Paragraph':
      case 'Task':
        return this.#readParagraph(cursor, range);
      case 'Blockquote': {
        const blocks = this.readChildren(cursor);
        return blocks.length === 0 ? undefined : { kind: 'quote', blocks, range };
      }
      case 'Footnote': {
        const label = /^\[\^([^\]]*)/.exec(this.#slice(range))?.[1] ?? '';
        return { kind: 'footnote', label, content: flattenBlocks(this.readChildren(cursor), 2), range };
      }
      case 'FencedCode':
      case 'CodeBlock':
        return this.#readCode(cursor, range);
      case 'Table':
        return this.#readTable(cursor, range);
      case 'HorizontalRule':
        return { kind: 'rule', range };
      case 'HTMLBlock':
      case 'CommentBlock':
      case 'ProcessingInstructionBlock': {
        const text = this.#slice(range).replace(/\r\n?/g, '\n');
        const isQuoted = cursor.node.getChild('QuoteMark') !== null;
        return { kind: 'verbatim', text: isQuoted ? text.replace(/\n(?:[ \t]*> ?)+/g, '\n') : text, range };
      }
      default: {
        const level = Number(/Heading(\d)$/.exec(cursor.name)?.[1] ?? 0);
        const content = level === 0 ? [] : this.#readContent(cursor);
        return content.length === 0 ? undefined : { kind: 'heading', level, content, range };
      }
    }
  }

  /** One that has only an image or a formula is a block of that kind. */
  #readParagraph(cursor: TreeCursor, range: TextRange): ContentBlock {
    const content = this.#readContent(cursor);
    const [only] = content.length === 1 ? content : [];
    if (only?.type === 'image') return { kind: 'figure', alternativeText: only.alt, url: only.url, range };
    return only?.type === 'raw' && only.value.startsWith('$$')
      ? { kind: 'formula', tex: only.value.slice(2, -2).trim(), range }
      : { kind: 'paragraph', content, range };
  }

  /** The paragraph with which an item begins is its content. */
  #readList(cursor: TreeCursor, depth: number): ContentBlock[] {
    const blocks: ContentBlock[] = [];
    let number: number | undefined;
    forEachChild(cursor, () => {
      const { startIndex } = this.#trim(cursor.from, cursor.to);
      const [marker, digits] = /^(?:(\d+).|.)/.exec(this.#document.source.slice(startIndex)) ?? [''];
      if (digits !== undefined) number = number === undefined ? Number(digits) : number + 1;
      const [first, ...others] = this.readChildren(cursor, depth);
      const text = first?.kind === 'paragraph' ? first : undefined;
      const box = text?.range && /^\[([ x])\]\s/i.exec(this.#slice(text.range));
      blocks.push({
        kind: 'list-item',
        depth,
        ...(number !== undefined && { number }),
        marker: number === undefined ? '-' : `${number}.`,
        content: text?.content ?? [],
        ...(box && { isChecked: box[1] !== ' ' }),
        range: { startIndex, endIndex: text?.range?.endIndex ?? startIndex + marker.length },
      });
      if (first !== undefined && text === undefined) blocks.push(first);
      for (const block of others) blocks.push(block);
    });
    return blocks;
  }

  /** Reads the text of a leaf, which is between its marks. */
  #readContent(cursor: TreeCursor): InlineNode[] {
    let { from, to } = cursor;
    forEachChild(cursor, () => {
      if (cursor.name !== 'HeaderMark' && cursor.name !== 'TaskMarker') return;
      if (from === cursor.from) from = cursor.to;
      else to = cursor.from;
    });
    return readInline(cursor, this.#trim(from, to), this.#document);
  }

  #readCode(cursor: TreeCursor, range: TextRange): ContentBlock | undefined {
    const { source } = this.#document;
    let code = '';
    let language = '';
    let indent: number | undefined;
    forEachChild(cursor, () => {
      const part = source.slice(cursor.from, cursor.to);
      if (cursor.name === 'CodeInfo') language = addressOf(/^[^\s{,]*/.exec(part)?.[0] ?? '');
      if (cursor.name !== 'CodeText') return;
      indent ??= columnOf(source, range.startIndex) - columnOf(source, cursor.from);
      code += part;
    });
    if (code.trim() === '') return undefined;
    // The white space before a fence is not part of its lines.
    const outside = new RegExp(`^ {0,${cursor.name === 'FencedCode' ? Math.max(0, indent ?? 0) : 0}}`, 'gm');
    const text = code.replace(/\r$/, '').replace(/\r\n?/g, '\n').replace(outside, '');
    return { kind: 'code', text, ...(language !== '' && { language }), range };
  }

  #readTable(cursor: TreeCursor, range: TextRange): TableBlock {
    const rows: TableCell[][] = [];
    let alignments: (CellAlignment | undefined)[] = [];
    forEachChild(cursor, () => {
      if (cursor.name === 'TableDelimiter')
        alignments = alignmentsOf(this.#slice(this.#trim(cursor.from, cursor.to)));
      else if (cursor.name !== 'QuoteMark') rows.push(this.#readRow(cursor));
    });
    const hasHeader = rows[0]?.some(({ content }) => !isBlank(content)) === true;
    return {
      kind: 'table',
      rows: (hasHeader ? rows : rows.slice(1)).map((row) =>
        alignments.map((_, column) => row[column] ?? { content: [] }),
      ),
      ...(!hasHeader && { hasHeader }),
      ...(alignments.some((alignment) => alignment !== undefined) && { alignments }),
      range,
    };
  }

  /** The tree has no nodes for empty cells. */
  #readRow(cursor: TreeCursor): TableCell[] {
    const cells: TableCell[] = [];
    let cell: TableCell | undefined;
    let isStart = true;
    forEachChild(cursor, () => {
      if (cursor.name === 'TableCell') cell = { content: this.#readContent(cursor).map(withoutEscapedBars) };
      else if (cell !== undefined || !isStart) {
        cells.push(cell ?? { content: [] });
        cell = undefined;
      }
      isStart = false;
    });
    return cell === undefined ? cells : [...cells, cell];
  }

  #trim(from: number, to: number): TextRange {
    const text = this.#document.source.slice(from, to);
    const startIndex = from + text.length - text.trimStart().length;
    return { startIndex, endIndex: Math.max(startIndex, from + text.trimEnd().length) };
  }

  #slice({ startIndex, endIndex }: TextRange): string {
    return this.#document.source.slice(startIndex, endIndex);
  }
}

function forEachChild(cursor: TreeCursor, visit: () => void): void {
  if (!cursor.firstChild()) return;
  do visit();
  while (cursor.nextSibling());
  cursor.parent();
}

/** Number of characters before an offset in its line, as far as code is indented. */
function columnOf(source: string, index: number): number {
  return /[^\n\r]*$/.exec(source.slice(Math.max(0, index - 200), index))?.[0].length ?? 0;
}

/** A bar inside code is escaped in a table. */
function withoutEscapedBars(node: InlineNode): InlineNode {
  if (node.type === 'code') return { ...node, value: node.value.replaceAll('\\|', '|') };
  return 'children' in node ? { ...node, children: node.children.map(withoutEscapedBars) } : node;
}

/** The alignments that a delimiter row states. */
function alignmentsOf(row: string): (CellAlignment | undefined)[] {
  return Array.from(row.matchAll(/(:?)-+(:?)/g), ([, left, right]) =>
    right === ':' ? (left === ':' ? 'center' : 'right') : left === ':' ? 'left' : undefined,
  );
}
