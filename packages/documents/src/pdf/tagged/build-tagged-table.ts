import { composeLines } from '../lines/compose-lines.ts';
import type { TableElement, TableElementCell } from '../lines/page-element.ts';
import { boundsOf } from '../words/word.ts';
import type { TaggedTable } from './read-tagged-blocks.ts';
import { type WordsById, wordsOf } from './words-by-id.ts';

const [rowsMax, columnsMax] = [5000, 200];

/**
 * Builds a table from its rows and cells.
 *
 * @returns undefined if it has no two columns, or rows of different widths
 */
export function buildTaggedTable(
  { rows }: TaggedTable,
  words: WordsById,
  page: number,
): TableElement | undefined {
  if (rows.length > rowsMax) return undefined;
  const grid: TableElementCell[][] = rows.map(() => []);
  for (const [y, row] of rows.entries()) {
    const placed = grid[y] ?? [];
    let x = 0;
    for (const { content, columnSpan, rowSpan } of row) {
      while (placed[x] !== undefined) x += 1;
      if (x + columnSpan > columnsMax) return undefined;
      const lines = composeLines(wordsOf(content, words), page);
      const bottom = Math.min(y + rowSpan, rows.length);
      for (const [at, target] of grid.slice(y, bottom).entries()) {
        for (let column = x; column < x + columnSpan; column += 1)
          target[column] = { lines, isRepeated: at > 0 || column > x };
      }
      x += columnSpan;
    }
  }
  const kept = grid.filter((row) => row.some(({ lines }) => lines.length > 0));
  const lines = kept.flat().flatMap((cell) => cell.lines);
  const [width = 0] = kept.map((row) => row.length);
  const isRegular =
    width >= 2 && kept.every((row) => row.length === width && Object.keys(row).length === width);
  if (!isRegular || lines.length === 0) return undefined;
  return { kind: 'table', page, isTagged: true, ...boundsOf(lines), rows: kept };
}
