import { boundsOf, medianOf, type Word } from '../words/word.ts';
import { groupRows } from './group-rows.ts';
import { type Column, composeLine, type Line } from './line.ts';

/** Composes the lines of a region from top to bottom. */
export function composeLines(words: readonly Word[], page: number): Line[] {
  const rows = groupRows(words);
  const distances = rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before === undefined || Math.abs(before.size - row.size) > 0.1 * row.size) return [];
    const distance = row.baseline - before.baseline;
    return distance < 2.2 * row.size ? [distance] : [];
  });
  const column: Column = { ...boundsOf(words), leading: medianOf(distances) };
  return rows.map((row) => composeLine(row.items, column, page));
}
