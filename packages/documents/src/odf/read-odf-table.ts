import { isBlank, plainText, type RichText } from '@quern/content/blocks/rich-text';
import type { TableBuilder } from '../office/table-builder.ts';
import { childrenOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { shownValue } from './shown-value.ts';

/** Rows that repeat one with text are cut. */
const rowsMax = 1000;
/** Places that a merged cell covers are cut. */
const columnsMax = 1024;
const nothing: RichText = [];

/** @returns the rows of a table, also those in header and group elements */
export function rowsOf(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap((child) => {
    if (child.name === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsOf(child) : [];
  });
}

/** Whether a row is hidden, such as by a filter. */
export function isHiddenRow({ attributes }: XmlElement): boolean {
  return attributes['visibility'] === 'collapse';
}

/** Adds a row to a table (OpenDocument 1.3 part 3, 9.1). Repetitions of rows without text are left out. */
export function readOdfRow(
  row: XmlElement,
  table: TableBuilder,
  readCell: (cell: XmlElement) => RichText,
): void {
  const cells = childrenOf(row)
    .filter(({ name }) => name === 'table-cell' || name === 'covered-table-cell')
    .map((cell): OdfCell => {
      const content = contentOf(cell, readCell);
      const isCovered = cell.name === 'covered-table-cell';
      const columns = countOf(cell.attributes['number-columns-spanned']);
      return { content, isCovered, columns, times: countOf(cell.attributes['number-columns-repeated']) };
    });
  const isEmpty = cells.every(({ content }) => isBlank(content));
  const times = isEmpty ? 1 : Math.min(countOf(row.attributes['number-rows-repeated']), rowsMax);
  const texts = cells.map(({ content }) => content);
  for (let time = 0; time < times && (time === 0 || table.allowsRow(texts)); time++) addRow(cells, table);
}

interface OdfCell {
  readonly content: RichText;
  readonly isCovered: boolean;
  readonly columns: number;
  readonly times: number;
}

function addRow(cells: readonly OdfCell[], table: TableBuilder): void {
  table.openRow();
  let gap = 0;
  for (const { content, isCovered, columns, times } of cells) {
    if (isCovered) {
      table.skip(gap);
      gap = 0;
      for (let time = 0; time < Math.min(times, columnsMax); time++) table.addCovered();
    } else if (isBlank(content) && columns === 1) gap += times;
    else {
      table.skip(gap);
      gap = 0;
      table.addCells(content, columns, times);
    }
  }
}

function contentOf(cell: XmlElement, readCell: (cell: XmlElement) => RichText): RichText {
  if (cell.name === 'covered-table-cell') return nothing;
  const content = readCell(cell);
  return isBlank(content) ? plainText(shownValue(cell)) : content;
}

function countOf(value: string | undefined): number {
  return Math.max(1, Math.trunc(Number(value)) || 1);
}
