import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { InlineNode } from '@quern/content/blocks/inline-node';
import { readMarkdown } from '@quern/content/markdown/reader/read-markdown';
import type { InlineToken, TextBlock } from './inline-token.ts';
import { pairHtmlTags } from './pair-html-tags.ts';

/**
 * Finds the texts of a Markdown document. Code, HTML blocks, link definitions, front matter, formulas and all markup are
 * outside of their words.
 */
export function readMarkdownBlocks(markdown: string): TextBlock[] {
  return readTexts(markdown, readMarkdown(markdown).blocks);
}

function readTexts(source: string, blocks: readonly ContentBlock[]): TextBlock[] {
  return blocks.flatMap((block): TextBlock[] => {
    if (block.kind === 'quote') return readTexts(source, block.blocks);
    const contents =
      block.kind === 'table'
        ? block.rows.flat().map(({ content }) => content)
        : 'content' in block
          ? [block.content]
          : [];
    return contents.flatMap((content) => readText(source, content, block));
  });
}

function readText(source: string, content: readonly InlineNode[], block: ContentBlock): TextBlock[] {
  const startIndex = content[0]?.range?.startIndex;
  if (startIndex === undefined) return [];
  const reader = new TokenReader(source, startIndex);
  reader.readNodes(content);
  const isNumbered = block.kind === 'heading' && source.charAt(block.range?.startIndex ?? 0) === '#';
  return [
    {
      kind: block.kind === 'heading' ? `heading ${block.level}` : block.kind,
      startIndex,
      endIndex: reader.endIndex,
      tokens: pairHtmlTags(reader.tokens, source),
      isMarkdown: true,
      isInTable: block.kind === 'table',
      startsLine: block.kind !== 'table' && !isNumbered && !('isChecked' in block),
    },
  ];
}

/** Reads the tokens of a text from its nodes. */
class TokenReader {
  readonly tokens: InlineToken[] = [];
  endIndex: number;
  readonly #source: string;
  #pairs = 0;

  constructor(source: string, startIndex: number) {
    this.#source = source;
    this.endIndex = startIndex;
  }

  readNodes(nodes: readonly InlineNode[]): void {
    for (const node of nodes) this.#readNode(node);
  }

  #readNode(node: InlineNode): void {
    const { startIndex, endIndex } = node.range ?? { startIndex: this.endIndex, endIndex: this.endIndex };
    if (startIndex === endIndex) return;
    // Between two paragraphs of a footnote.
    if (startIndex > this.endIndex)
      this.#add({ kind: 'boundary', startIndex: this.endIndex, endIndex: startIndex });
    const raw = this.#source.slice(startIndex, endIndex);
    if ('children' in node && !this.#isKept(node, raw)) {
      const pair = this.#pairs++;
      const first = node.children[0]?.range?.startIndex ?? startIndex;
      this.#add({ kind: 'open', pair, startIndex, endIndex: first });
      this.readNodes(node.children);
      this.#add({ kind: 'close', pair, startIndex: this.endIndex, endIndex });
    } else if (node.type === 'text') {
      const isLineBreak = node.value === ' ' && /^\s*[\n\r]/.test(raw);
      this.#add(
        isLineBreak
          ? { kind: 'line', startIndex, endIndex }
          : { kind: 'text', text: node.value, startIndex, endIndex },
      );
    } else {
      // Labels of alerts and displayed formulas are no words of a sentence.
      const isSeparate = node.type === 'break' || (node.type === 'raw' && /^(?:\[|\$\$)/.test(raw));
      this.#add({ kind: isSeparate ? 'boundary' : 'keep', startIndex, endIndex });
    }
  }

  /** Links without words, addresses, and references that are found by their text are copied like a word. */
  #isKept(node: InlineNode & { readonly children: readonly InlineNode[] }, raw: string): boolean {
    if (node.type !== 'link') return false;
    const end = node.children.at(-1)?.range?.endIndex ?? 0;
    const text = raw.slice(1, end - (node.range?.startIndex ?? 0));
    return (
      !raw.startsWith('[') || !/[\p{L}\p{N}]/u.test(text) || /^\](?:\[\])?$/.test(raw.slice(text.length + 1))
    );
  }

  #add(token: InlineToken): void {
    this.tokens.push(token);
    this.endIndex = token.endIndex;
  }
}
