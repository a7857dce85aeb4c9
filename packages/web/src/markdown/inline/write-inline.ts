import type { ElementContent } from 'hast';
import {
  type EscapeContext,
  escapeLineStart,
  escapeText,
  findDelimiters,
  hasBalancedBrackets,
} from './escape-text.ts';
import { escapeUrl } from './escape-url.ts';
import { fitEmphasis } from './fit-emphasis.ts';
import type { InlineLink, InlineNode } from './inline-node.ts';
import { normalizeInline, splitAtBreaks, trimInline } from './normalize-inline.ts';
import { readInline } from './read-inline.ts';

/** Writes inline content as paragraphs, split where the page has several line breaks in a row. Empty ones are left out. */
export function writeParagraphs(children: readonly ElementContent[]): string[] {
  const paragraphs = splitAtBreaks(normalizeInline(readInline(children)));
  return paragraphs.flatMap((nodes) => {
    const text = write(trimInline(nodes), false);
    return text === '' ? [] : [text.split('\n').map(escapeLineStart).join('\n')];
  });
}

/** Writes inline content in one line, without the markup of a heading around it. */
export function writeHeadingText(children: readonly ElementContent[]): string {
  const line = write(trimInline(withoutBreaks(normalizeInline(readInline(children)))), false);
  // A closing sequence of a heading would be dropped.
  return line.replace(/(^|[ \t])(#+)$/, '$1\\$2');
}

/** Writes the content of a table cell in one line. */
export function writeCell(children: readonly ElementContent[]): string {
  return write(trimInline(withoutBreaks(normalizeInline(readInline(children)))), true);
}

function withoutBreaks(nodes: readonly InlineNode[]): InlineNode[] {
  const spaced = nodes.map((node): InlineNode => {
    if (node.type === 'break') return { type: 'text', value: ' ' };
    return node.type === 'emphasis' || node.type === 'link'
      ? { ...node, children: withoutBreaks(node.children) }
      : node;
  });
  return normalizeInline(spaced);
}

/** @param nodes normalized and trimmed content */
function write(nodes: readonly InlineNode[], isInTable: boolean): string {
  const texts: string[] = [];
  const used = new Set<string>();
  survey(nodes, texts, used);
  const delimiters = findDelimiters(texts, used);
  return new InlineWriter({ delimiters, escapesBrackets: false, isInTable }).write(
    fitEmphasis(nodes),
    '',
    '',
  );
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

class InlineWriter {
  readonly #context: EscapeContext;

  constructor(context: EscapeContext) {
    this.#context = context;
  }

  /** @param before character before the nodes, and `after` behind them; '' for none */
  write(nodes: readonly InlineNode[], before: string, after: string): string {
    let written = '';
    for (const [index, node] of nodes.entries()) {
      const next = nodes[index + 1];
      const following = next === undefined ? after : openingOf(next);
      written += this.#writeNode(node, written === '' ? before : written.slice(-1), following);
    }
    return written;
  }

  #writeNode(node: InlineNode, before: string, after: string): string {
    switch (node.type) {
      case 'text':
        return escapeText(node.value, before, after, this.#context);
      case 'emphasis': {
        const edge = node.mark.charAt(0);
        return node.mark + this.write(node.children, edge, edge) + node.mark;
      }
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
        return node.value;
      default:
        return '\\\n';
    }
  }

  #writeLink({ url, children }: InlineLink): string {
    const texts: string[] = [];
    survey(children, texts, new Set());
    const isBalanced = texts.every(hasBalancedBrackets);
    const writer = isBalanced ? this : new InlineWriter({ ...this.#context, escapesBrackets: true });
    return `[${writer.write(children, '[', ']')}](${this.#writeUrl(url)})`;
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
