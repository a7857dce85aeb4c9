import type { PageBox } from '../../model/document-block.ts';
import type { Row } from '../layout/group-rows.ts';
import { medianOf, type Word } from '../words/word.ts';
import type { ColumnGap } from './find-column-gaps.ts';

/** A cell before its lines are composed. */
export interface WordCell {
  readonly words: Word[];
  readonly isRepeated: boolean;
}

/** Distributes the words of rows to columns, and joins the rows whose cells have several lines. */
export function buildTableRows(
  rows: readonly Row<Word>[],
  gaps: readonly ColumnGap[],
  rules: readonly PageBox[],
): WordCell[][] {
  const separators = separatingRules(rows, rules);
  const groups = separators === undefined ? groupByFirstColumn(rows, gaps) : groupByRules(rows, separators);
  return groups.map((group) => toCells(group, gaps));
}

/** The lines between rows, if they separate all rows of the table: most of the bands between them have text. */
function separatingRules(rows: readonly Row<Word>[], rules: readonly PageBox[]): number[] | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const ys = [...new Set(rules.map(({ top, bottom }) => Math.round((top + bottom) / 2)))].toSorted(
    (a, b) => a - b,
  );
  const inner = ys.filter(
    (y, index) => y > first.baseline && y < last.baseline && y - (ys[index - 1] ?? 0) > 3,
  );
  // Lines below the header and above the sum only do not separate the rows.
  return inner.length >= Math.max(2, (rows.length - 1) * 0.4) ? inner : undefined;
}

function groupByRules(rows: readonly Row<Word>[], ys: readonly number[]): Row<Word>[][] {
  const groups = Map.groupBy(rows, ({ baseline }) => ys.filter((y) => y < baseline).length);
  return [...groups.values()];
}

/**
 * A row continues the one above if it leaves the first column white and is closer to it than rows are to each other, or
 * if it has text in a single column only.
 */
function groupByFirstColumn(rows: readonly Row<Word>[], gaps: readonly ColumnGap[]): Row<Word>[][] {
  const [firstGap] = gaps;
  const isStart = (row: Row<Word>): boolean => row.items.some(({ right }) => right <= (firstGap?.right ?? 0));
  const distances = rows.slice(1).map((row, index) => row.baseline - (rows[index]?.baseline ?? 0));
  const starts = distances.filter((_, index) => {
    const row = rows[index + 1];
    return row !== undefined && isStart(row) && columnsOf(row, gaps).size > 1;
  });
  const usual = medianOf(starts);
  const smallest = Math.min(...distances, Infinity);
  const isSpaced = usual > smallest * 1.25;
  const groups: Row<Word>[][] = [];
  for (const [index, row] of rows.entries()) {
    const last = groups.at(-1);
    const distance = distances[index - 1] ?? Infinity;
    const isClose = isSpaced ? distance < (usual + smallest) / 2 : distance <= usual * 1.15;
    const columns = columnsOf(row, gaps);
    const continues = isSpaced
      ? isClose && !(isStart(row) && columns.size > 1 && distance > smallest * 1.2)
      : !isStart(row) && isClose && columns.size <= Math.max(1, gaps.length / 2);
    if (last && continues) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The columns in which a row has text. */
export function columnsOf(row: Row<Word>, gaps: readonly ColumnGap[]): Set<number> {
  return new Set(row.items.map((word) => columnOf((word.left + word.right) / 2, gaps)));
}

const columnOf = (x: number, gaps: readonly ColumnGap[]): number =>
  gaps.filter(({ left, right }) => (left + right) / 2 < x).length;

function toCells(rows: readonly Row<Word>[], gaps: readonly ColumnGap[]): WordCell[] {
  const cells: WordCell[] = Array.from({ length: gaps.length + 1 }, () => ({ words: [], isRepeated: false }));
  const spans = new Map<number, number>();
  for (const { items, size } of rows) {
    for (const part of partsOf(items, size, gaps)) {
      const from = columnOf(part[0]?.left ?? 0, gaps);
      const to = columnOf(part.at(-1)?.right ?? 0, gaps);
      cells[from]?.words.push(...part);
      if (to > from) spans.set(from, Math.max(spans.get(from) ?? from, to));
    }
  }
  for (const [from, to] of spans) {
    for (let at = from + 1; at <= to; at += 1) {
      if (cells[at]?.words.length === 0) cells[at] = { words: cells[from]?.words ?? [], isRepeated: true };
    }
  }
  return cells;
}

/** Divides a row at the gaps that it leaves white; text that crosses a gap is one part. */
function partsOf(items: readonly Word[], size: number, gaps: readonly ColumnGap[]): Word[][] {
  const parts: Word[][] = [];
  for (const item of items) {
    const last = parts.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined) {
      parts.push([item]);
      continue;
    }
    const isApart = gaps.some(({ left, right }) => {
      const middle = (left + right) / 2;
      return before.right <= middle + 1 && item.left >= middle - 1;
    });
    if (isApart && item.left - before.right > 0.45 * size) parts.push([item]);
    else last.push(item);
  }
  return parts;
}
