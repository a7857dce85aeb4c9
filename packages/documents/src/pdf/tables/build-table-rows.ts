import type { PageBox } from '@quern/content/blocks/content-block';
import type { Row } from '../lines/group-rows.ts';
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

/** Lines closer than this part of the font size are of different cells of one row, which are centered. */
const interleavedMax = 0.95;
/** Ratio of the distances of rows and of lines inside cells. */
const distanceRatioMin = 1.18;

/** Joins the rows that are lines of cells: those that are closer to each other than rows are, or begin no row. */
function groupByFirstColumn(rows: readonly Row<Word>[], gaps: readonly ColumnGap[]): Row<Word>[][] {
  const joined = joinWhere(rows, (row, above) => row.baseline - above.baseline < interleavedMax * row.size);
  const merged = joined.map((group) => group.length > 1);
  const distances = joined.slice(1).map((group, at) => distanceOf(joined[at] ?? [], group));
  const threshold = findThreshold(distances);
  if (threshold !== undefined) {
    const continued = joined.filter((_, at) => at > 0 && (distances[at - 1] ?? Infinity) < threshold);
    const full = continued.filter((group) => columnsOf(group, gaps).size > (gaps.length + 1) * 0.6);
    const isWrapping = continued.length > 0 && full.length < continued.length * 0.4;
    if (isWrapping) return joinGroups(joined, (at) => (distances[at - 1] ?? Infinity) < threshold);
  }
  return joinGroups(joined, (at) => {
    const columns = columnsOf(joined[at] ?? [], gaps);
    const isClose = (distances[at - 1] ?? Infinity) <= medianOf(distances) * 1.15;
    return !merged[at] && isClose && !columns.has(0) && columns.size <= Math.max(1, gaps.length / 2);
  });
}

const distanceOf = (above: readonly Row<Word>[], below: readonly Row<Word>[]): number =>
  (below[0]?.baseline ?? 0) - (above.at(-1)?.baseline ?? 0);

function joinWhere(
  rows: readonly Row<Word>[],
  continues: (row: Row<Word>, above: Row<Word>) => boolean,
): Row<Word>[][] {
  const groups: Row<Word>[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const above = last?.at(-1);
    if (last && above && continues(row, above)) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function joinGroups(groups: readonly Row<Word>[][], continues: (at: number) => boolean): Row<Word>[][] {
  const joined: Row<Word>[][] = [];
  for (const [at, group] of groups.entries()) {
    if (at > 0 && continues(at)) joined.at(-1)?.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

/** The distance between those of lines inside cells and those of rows: where sorted distances differ most. */
function findThreshold(distances: readonly number[]): number | undefined {
  const sorted = distances.toSorted((a, b) => a - b);
  let [best, threshold] = [distanceRatioMin, 0];
  for (const [index, distance] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before === undefined || before <= 0 || distance / before <= best) continue;
    [best, threshold] = [distance / before, (before + distance) / 2];
  }
  return threshold > 0 ? threshold : undefined;
}

/** The columns in which a row has text. */
function columnsOf(rows: readonly Row<Word>[], gaps: readonly ColumnGap[]): Set<number> {
  return new Set(
    rows.flatMap((row) => row.items.map((word) => columnOf((word.left + word.right) / 2, gaps))),
  );
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
