import type { ContentBlock } from '../blocks/content-block.ts';
import type { InlineNode } from '../blocks/inline-node.ts';
import type { RichText } from '../blocks/rich-text.ts';

/** Replaces references to notes that a document does not have by their labels. */
export function withoutDanglingNotes(blocks: readonly ContentBlock[]): ContentBlock[] {
  const defined = new Set<string>();
  collectLabels(blocks, defined);
  return blocks.map((block) => replaceInBlock(block, defined));
}

function collectLabels(blocks: readonly ContentBlock[], defined: Set<string>): void {
  for (const block of blocks) {
    if (block.kind === 'footnote') defined.add(block.label);
    else if (block.kind === 'quote') collectLabels(block.blocks, defined);
  }
}

function replaceInBlock(block: ContentBlock, defined: ReadonlySet<string>): ContentBlock {
  switch (block.kind) {
    case 'quote':
      return { ...block, blocks: block.blocks.map((inner) => replaceInBlock(inner, defined)) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) =>
          row.map((cell) => ({ ...cell, content: replaceIn(cell.content, defined) })),
        ),
      };
    case 'heading':
    case 'paragraph':
    case 'list-item':
    case 'footnote':
      return { ...block, content: replaceIn(block.content, defined) };
    default:
      return block;
  }
}

function replaceIn(content: RichText, defined: ReadonlySet<string>): InlineNode[] {
  return content.map((node): InlineNode => {
    if (node.type === 'footnote' && !defined.has(node.label))
      return { type: 'text', value: `[${node.label}]` };
    return node.type === 'link' || node.type === 'emphasis'
      ? { ...node, children: replaceIn(node.children, defined) }
      : node;
  });
}
