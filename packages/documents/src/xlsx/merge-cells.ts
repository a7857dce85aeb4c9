import { textOf } from '@quern/content/blocks/rich-text';
import type { CellRange } from './cells/cell-reference.ts';
import type { SheetGrid } from './cells/grid-collector.ts';
import type { SheetCell, SheetRow } from './cells/sheet-cell.ts';
import type { WorkbookBudget } from './cells/workbook-budget.ts';

/** Links of larger ranges apply to their first row only. */
const linkedRowsMax = 100;

/** Repeats the texts of merged cells in all places with rows and columns in use, and adds the links of cells. */
export function completeCells(grid: SheetGrid, budget: WorkbookBudget): void {
  const { rows } = grid;
  const width = rows.reduce((widest, { cells }) => Math.max(widest, (cells.at(-1)?.column ?? 0) + 1), 0);
  const added = new Map<SheetRow, SheetCell[]>();
  for (const merge of grid.merges) repeatText(rows, clip(merge, width), budget, added);
  for (const [row, cells] of added) {
    const byColumn = new Map<number, SheetCell>();
    for (const cell of [...row.cells, ...cells])
      if (!byColumn.has(cell.column)) byColumn.set(cell.column, cell);
    row.cells = [...byColumn.values()].toSorted((a, b) => a.column - b.column);
  }
  for (const { range, url } of grid.links) addLink(rows, range, url);
}

function clip({ first, last }: CellRange, width: number): CellRange {
  return { first, last: { row: last.row, column: Math.min(last.column, width - 1) } };
}

function repeatText(
  rows: readonly SheetRow[],
  { first, last }: CellRange,
  budget: WorkbookBudget,
  added: Map<SheetRow, SheetCell[]>,
): void {
  const start = findRow(rows, first.row);
  const source = rows[start]?.index === first.row ? findCell(rows[start], first.column) : undefined;
  if (source === undefined) return;
  const { length } = textOf(source.content);
  for (let index = start; index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined || row.index > last.row) return;
    for (let column = first.column; column <= last.column; column++) {
      if (row.index === first.row && column === first.column) continue;
      if (!budget.takeRepetition(length)) return;
      const cells = added.get(row);
      const repeated = { ...source, column, isRepeated: true };
      if (cells) cells.push(repeated);
      else added.set(row, [repeated]);
    }
  }
}

function addLink(rows: readonly SheetRow[], { first, last }: CellRange, url: string): void {
  const rowLast = Math.min(last.row, first.row + linkedRowsMax);
  for (let index = findRow(rows, first.row); index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined || row.index > rowLast) return;
    const at = lowerBound(row.cells.length, (cell) => (row.cells[cell]?.column ?? 0) < first.column);
    const found = row.cells[at];
    if (found === undefined || found.column > last.column) continue;
    const { content } = found;
    if (content.some(({ type }) => type === 'link')) continue;
    row.cells[at] = { ...found, content: [{ type: 'link', url, children: [...content] }] };
  }
}

function findCell(row: SheetRow, column: number): SheetCell | undefined {
  const cell = row.cells[lowerBound(row.cells.length, (index) => (row.cells[index]?.column ?? 0) < column)];
  return cell?.column === column ? cell : undefined;
}

/** Position of the first row at an index or after it. */
function findRow(rows: readonly SheetRow[], index: number): number {
  return lowerBound(rows.length, (position) => (rows[position]?.index ?? 0) < index);
}

/** Position of the first of a number of sorted items that is not before the wanted one. */
function lowerBound(length: number, isBefore: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
