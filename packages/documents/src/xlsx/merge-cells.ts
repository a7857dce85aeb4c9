import type { CellRange } from './cell-reference.ts';
import type { SheetGrid } from './read-sheet.ts';
import type { SheetCell, SheetRow } from './sheet-cell.ts';
import type { WorkbookBudget } from './workbook-budget.ts';

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
  const [text] = source.cell.content;
  const length = text !== undefined && 'value' in text ? text.value.length : 0;
  const cell = { ...source.cell, isRepeated: true };
  for (let index = start; index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined || row.index > last.row) return;
    for (let column = first.column; column <= last.column; column++) {
      if (row.index === first.row && column === first.column) continue;
      if (!budget.takeRepetition(length)) return;
      const cells = added.get(row);
      const repeated = { ...source, column, cell };
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
    const at = row.cells.findIndex(({ column }) => column >= first.column);
    const found = row.cells[at];
    if (found === undefined || found.column > last.column) continue;
    const { content } = found.cell;
    if (content.some(({ type }) => type === 'link')) continue;
    row.cells[at] = {
      ...found,
      cell: { ...found.cell, content: [{ type: 'link', url, children: [...content] }] },
    };
  }
}

function findCell(row: SheetRow, column: number): SheetCell | undefined {
  return row.cells.find((cell) => cell.column === column);
}

/** Position of the first row at an index or after it. */
function findRow(rows: readonly SheetRow[], index: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
