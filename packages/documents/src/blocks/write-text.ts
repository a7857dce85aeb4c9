import type { DocumentBlock } from './document-block.ts';

/**
 * Writes blocks as plain text: paragraphs are separated by blank lines, list items begin with their marker, and table
 * rows are lines whose cells are separated by vertical bars. A merged cell is written once.
 */
export function writeText(blocks: readonly DocumentBlock[]): string {
  const parts: string[] = [];
  for (const block of blocks) {
    if (parts.length > 0) parts.push(block.isAdjacent ? '\n' : '\n\n');
    parts.push(textOf(block));
  }
  return parts.join('');
}

function textOf(block: DocumentBlock): string {
  switch (block.kind) {
    case 'list-item':
      return `${block.marker} ${block.text}`;
    case 'table':
      return block.rows
        .map((row) => row.filter(({ text, isRepeated }) => text !== '' && !isRepeated))
        .filter((row) => row.length > 0)
        .map((row) => row.map(({ text }) => text).join(' | '))
        .join('\n');
    default:
      return block.text;
  }
}
