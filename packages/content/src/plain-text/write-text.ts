import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import type { TextRange } from '@quern/text/span';
import { checkboxMark } from '../blocks/checkbox-mark.ts';
import type { ContentBlock, TableCell } from '../blocks/content-block.ts';
import { isBlank, type RichText, textOf } from '../blocks/rich-text.ts';

/**
 * Writes blocks as plain text: paragraphs are separated by blank lines, list items begin with their marker, and table
 * rows are lines whose cells are separated by vertical bars.
 *
 * @param lengthMax number of characters after which no further block is written
 */
export function writeText(blocks: readonly ContentBlock[], lengthMax?: number): string {
  return placeText(blocks, lengthMax).text;
}

/** A block, and where its text is in the text of the document. */
export interface PlacedText extends TextRange {
  readonly block: ContentBlock;
}

/** Writes blocks as `writeText` does, and records their places. */
export function placeText(
  blocks: readonly ContentBlock[],
  lengthMax: number = Number.POSITIVE_INFINITY,
): { readonly text: string; readonly places: readonly PlacedText[] } {
  const parts: string[] = [];
  const places: PlacedText[] = [];
  let length = 0;
  let position = 0;
  let before: ContentBlock | undefined;
  for (const block of blocks) {
    const text = textOfBlock(block);
    if (text === '') continue;
    const separator =
      before === undefined ? '' : block.isAdjacent || isNextItem(block, before) ? '\n' : '\n\n';
    parts.push(separator, text);
    const startIndex = position + separator.length;
    position = startIndex + text.length;
    places.push({ block, startIndex, endIndex: position });
    before = block;
    length += text.length;
    if (length >= lengthMax) break;
  }
  return { text: parts.join(''), places };
}

/** Whether a block is the next item of a list. */
function isNextItem(block: ContentBlock, before: ContentBlock): boolean {
  return block.kind === 'list-item' && before.kind === 'list-item' && block.startsList !== true;
}

function textOfBlock(block: ContentBlock): string {
  switch (block.kind) {
    case 'list-item':
      return isBlank(block.content)
        ? ''
        : `${block.marker} ${checkboxMark(block.isChecked)}${linesOf(block.content)}`;
    case 'table':
      return block.rows
        .map(writeRow)
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
      return linesOf(block.content);
  }
}

/** The lines of a text without white space at their ends. */
function linesOf(content: RichText): string {
  return textOf(content)
    .trim()
    .replace(/[ \t]+\n/g, '\n');
}

/** A cell that covers several columns is written once, and one that covers several rows in each of them. */
function writeRow(row: readonly TableCell[]): string {
  return row
    .filter(({ content, isRepeated }, index) => !isRepeated || row[index - 1]?.content !== content)
    .map(({ content }) => collapseWhitespace(textOf(content)))
    .filter((text) => text !== '')
    .join(' | ');
}
