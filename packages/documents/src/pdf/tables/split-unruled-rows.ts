import type { Line } from '../lines/line.ts';
import type { TableElementCell } from '../lines/page-element.ts';

/** Lines are on one baseline if they differ by less, in font sizes. */
const tolerance = 0.3;
/** Least share of the filled columns that have a line where a row begins. */
const sharedMin = 0.6;
/** Least number of rows without numbers in them: two lines of a heading are often on the same baselines. */
const plainRowsMin = 3;
/** Amounts, counts, dates, codes. */
const number = /^[\p{Sc}(+−–-]*\s*\d[\d.,:/%\s'’-]*\s*(?:\p{Sc}|[a-zA-Z]{1,3}|%)?\)?$/u;

/**
 * Splits rows between lines that hold several rows of text, where a table has lines between its columns only: a row begins at
 * each baseline that most columns share; further lines of a cell belong to the row above.
 */
export function splitUnruledRows(grid: readonly (readonly TableElementCell[])[]): TableElementCell[][] {
  return grid.flatMap((row, index) => {
    const isRepeating =
      row.some(({ isRepeated }) => isRepeated) ||
      (grid[index + 1] ?? []).some(({ isRepeated }) => isRepeated);
    const starts = isRepeating ? [] : rowStarts(row);
    if (starts.length < 2) return [[...row]];
    return starts.map((start, at) => {
      const next = starts[at + 1] ?? Number.POSITIVE_INFINITY;
      return row.map(({ lines }) => ({
        lines: lines.filter((line) => !isAbove(line, start) && isAbove(line, next)),
        isRepeated: false,
      }));
    });
  });
}

/** @returns the baselines at which rows begin; fewer than two if the cells are one row */
function rowStarts(row: readonly TableElementCell[]): number[] {
  const filled = row.map(({ lines }) => lines).filter((lines) => lines.length > 0);
  if (filled.length < 2) return [];
  const countMin = Math.max(2, Math.ceil(filled.length * sharedMin));
  const starts = baselinesOf(filled.flat()).filter(
    (baseline) => filled.filter((lines) => lines.some((line) => isOn(line, baseline))).length >= countMin,
  );
  const [first] = starts;
  if (first === undefined || filled.flat().some((line) => isAbove(line, first))) return [];
  const isStart = (line: Line) => starts.some((start) => isOn(line, start));
  // Columns whose lines all begin rows tell them; those with further lines are descriptions.
  const even = filled.filter((lines) => lines.length > 1 && lines.every(isStart));
  if (even.length < countMin) return [];
  const hasNumbers = even.some((lines) => lines.every(({ text }) => number.test(text.trim())));
  const isList = starts.length >= plainRowsMin && filled.every((lines) => lines.length === starts.length);
  return hasNumbers || isList ? starts : [];
}

/** Different baselines, from the top. */
function baselinesOf(lines: readonly Line[]): number[] {
  const baselines: number[] = [];
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = baselines.at(-1);
    if (last === undefined || !isOn(line, last)) baselines.push(line.baseline);
  }
  return baselines;
}

function isOn({ baseline, size }: Line, other: number): boolean {
  return Math.abs(baseline - other) < tolerance * size;
}

function isAbove(line: Line, baseline: number): boolean {
  return line.baseline < baseline && !isOn(line, baseline);
}
