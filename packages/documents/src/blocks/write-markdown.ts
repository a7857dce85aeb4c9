import type { DocumentBlock, ListItemBlock, TableBlock, TableCell } from './document-block.ts';
import { escapeCell, escapeHeading, escapeParagraph } from './escape-markdown.ts';

/** Writes blocks as GitHub-flavored Markdown (https://github.github.com/gfm/). */
export function writeMarkdown(blocks: readonly DocumentBlock[]): string {
  const parts: string[] = [];
  const list = new ListWriter();
  let before: DocumentBlock | undefined;
  for (const block of blocks) {
    const isItem = block.kind === 'list-item';
    const continuesList = isItem && before?.kind === 'list-item';
    if (isItem && !continuesList) list.reset();
    if (before) parts.push(continuesList && !list.needsBlankLine(block) ? '\n' : '\n\n');
    parts.push(isItem ? list.write(block) : markdownOf(block));
    before = block;
  }
  return parts.join('');
}

function markdownOf(block: Exclude<DocumentBlock, ListItemBlock>): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${escapeHeading(block.text)}`;
    case 'paragraph':
      return escapeParagraph(block.text);
    case 'table':
      return writeTable(block);
    case 'verbatim':
      return block.text;
  }
}

/** Indents items by the markers of the items around them (https://spec.commonmark.org/0.31.2/#list-items). */
class ListWriter {
  /** Width of the marker of the last item of each depth. */
  #widths: number[] = [];

  /** To be called before the first item of each list. */
  reset(): void {
    this.#widths = [];
  }

  /** An inner list that does not begin with 1 cannot follow the text of the outer item directly. */
  needsBlankLine({ depth, number }: ListItemBlock): boolean {
    return depth >= this.#widths.length && number !== undefined && number !== 1;
  }

  write({ depth, number, text }: ListItemBlock): string {
    // An item can be only one level deeper than the one before.
    this.#widths.length = Math.min(depth, this.#widths.length);
    const indent = ' '.repeat(this.#widths.reduce((sum, width) => sum + width, 0));
    const marker = number === undefined ? '-' : `${number}.`;
    this.#widths.push(marker.length + 1);
    const continued = `\n${indent}${' '.repeat(marker.length + 1)}`;
    return `${indent}${marker} ${escapeParagraph(text).replaceAll('\n', continued)}`;
  }
}

/** Writes a table whose first row is the header, which has to be as wide as the widest row. */
function writeTable({ rows }: TableBlock): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const [header = [], ...rest] = rows;
  const missing: TableCell[] = Array.from({ length: width - header.length }, () => ({ text: '' }));
  const delimiters = `|${' --- |'.repeat(width)}`;
  return [writeRow([...header, ...missing]), delimiters, ...rest.map(writeRow)].join('\n');
}

function writeRow(cells: readonly TableCell[]): string {
  return `|${cells.map(({ text }) => (text === '' ? ' |' : ` ${escapeCell(text)} |`)).join('')}`;
}
