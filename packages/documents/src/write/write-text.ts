import type { DocumentBlock } from '../model/document-block.ts';
import { textOf } from '../model/rich-text.ts';

/**
 * Writes blocks as plain text: paragraphs are separated by blank lines, list items begin with their marker, and table
 * rows are lines whose cells are separated by vertical bars. A merged cell is written once.
 *
 * @param lengthMax number of characters after which no further block is written
 */
export function writeText(
  blocks: readonly DocumentBlock[],
  lengthMax: number = Number.POSITIVE_INFINITY,
): string {
  const parts: string[] = [];
  let length = 0;
  for (const block of blocks) {
    const text = textOfBlock(block);
    if (text === '') continue;
    if (parts.length > 0) parts.push(block.isAdjacent ? '\n' : '\n\n');
    parts.push(text);
    length += text.length;
    if (length >= lengthMax) break;
  }
  return parts.join('');
}

function textOfBlock(block: DocumentBlock): string {
  switch (block.kind) {
    case 'list-item':
      return `${block.marker} ${textOf(block.content)}`;
    case 'table':
      return block.rows
        .map((row) =>
          row.filter(({ isRepeated }) => !isRepeated).map(({ content }) => lineOf(textOf(content))),
        )
        .map((row) => row.filter((text) => text !== '').join(' | '))
        .filter((row) => row !== '')
        .join('\n');
    case 'quote':
      return writeText(block.blocks);
    case 'figure':
      return block.alternativeText;
    case 'formula':
      return block.tex;
    case 'rule':
      return '';
    case 'code':
    case 'verbatim':
      return block.text;
    default:
      return textOf(block.content);
  }
}

function lineOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
