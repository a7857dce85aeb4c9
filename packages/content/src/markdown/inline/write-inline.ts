import type { Emphasis, InlineLink, InlineNode } from '../../blocks/inline-node.ts';
import { type EscapeContext, escapeText, findDelimiters, hasBalancedBrackets } from '../escape-text.ts';
import { areDelimitersPaired } from './check-delimiters.ts';
import { escapeLineStarts } from './escape-line-starts.ts';
import { escapeUrl } from './escape-url.ts';
import { fitEmphasis } from './fit-emphasis.ts';
import { type InlineToken, joinTokens } from './inline-token.ts';
import { addJoined, normalizeInline, splitAtBreaks, trimInline } from './normalize-inline.ts';

/** Writes inline content as paragraphs, split where it has several line breaks in a row. Empty ones are left out. */
export function writeParagraphs(content: readonly InlineNode[]): string[] {
  const paragraphs = splitAtBreaks(normalizeInline(content));
  return paragraphs.flatMap((nodes) => {
    const text = joinTokens(escapeLineStarts(write(trimInline(nodes), false), true));
    return text === '' ? [] : [text];
  });
}

/** Writes inline content in one line, without the markup of a heading around it. */
export function writeHeadingText(content: readonly InlineNode[]): string {
  const line = writeLine(content, false);
  // A closing sequence of a heading would be dropped.
  return line.replace(/(^|[ \t])(#+)$/, '$1\\$2');
}

/** Writes the content of a table cell in one line. */
export function writeCell(content: readonly InlineNode[]): string {
  return writeLine(content, true);
}

function writeLine(content: readonly InlineNode[], isInTable: boolean): string {
  return joinTokens(write(trimInline(withoutBreaks(normalizeInline(content))), isInTable));
}

function withoutBreaks(nodes: readonly InlineNode[]): InlineNode[] {
  const spaced = nodes.map((node): InlineNode => {
    if (node.type === 'break') return { type: 'text', value: ' ' };
    return node.type === 'emphasis' || node.type === 'link'
      ? { ...node, children: withoutBreaks(node.children) }
      : node;
  });
  return normalizeInline(spaced).map((node) =>
    node.type === 'text' ? { ...node, value: node.value.replace(/ {2,}/g, ' ') } : node,
  );
}

/** @param nodes normalized and trimmed content */
function write(nodes: readonly InlineNode[], isInTable: boolean): readonly InlineToken[] {
  const fitted = fitEmphasis(nodes);
  for (const alternative of alternatives) {
    const tokens = writeTokens(alternative(fitted), isInTable);
    if (tokens !== undefined) return tokens;
  }
  return writeTokens(keepEmphasis(fitted, 0), isInTable) ?? [];
}

/** Ways to write emphasis, from the faithful to the one that loses most; a parser may misread the first ones. */
const alternatives: readonly ((nodes: readonly InlineNode[]) => readonly InlineNode[])[] = [
  (nodes) => nodes,
  (nodes) => useUnderscores(nodes, false),
  (nodes) => keepEmphasis(nodes, 1),
];

/** Marks emphasis inside other emphasis with underscores, which cannot be confused with the asterisks around them. */
function useUnderscores(nodes: readonly InlineNode[], isInside: boolean): InlineNode[] {
  return nodes.map((node) => {
    if (node.type === 'link') return { ...node, children: useUnderscores(node.children, isInside) };
    if (node.type !== 'emphasis') return node;
    const mark = isInside && node.mark === '*' ? '_' : node.mark;
    return { ...node, mark, children: useUnderscores(node.children, true) };
  });
}

/** Drops emphasis inside a number of others. */
function keepEmphasis(nodes: readonly InlineNode[], levels: number): InlineNode[] {
  const kept: InlineNode[] = [];
  for (const node of nodes) {
    if (node.type === 'link') kept.push({ ...node, children: keepEmphasis(node.children, levels) });
    else if (node.type !== 'emphasis') addJoined(kept, node);
    else if (levels > 0) addJoined(kept, { ...node, children: keepEmphasis(node.children, levels - 1) });
    else for (const child of keepEmphasis(node.children, 0)) addJoined(kept, child);
  }
  return kept;
}

/** @returns undefined if a parser would misread the delimiters of emphasis */
function writeTokens(nodes: readonly InlineNode[], isInTable: boolean): readonly InlineToken[] | undefined {
  const texts: string[] = [];
  const used = new Set<string>();
  survey(nodes, texts, used);
  const delimiters = findDelimiters(texts, used);
  const writer = new InlineWriter({ delimiters, escapesBrackets: false, isInTable });
  const tokens = writer.write(nodes, '', '');
  return writer.isFaithful && areDelimitersPaired(tokens) ? tokens : undefined;
}

/** Collects the texts and the delimiters in use. */
function survey(nodes: readonly InlineNode[], texts: string[], used: Set<string>): void {
  for (const node of nodes) {
    if (node.type === 'text') texts.push(node.value);
    else if (node.type === 'code') used.add('`');
    else if (node.type === 'image') texts.push(node.alt);
    else if (node.type === 'emphasis' || node.type === 'link') {
      if (node.type === 'emphasis') used.add(node.mark.charAt(0));
      survey(node.children, texts, used);
    }
  }
}

const leftEdge: InlineToken = { text: '[' };
const rightEdge: InlineToken = { text: ']' };

class InlineWriter {
  readonly #context: EscapeContext;
  /** Emphasis written so far. */
  #emphases = 0;
  #isFaithful = true;

  constructor(context: EscapeContext) {
    this.#context = context;
  }

  /** Whether a parser pairs the delimiters inside all links as intended. */
  get isFaithful(): boolean {
    return this.#isFaithful;
  }

  /** @param before character before the nodes, and `after` behind them; '' for none */
  write(nodes: readonly InlineNode[], before: string, after: string): InlineToken[] {
    const tokens: InlineToken[] = [];
    for (const [index, node] of nodes.entries()) {
      const next = nodes[index + 1];
      const following = next === undefined ? after : openingOf(next);
      const previous = tokens.at(-1)?.text.slice(-1) ?? before;
      if (node.type === 'emphasis') {
        const delimiter = { text: node.mark, emphasis: this.#emphases++ };
        const edge = node.mark.charAt(0);
        const inside = this.write(node.children, edge, edge);
        tokens.push(delimiter);
        for (const token of inside) tokens.push(token);
        tokens.push(delimiter);
      } else {
        const text = this.#writeNode(node, previous, following);
        tokens.push({ text, isText: node.type === 'text', isBreak: node.type === 'break' });
      }
    }
    return tokens;
  }

  #writeNode(node: Exclude<InlineNode, Emphasis>, before: string, after: string): string {
    switch (node.type) {
      case 'text':
        return escapeText(node.value, before, after, this.#context);
      case 'link':
        return this.#writeLink(node);
      case 'code':
        return this.#writeCode(node.value);
      case 'image': {
        const context = { ...this.#context, escapesBrackets: !hasBalancedBrackets(node.alt) };
        return `![${escapeText(node.alt, '[', ']', context)}](${this.#writeUrl(node.url)})`;
      }
      case 'footnote':
        return `[^${node.label}]`;
      case 'raw':
        return this.#context.isInTable ? node.value.replaceAll('|', '\\|') : node.value;
      default:
        return '\\\n';
    }
  }

  #writeLink({ url, children }: InlineLink): string {
    const texts: string[] = [];
    survey(children, texts, new Set());
    const isBalanced = texts.every((text) => hasBalancedBrackets(text) && !/\[\^|\]\(/.test(text));
    const writer = new InlineWriter({ ...this.#context, escapesBrackets: !isBalanced });
    const tokens = writer.write(children, '[', ']');
    this.#isFaithful &&= writer.isFaithful && areDelimitersPaired([leftEdge, ...tokens, rightEdge]);
    return `[${joinTokens(escapeLineStarts(tokens, false))}](${this.#writeUrl(url)})`;
  }

  #writeUrl(url: string): string {
    const escaped = escapeUrl(url);
    return this.#context.isInTable ? escaped.replaceAll('|', '\\|') : escaped;
  }

  /** https://spec.commonmark.org/0.31.2/#code-spans */
  #writeCode(value: string): string {
    const runs = new Set(Array.from(value.matchAll(/`+/g), ([run]) => run.length));
    let length = 1;
    while (runs.has(length)) length++;
    const fence = '`'.repeat(length);
    const padding = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
    const text = this.#context.isInTable ? value.replaceAll('|', '\\|') : value;
    return fence + padding + text + padding + fence;
  }
}

/** The first character of the Markdown of a node that is not text, or the first of the text. */
function openingOf(node: InlineNode): string {
  if (node.type === 'text' || node.type === 'raw') return node.value.charAt(0);
  if (node.type === 'emphasis') return node.mark.charAt(0);
  return { link: '[', code: '`', image: '!', footnote: '[', break: '\\' }[node.type];
}
