import type { SyntaxNodeRef } from '@lezer/common';
import type { TextRange } from '@quern/text/span';
import { decodeHTML } from 'entities';
import type { InlineToken, TextBlock } from '../blocks/inline-token.ts';
import { normalizeLabel } from './normalize-label.ts';
import { pairHtmlTags } from './pair-html-tags.ts';

/** Nodes that are copied like a word. */
const keptPattern = /^(?:InlineCode|Image|URL|Autolink|HTMLTag|Comment|ProcessingInstruction)$/;
const emphasisPattern = /^(?:Emphasis|StrongEmphasis|Strikethrough)$/;

/** Properties of the document of a block. */
export interface BlockContext {
  /** In order. */
  readonly protectedRanges: readonly TextRange[];
  /** Normalized labels of the link definitions. */
  readonly definitions: ReadonlySet<string>;
}

/** Reads the tokens of one block from the events of a tree traversal. */
export class BlockReader {
  readonly #source: string;
  readonly #context: BlockContext;
  readonly #node: TextRange & { readonly name: string };
  readonly #tokens: InlineToken[] = [];
  /** The pairs of the open emphasis and links, the innermost last. */
  readonly #open: { pair: number; isOpened: boolean; readonly end: number }[] = [];
  #pairs = 0;
  /** End of what has been read. */
  #end: number;

  constructor(source: string, { name, from, to }: SyntaxNodeRef, context: BlockContext) {
    this.#source = source;
    this.#context = context;
    this.#node = { name, startIndex: from, endIndex: to };
    this.#end = from;
  }

  isOf({ name, from, to }: SyntaxNodeRef): boolean {
    return this.#node.name === name && this.#node.startIndex === from && this.#node.endIndex === to;
  }

  /** @returns whether the children of the node are to be visited */
  enter(node: SyntaxNodeRef): boolean {
    const { name, from, to } = node;
    if (from < this.#end) return false;
    this.#addText(from);
    if (emphasisPattern.test(name)) {
      this.#open.push({ pair: this.#pairs++, isOpened: false, end: to });
      return true;
    }
    if (name === 'Link') return this.#enterLink(node);
    if (/^(?:Emphasis|Strikethrough|Link)Mark$/.test(name)) this.#addMark(node);
    else if (keptPattern.test(name)) this.#add('keep', to);
    else if (name === 'Escape') this.#addDecoded(this.#source.slice(from + 1, to), to);
    else if (name === 'Entity') this.#addDecoded(decodeHTML(this.#source.slice(from, to)), to);
    else if (name === 'QuoteMark') this.#add('line', to);
    else this.#add('boundary', to);
    return false;
  }

  leave({ to, name }: SyntaxNodeRef): void {
    if (!emphasisPattern.test(name) && name !== 'Link') return;
    this.#addText(to);
    this.#open.pop();
  }

  finish(): TextBlock {
    this.#addText(this.#node.endIndex);
    return {
      startIndex: this.#node.startIndex,
      endIndex: this.#node.endIndex,
      tokens: pairHtmlTags(joinLineBreaks(this.#tokens), this.#source),
      isMarkdown: true,
      isInTable: this.#node.name === 'TableCell',
      startsLine: /^(?:Paragraph|Setext)/.test(this.#node.name),
    };
  }

  #enterLink(node: SyntaxNodeRef): boolean {
    const { from, to } = node;
    const marks = node.node.getChildren('LinkMark');
    const text = this.#source.slice(from + 1, marks[1]?.from ?? to);
    const label = node.node.getChild('LinkLabel');
    const isShortcut = node.node.getChild('URL') === null && (label === null || label.to - label.from === 2);
    const isFootnote = text.startsWith('^');
    const isKept = isShortcut && (isFootnote || this.#context.definitions.has(normalizeLabel(text)));
    if (isKept || !/[\p{L}\p{N}]/u.test(text) || marks.length < 2) {
      this.#add('keep', to);
      return false;
    }
    this.#open.push({ pair: this.#pairs++, isOpened: false, end: to });
    return true;
  }

  /** The second mark of a link begins its destination, which belongs to the closing markup. */
  #addMark({ name, to }: SyntaxNodeRef): void {
    const current = this.#open.at(-1);
    if (current === undefined) {
      this.#add('keep', to);
      return;
    }
    const kind = current.isOpened ? 'close' : 'open';
    const endIndex = kind === 'close' && name === 'LinkMark' ? current.end : to;
    this.#tokens.push({ kind, pair: current.pair, startIndex: this.#end, endIndex });
    current.isOpened = true;
    this.#end = endIndex;
  }

  #add(kind: 'keep' | 'line' | 'boundary', endIndex: number): void {
    this.#tokens.push({ kind, startIndex: this.#end, endIndex });
    this.#end = endIndex;
  }

  #addDecoded(text: string, endIndex: number): void {
    this.#tokens.push({ kind: 'text', text, startIndex: this.#end, endIndex });
    this.#end = endIndex;
  }

  /** Adds the text up to an offset, with its line breaks and protected ranges. */
  #addText(until: number): void {
    if (until <= this.#end) return;
    for (const { startIndex, endIndex } of rangesWithin(this.#context.protectedRanges, this.#end, until)) {
      this.#addLines(Math.max(startIndex, this.#end));
      // Fences of containers, labels of alerts and displayed formulas are no words of a sentence.
      const isSeparate = /^(?::::|\[|\$\$|imp)/.test(this.#source.slice(startIndex, startIndex + 3));
      this.#add(isSeparate ? 'boundary' : 'keep', Math.min(endIndex, until));
    }
    this.#addLines(until);
  }

  #addLines(until: number): void {
    const text = this.#source.slice(this.#end, until);
    const start = this.#end;
    for (const { 0: lineBreak, index } of text.matchAll(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g)) {
      if (start + index > this.#end) this.#addDecoded(text.slice(this.#end - start, index), start + index);
      this.#add('line', start + index + lineBreak.length);
    }
    if (until > this.#end) this.#addDecoded(this.#source.slice(this.#end, until), until);
  }
}

/** Joins a line break with the quote marks and the indentation of the next line. */
function joinLineBreaks(tokens: readonly InlineToken[]): InlineToken[] {
  const joined: InlineToken[] = [];
  for (const token of tokens) {
    const previous = joined.at(-1);
    if (previous?.kind !== 'line') joined.push(token);
    else if (token.kind === 'line') joined[joined.length - 1] = { ...previous, endIndex: token.endIndex };
    else if ('text' in token) {
      const text = token.text.trimStart();
      const startIndex = token.startIndex + token.text.length - text.length;
      joined[joined.length - 1] = { ...previous, endIndex: startIndex };
      if (text !== '') joined.push({ ...token, text, startIndex });
    } else joined.push(token);
  }
  return joined;
}

/** The ranges that overlap with a part of the text, found by binary search. */
function rangesWithin(ranges: readonly TextRange[], from: number, to: number): readonly TextRange[] {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.endIndex ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((ranges[end]?.startIndex ?? Infinity) < to) end++;
  return ranges.slice(low, end);
}
