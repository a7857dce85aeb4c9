import type { TreeCursor } from '@lezer/common';
import type { TextRange } from '@quern/text/span';
import { decodeHTMLStrict } from 'entities';
import type { Emphasis, InlineNode } from '../../blocks/inline-node.ts';
import { textOf } from '../../blocks/rich-text.ts';
import { addressOf, type LinkDefinitions, normalizeLabel } from './markdown-parser.ts';
import { coverMark } from './opaque-ranges.ts';

/** A document whose blocks are known. */
export interface ParsedMarkdown {
  readonly source: string;
  /** Ends of opaque ranges by their starts. */
  readonly opaqueEnds: ReadonlyMap<number, number>;
  readonly covered: string;
  readonly definitions: LinkDefinitions;
}

/** The marks of emphasis; its delimiters in the source are as long. */
const emphases: Readonly<Record<string, Emphasis['mark']>> = {
  Emphasis: '*',
  StrongEmphasis: '**',
  Strikethrough: '~~',
};
/** Line breaks with the white space around them, further white space that shows nothing, and opaque ranges. */
const partPattern = new RegExp(String.raw`[ \t]*(?:\r\n|\n|\r)[ \t]*|[ \t]{2,}|${coverMark}`, 'g');

/**
 * Reads the content of the node at a cursor.
 *
 * @param range of the content, without the markers of the block around it
 * @param isInLink whether addresses are text, since links are not nested
 */
export function readInline(
  cursor: TreeCursor,
  range: TextRange,
  document: ParsedMarkdown,
  isInLink = false,
): InlineNode[] {
  const reader = new InlineReader(range, document, isInLink);
  reader.readChildren(cursor);
  return reader.finish();
}

class InlineReader {
  readonly #document: ParsedMarkdown;
  readonly #isInLink: boolean;
  readonly #nodes: InlineNode[] = [];
  /** End of what has been read. */
  #end: number;
  readonly #endMax: number;

  constructor({ startIndex, endIndex }: TextRange, document: ParsedMarkdown, isInLink: boolean) {
    this.#isInLink = isInLink;
    this.#document = document;
    this.#end = startIndex;
    this.#endMax = endIndex;
  }

