import type { PageBox } from '@quern/content/blocks/content-block';
import { composeLines } from '../lines/compose-lines.ts';
import type { TableElement, TableElementCell } from '../lines/page-element.ts';
import type { Word } from '../words/word.ts';
import { findGridCells, type GridCell, groupRules, type RuleLine } from './ruling-grid.ts';
import { splitUnruledRows } from './split-unruled-rows.ts';

/** Tables between lines, and the words outside of them. */
export interface RuledTables {
  readonly tables: TableElement[];
  readonly words: Word[];
}

/** Share of the cells that have to have text, so that drawings are not taken for tables. */
const filledMin = 0.35;

/** Finds the tables whose cells are separated by vertical and horizontal lines. */
export function findRuledTables(
  words: readonly Word[],
  rules: readonly RuleLine[],
  page: number,
): RuledTables {
  const tables: TableElement[] = [];
  let rest = [...words];
  for (const group of groupRules(rules)) {
    const cells = findGridCells(group);
    if (cells === undefined) continue;
    const inside = rest.filter((word) => isInside(word, group));
    const table = toTable(cells, inside, group, page);
    if (table === undefined) continue;
    tables.push(table);
    const taken = new Set(inside);
    rest = rest.filter((word) => !taken.has(word));
  }
  return { tables, words: rest };
}

function toTable(
  cells: readonly GridCell[],
  words: readonly Word[],
  { left, top, right, bottom }: PageBox,
  page: number,
): TableElement | undefined {
  const contents = cells.map((cell) => ({ cell, words: [] as Word[] }));
  for (const word of words) contents.find(({ cell }) => isInside(word, cell))?.words.push(word);
  const filled = contents.filter((content) => content.words.length > 0);
  if (filled.length < 2 || filled.length < filledMin * cells.length) return undefined;
  const grid: TableElementCell[][] = [];
  for (const { cell, words: inside } of contents) {
    const lines = composeLines(inside, page);
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1) {
        const cellsOfRow = grid[row] ?? [];
        cellsOfRow[column] = { lines, isRepeated: row > cell.row || column > cell.column };
        grid[row] = cellsOfRow;
      }
    }
  }
  const kept = removeEmpty(splitUnruledRows(grid));
  const width = Math.max(...kept.map((row) => row.length));
  if (kept.length < 2 && width < 3) return undefined;
  if (width < 2) return undefined;
  return { kind: 'table', page, left, top, right, bottom, rows: kept };
}

/** Removes rows and columns that are empty or only repeat others, such as the space between double lines. */
function removeEmpty(grid: readonly (readonly TableElementCell[])[]): TableElementCell[][] {
  const isFilled = (cell: TableElementCell | undefined): boolean =>
    cell !== undefined && cell.lines.length > 0 && !cell.isRepeated;
  const rows = grid.filter((row) => row.some(isFilled));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const kept = Array.from({ length: columns }, (_, at) => rows.some((row) => isFilled(row[at])));
  return rows.map((row) => row.filter((_, at) => kept[at]));
}

const isInside = (word: Word, box: PageBox): boolean => {
  const [x, y] = [(word.left + word.right) / 2, word.baseline - word.size * 0.3];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
};
