import { type ContentBlock, headingLevelMax } from '@quern/content/blocks/content-block';
import type { InlineNode } from '@quern/content/blocks/inline-node';
import type { RichText } from '@quern/content/blocks/rich-text';
import type { DocumentPage } from '../model/document-content.ts';

/** The place of a part in the document that contains it. */
export interface PartPlace {
  /** Level of the heading above the part. */
  readonly headingLevel: number;
  /** Number of its first page. */
  readonly page: number;
  /** Pages of the part, by its numbers; empty if it has none. */
  readonly pages: readonly DocumentPage[];
  /** Prefix of the labels of its notes. */
  readonly prefix: string;
}

/** Moves the blocks of a part into a document: headings below that of the part, numbers of pages on, separate notes. */
export function placeBlocks(
  blocks: readonly ContentBlock[],
  { headingLevel, page, pages, prefix }: PartPlace,
): ContentBlock[] {
  const numbers = new Map(pages.map(({ number }, index) => [number, page + index]));
  const hasNotes = blocks.some(({ kind }) => kind === 'footnote');
  return blocks.map((block) => {
    const placed = {
      ...(hasNotes ? renameNotes(block, prefix) : block),
      page: numbers.get(block.page ?? 0) ?? page,
      range: undefined,
    };
    if (placed.kind !== 'heading') return placed;
    return { ...placed, level: Math.min(placed.level + headingLevel, headingLevelMax) };
  });
}

function renameNotes(block: ContentBlock, prefix: string): ContentBlock {
  switch (block.kind) {
    case 'footnote':
      return { ...block, label: prefix + block.label, content: renameIn(block.content, prefix) };
    case 'quote':
      return { ...block, blocks: block.blocks.map((each) => renameNotes(each, prefix)) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) =>
          row.map((cell) => ({ ...cell, content: renameIn(cell.content, prefix) })),
        ),
      };
    case 'heading':
    case 'paragraph':
    case 'list-item':
      return { ...block, content: renameIn(block.content, prefix) };
    default:
      return block;
  }
}

function renameIn(content: RichText, prefix: string): InlineNode[] {
  return content.map((node): InlineNode => {
    if (node.type === 'footnote') return { ...node, label: prefix + node.label };
    return 'children' in node ? { ...node, children: renameIn(node.children, prefix) } : node;
  });
}