  readChildren(cursor: TreeCursor): void {
    if (!cursor.firstChild()) return;
    do if (cursor.from >= this.#end && cursor.to <= this.#endMax) this.#readNode(cursor);
    while (cursor.nextSibling());
    cursor.parent();
  }

  finish(): InlineNode[] {
    this.#addText(this.#endMax);
    return this.#nodes;
  }

  #readNode(cursor: TreeCursor): void {
    const { name, from, to } = cursor;
    const raw = this.#document.source.slice(from, to);
    const mark = emphases[name];
    if (mark !== undefined) {
      const inner = { startIndex: from + mark.length, endIndex: to - mark.length };
      this.#add(
        { type: 'emphasis', mark, children: readInline(cursor, inner, this.#document, this.#isInLink) },
        from,
        to,
      );
      return;
    }
    if (name === 'URL' && this.#isInLink) return;
    switch (name) {
      case 'Link':
      case 'Image':
        this.#readLink(cursor, raw);
        break;
      case 'URL':
      case 'Autolink': {
        const shown = name === 'URL' ? raw : raw.slice(1, -1);
        const startIndex = from + raw.indexOf(shown);
        const text = {
          type: 'text',
          value: shown,
          range: { startIndex, endIndex: startIndex + shown.length },
        } as const;
        const scheme = /^[a-z][\w+.-]*:/i.test(shown) ? '' : shown.includes('@') ? 'mailto:' : 'http://';
        this.#add({ type: 'link', url: scheme + shown, children: [text] }, from, to);
        break;
      }
      case 'InlineCode': {
        const marks = /^`+/.exec(raw)?.[0].length ?? 1;
        const text = raw.slice(marks, -marks).replace(/(?:\r\n|\n|\r)[ \t>]*/g, ' ');
        const value = /^ .*[^ ].* $/.test(text) ? text.slice(1, -1) : text;
        this.#add({ type: 'code', value }, from, to);
        break;
      }
      case 'Escape':
        this.#add({ type: 'text', value: raw.slice(1) }, from, to);
        break;
      case 'Entity':
        this.#add({ type: 'text', value: decodeHTMLStrict(raw) }, from, to);
        break;
      case 'HardBreak':
      case 'QuoteMark': {
        this.#addText(from);
        const { length } = /^[ \t]*/.exec(this.#document.source.slice(to, this.#endMax))?.[0] ?? '';
        this.#addSpace(
          name === 'HardBreak' ? { type: 'break' } : { type: 'text', value: ' ' },
          from,
          to + length,
        );
        break;
      }
      case 'FootnoteReference':
        this.#add({ type: 'footnote', label: raw.slice(2, -1) }, from, to);
        break;
      case 'HTMLTag':
      case 'Comment':
      case 'ProcessingInstruction':
        this.#add({ type: 'raw', value: raw }, from, to);
    }
  }

  /** A reference without a definition is text. */
  #readLink(cursor: TreeCursor, raw: string): void {
    const { source, definitions } = this.#document;
    const { name, from, to, node } = cursor;
    const [open, close] = node.getChildren('LinkMark');
    const inner = { startIndex: open?.to ?? from, endIndex: close?.from ?? to };
    const target = node.getChildren('URL').find((address) => address.from > inner.endIndex);
    const label = node.getChild('LinkLabel');
    const key =
      label && label.to - label.from > 2
        ? source.slice(label.from + 1, label.to - 1)
        : source.slice(inner.startIndex, inner.endIndex);
    const url = raw.endsWith(')')
      ? addressOf(target ? source.slice(target.from, target.to) : '')
      : definitions.get(normalizeLabel(key));
    if (url === undefined) {
      this.readChildren(cursor);
      return;
    }
    const children = readInline(cursor, inner, this.#document, true);
    this.#add(
      name === 'Image' ? { type: 'image', alt: textOf(children), url } : { type: 'link', url, children },
      from,
      to,
    );
  }

  #add(node: InlineNode, startIndex: number, endIndex: number): void {
    this.#addText(startIndex);
    this.#nodes.push({ ...node, range: { startIndex, endIndex } });
    this.#end = endIndex;
  }

  /** Adds white space; what separates two lines is one node. */
  #addSpace(node: InlineNode, startIndex: number, endIndex: number): void {
    const last = this.#endsInBreak() ? this.#nodes.pop() : undefined;
    this.#add(last ?? node, last?.range?.startIndex ?? startIndex, endIndex);
  }

  #endsInBreak(): boolean {
    const { type, range } = this.#nodes.at(-1) ?? {};
    if (range === undefined || range.endIndex !== this.#end) return false;
    return (
      type === 'break' ||
      (type === 'text' && /^\s*[\r\n]/.test(this.#document.source.slice(range.startIndex, range.endIndex)))
    );
  }

  #addText(until: number): void {
    const { covered, opaqueEnds } = this.#document;
    const start = this.#end;
    if (until <= start) return;
    for (const { 0: found, index } of covered.slice(start, until).matchAll(partPattern)) {
      const from = start + index;
      if (from < this.#end) continue;
      if (found !== coverMark) {
        this.#addPlain(from);
        this.#addSpace({ type: 'text', value: ' ' }, from, from + found.length);
        continue;
      }
      const end = Math.min(opaqueEnds.get(from) ?? 0, until);
      if (end <= from) continue;
      this.#addPlain(from);
      this.#add({ type: 'raw', value: this.#document.source.slice(from, end) }, from, end);
    }
    this.#addPlain(until);
  }

  #addPlain(endIndex: number): void {
    const startIndex = this.#end;
    if (startIndex >= endIndex) return;
    const value = this.#document.source.slice(startIndex, endIndex);
    this.#nodes.push({ type: 'text', value, range: { startIndex, endIndex } });
    this.#end = endIndex;
  }
}
