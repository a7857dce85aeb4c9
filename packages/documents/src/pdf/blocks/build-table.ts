import type { TableBlock, TableCell } from '@quern/content/blocks/content-block';
import type { Line } from '../lines/line.ts';
import type { TableElement, TableElementCell } from '../lines/page-element.ts';
import type { InlineWriter } from './inline-text.ts';

/** Builds the block of a table; text that is bold throughout, such as a header, is not emphasized. */
export function buildTable(
  { rows, page, firstPage, left, top, right, bottom }: TableElement,
  writer: InlineWriter,
): TableBlock {
  const contents = new Map<readonly Line[], TableCell['content']>();
  const toCell = ({ lines, isRepeated }: TableElementCell): TableCell => {
    const content = contents.get(lines) ?? writer.write(lines, { isCell: true });
    contents.set(lines, content);
    return isRepeated ? { content, isRepeated } : { content };
  };
  return {
    kind: 'table',
    page: firstPage ?? page,
    box: { left, top, right, bottom },
    rows: rows.map((row) => Array.from(row, (cell) => toCell(cell ?? { lines: [], isRepeated: false }))),
  };
}

/** The text of a cell without styles. */
export const textOfCell = ({ lines }: TableElementCell): string => lines.map(({ text }) => text).join(' ');
