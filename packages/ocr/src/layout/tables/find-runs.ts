import { median } from '../segments/segment.ts';
import type { TableRow } from './find-columns.ts';
import { isPair } from './find-pairs.ts';
import { gapBetween } from './flat-words.ts';
import { indentMax } from './join-lines.ts';

/** A gap of this share of the height of a line separates cells, whatever the other rows look like. */
const wideGap = 0.7;
/** A table has ended where rows are further apart than this many times their usual distance. */
const pitchRatio = 1.6;
/** A list of pairs ends, or begins, where rows are further apart than this many times their usual distance. */
const listGap = 1.15;
/** Rows with one cell between others, such as the second line of a description. */
const singlesMax = 3;
/** Rows are further apart than this many heights only if a table has ended. */
const distanceMax = 3.2;
/** The rows of a table have one size of text, within this factor; a number and its caption on a dashboard have not. */
const sizeRatio = 1.5;
/** The distances of the lines of a cell differ by less than this factor. */
const pitchSlack = 1.15;
/** A part of a run has at least this many rows. */
const partRowsMin = 2;

/** Rows of a block: index of the first one, and of the one after the last. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** The run of rows that starts at a row and may be a table; empty or a single row if none may. */
export function findRun(rows: readonly TableRow[], from: number): Run {
  return { from, to: from + uniformRows(rows.slice(from, runEnd(rows, from))) };
}

/** Whether a row has wide gaps. */
export function hasSeveralCells({ values, height }: TableRow): boolean {
  return values.some((word, index) => index > 0 && gapBetween(values[index - 1], word, height) > wideGap);
}

const ratioOf = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b);

/** End of the run of rows with several cells that starts at a row; rows with one cell in between belong to it. */
function runEnd(rows: readonly TableRow[], from: number): number {
  const first = rows[from];
  if (first === undefined || !hasSeveralCells(first)) return from;
  let end = from + 1;
  const pitches: number[] = [];
  for (let index = from + 1; index < rows.length && index <= end + singlesMax; index += 1) {
    const [row, before] = [rows[index], rows[index - 1]];
    if (row === undefined || before === undefined) break;
    const distance = row.y - before.y;
    const usual = pitches.length < 2 ? Infinity : median(pitches);
    if (distance > distanceMax * row.height || distance > usual * pitchRatio) break;
    if (!hasSeveralCells(row)) continue;
    if (ratioOf(row.height, rows[end - 1]?.height ?? row.height) > sizeRatio) break;
    pitches.push(row.y - (rows[end - 1]?.y ?? before.y));
    end = index + 1;
  }
  return end;
}

/** The number of rows of a run before it changes, after a wider space, from a list of pairs to a table or back. */
function uniformRows(run: readonly TableRow[]): number {
  const distances = distancesOf(run);
  const wide = median(distances) * listGap;
  for (let at = partRowsMin; at <= run.length - partRowsMin; at += 1) {
    if ((distances[at - 1] ?? 0) < wide) continue;
    const [above, below] = [run.slice(0, at), run.slice(at)];
    if (above.every(isPair) !== below.every(isPair)) return at;
  }
  return run.length;
}

/**
 * Adds the rows before the first one and after the last one that may be further lines of their cells.
 *
 * @param free index of the first row that is in no other table
 */
export function extendRun(rows: readonly TableRow[], { from: start, to: end }: Run, free: number): Run {
  const members = rows.slice(start, end);
  const pitch = wrappedPitch(members) * pitchSlack;
  const starts = members.flatMap(({ words }) => words.filter(({ startsSegment }) => startsSegment));
  const isNext = (index: number, step: 1 | -1): boolean => {
    const [row, neighbor] = [rows[index], rows[index - step]];
    if (row === undefined || neighbor === undefined || hasSeveralCells(row)) return false;
    const left = row.words[0]?.left ?? -Infinity;
    return (
      Math.abs(row.y - neighbor.y) < pitch &&
      starts.some((word) => Math.abs(word.left - left) < row.height * indentMax)
    );
  };
  let [from, to] = [start, end];
  while (to - end < singlesMax && isNext(to, 1)) to += 1;
  if (to === end && isContinuation(rows, start, end)) to += 1;
  // A line above the first row is one of its cells if there is one below it as well.
  const isCentered = () => isNext(from - 1, -1) && isNext(2 * start - from + 1, 1);
  while (from > free && start - from < singlesMax && isCentered()) from -= 1;
  return { from, to };
}

/** Distance of the lines of a cell, from lines with one cell to the nearer neighbor; 0 without such lines. */
function wrappedPitch(rows: readonly TableRow[]): number {
  const distances = rows.flatMap((row, index) => {
    const [before, after] = [rows[index - 1], rows[index + 1]];
    if (hasSeveralCells(row) || before === undefined || after === undefined) return [];
    return [Math.min(row.y - before.y, after.y - row.y)];
  });
  return median(distances);
}

/** Whether the row after the last one may be a second line of a cell, which is indented. */
function isContinuation(rows: readonly TableRow[], from: number, to: number): boolean {
  const [last, next] = [rows[to - 1], rows[to]];
  const pitch = median(distancesOf(rows.slice(from, to)));
  if (last === undefined || next === undefined || next.y - last.y > pitch) return false;
  const start = next.words[0]?.left ?? -Infinity;
  const isIndented = start > (last.words[0]?.left ?? Infinity) + last.height;
  return (
    isIndented &&
    last.words.some(
      ({ left, startsSegment }) => startsSegment && Math.abs(left - start) < last.height * indentMax,
    )
  );
}

/** Distances of neighboring rows. */
export const distancesOf = (rows: readonly TableRow[]): number[] =>
  rows.slice(1).map((row, index) => row.y - (rows[index]?.y ?? row.y));
