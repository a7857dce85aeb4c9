import type { PdfLine, PdfSegment } from './group-text-lines.ts';
import { isContentsLine } from './is-contents-line.ts';
import { listMarkerOf } from './list-marker.ts';

/** A cell of a table. */
export interface PdfCell {
  readonly text: string;
}

/** A line of a page outside of tables, or a table. */
export type PdfElement =
  | { readonly kind: 'line'; readonly line: PdfLine }
  | { readonly kind: 'table'; readonly rows: readonly (readonly PdfCell[])[] };

/** Maximum distance between the baselines of two rows, relative to the font size. */
const rowDistanceMax = 3;
/** Minimum number of rows of a table, and of one with more than two columns. */
const rowsMin = 3;
const wideRowsMin = 2;
/** A cell of prose has at least this many words and fills this share of its column. */
const proseWordsMin = 5;
const proseWidthMin = 0.8;

/**
 * Finds tables by their layout: consecutive lines with wide gaps, most of which have the same number of segments in the
 * same columns. Columns of prose side by side are not a table.
 */
export function findTables(lines: readonly PdfLine[]): PdfElement[] {
  const elements: PdfElement[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end) {
    end = endOfRegion(lines, start);
    addRegion(elements, lines.slice(start, end));
  }
  return elements;
}

/** Returns the index behind the lines that may be a table with the line at `start`. */
function endOfRegion(lines: readonly PdfLine[], start: number): number {
  let end = start + 1;
  let before = lines[start];
  if (!before || !isRow(before)) return end;
  for (let index = end; index < lines.length; index++) {
    const line = lines[index];
    if (!line || !follows(before, line)) break;
    before = line;
    if (isRow(line)) end = index + 1;
    else if (index > end) break;
  }
  return end;
}

function isRow(line: PdfLine): boolean {
  const { segments, text } = line;
  return segments.length > 1 && !(segments.length === 2 && listMarkerOf(line)) && !isContentsLine(text);
}

function follows(before: PdfLine, line: PdfLine): boolean {
  const size = Math.max(before.fontSize, line.fontSize);
  const drop = before.baseline - line.baseline;
  return (
    drop > 0 && drop <= size * rowDistanceMax && Math.abs(before.fontSize - line.fontSize) <= size * 0.25
  );
}

/** Adds a region as a table, else its runs of rows with the same number of segments as tables, else its lines. */
function addRegion(elements: PdfElement[], region: readonly PdfLine[]): void {
  const whole = toTable(region);
  if (whole) {
    elements.push(whole);
    return;
  }
  for (let start = 0, end = 0; start < region.length; start = end) {
    const count = region[start]?.segments.length;
    end = start + 1;
    while (end < region.length && region[end]?.segments.length === count) end++;
    const run = region.slice(start, end);
    const table = end - start < region.length ? toTable(run) : undefined;
    if (table) elements.push(table);
    else for (const line of run) elements.push({ kind: 'line', line });
  }
}

function toTable(lines: readonly PdfLine[]): PdfElement | undefined {
  const width = mostFrequentCount(lines);
  const regular = lines.filter(({ segments }) => segments.length === width);
  const needed = Math.max(width > 2 ? wideRowsMin : rowsMin, lines.length / 2);
  if (width < 2 || regular.length < needed) return undefined;
  const columns = findColumns(regular, width);
  if (!columns || areProse(regular, columns)) return undefined;
  const rows: PdfCell[][] = [];
  for (const line of lines) {
    const row = toRow(line, columns);
    const last = rows.at(-1);
    const isAligned = line.segments.length < 2 || row.filter((text) => text !== '').length > 1;
    if (!isAligned) return undefined;
    // A line without a first cell continues the cells above.
    if (last && line.segments.length < 2 && row[0] === '') {
      row.forEach((text, index) => {
        last[index] = { text: joinLines(last[index]?.text ?? '', text) };
      });
    } else rows.push(row.map((text) => ({ text })));
  }
  return { kind: 'table', rows };
}

/** Joins two lines of a cell; a word may be hyphenated. */
function joinLines(text: string, line: string): string {
  return /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : `${text} ${line}`.trim();
}

/** The number of segments that most lines with several ones have; the larger one of two. */
function mostFrequentCount(lines: readonly PdfLine[]): number {
  const counts = new Map<number, number>();
  for (const { segments } of lines) {
    if (segments.length > 1) counts.set(segments.length, (counts.get(segments.length) ?? 0) + 1);
  }
  const sorted = [...counts].sort(
    ([width, count], [other, otherCount]) => otherCount - count || other - width,
  );
  return sorted[0]?.[0] ?? 0;
}

type Column = Pick<PdfSegment, 'left' | 'right'>;

/** Returns the columns if the segments of all lines are aligned: between two columns there is a gap in all lines. */
function findColumns(lines: readonly PdfLine[], width: number): Column[] | undefined {
  const columns: { left: number; right: number }[] = [];
  for (let index = 0; index < width; index++) {
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    for (const { segments } of lines) {
      left = Math.min(left, segments[index]?.left ?? left);
      right = Math.max(right, segments[index]?.right ?? right);
    }
    if (left <= (columns.at(-1)?.right ?? Number.NEGATIVE_INFINITY)) return undefined;
    columns.push({ left, right });
  }
  return columns;
}

/** Whether two columns or more consist of full lines of prose. */
function areProse(lines: readonly PdfLine[], columns: readonly Column[]): boolean {
  const prose = columns.filter(({ left, right }, index) => {
    const full = lines.filter(({ segments }) => {
      const cell = segments[index];
      if (!cell || cell.text.split(' ').length < proseWordsMin) return false;
      return cell.right - cell.left >= (right - left) * proseWidthMin;
    });
    return full.length > lines.length / 2;
  });
  return prose.length >= 2;
}

/** Assigns each segment to the first column that it overlaps, else to the next one on its right. */
function toRow(line: PdfLine, columns: readonly Column[]): string[] {
  const row = columns.map(() => '');
  for (const { text, left } of line.segments.length > 0 ? line.segments : [line]) {
    const found = columns.findIndex((column) => left <= column.right);
    const index = found < 0 ? columns.length - 1 : found;
    row[index] = `${row[index] ?? ''} ${text}`.trim();
  }
  return row;
}
