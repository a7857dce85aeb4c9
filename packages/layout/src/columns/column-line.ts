import { type Box, boundsOf, type LayoutItem, medianOf, type Row } from '../layout-item.ts';
import { lengthOf, startsCased, startsLower } from './continues-text.ts';

/** The part of a row on one side of a strip. */
export interface ColumnLine extends Box {
  readonly items: readonly LayoutItem[];
  /** Index of its row. */
  readonly row: number;
  /** Middle of its items. */
  readonly y: number;
  readonly size: number;
  readonly text: string;
  /** Whether it has a gap as between cells. */
  readonly hasGap: boolean;
  readonly isBold: boolean;
}

/** Width of a gap between cells, in parts of the font size. */
const cellGapMin = 1.1;

/** The part of a row in an interval of x; undefined without items. @param cellGap in parts of the font size */
export function lineIn(
  row: Row<LayoutItem>,
  index: number,
  isInside: (middle: number) => boolean,
  cellGap: number,
): ColumnLine | undefined {
  const items = row.items.filter(({ left, right }) => isInside((left + right) / 2));
  const [first] = items;
  if (first === undefined) return undefined;
  const size = medianOf(items.map((item) => item.size));
  return {
    ...boundsOf(items),
    items,
    row: index,
    y: medianOf(items.map(({ top, bottom }) => (top + bottom) / 2)),
    size,
    text: items.map(({ text }) => text).join(' '),
    hasGap: items.some(
      (item, at) =>
        item.text.includes('\t') ||
        (at > 0 && item.left - (items[at - 1]?.right ?? item.left) > Math.max(cellGapMin, cellGap) * size),
    ),
    isBold: items.every(({ isBold }) => isBold === true),
  };
}

/** Properties of the lines of a side as a column. */
export interface ColumnProfile {
  readonly width: number;
  readonly size: number;
  /** Characters of a typical line. */
  readonly length: number;
  /** Shares of the lines that fill the column, have gaps as between cells, or begin within a sentence. */
  readonly filled: number;
  readonly gapped: number;
  readonly flowing: number;
  /** Share of lines that begin with a letter that has a case. */
  readonly cased: number;
  /** Share of lines that end as the entries of an index do, with a comma and the number of a page. */
  readonly indexed: number;
  /** Number of lines. */
  readonly lines: number;
  /** Share of digits among the characters. */
  readonly digits: number;
}

/** A line fills its column with this part of the width. */
const fillMin = 0.72;

/** Describes the lines of a side. */
export function profileOf(lines: readonly ColumnLine[]): ColumnProfile {
  const width =
    quantile(
      lines.map(({ right }) => right),
      0.9,
    ) -
    quantile(
      lines.map(({ left }) => left),
      0.1,
    );
  const share = (test: (line: ColumnLine) => boolean): number =>
    lines.filter(test).length / Math.max(1, lines.length);
  const text = lines.map((line) => line.text).join('');
  return {
    width,
    size: medianOf(lines.map(({ size }) => size)),
    length: medianOf(lines.map((line) => lengthOf(line.text))),
    filled: share(({ left, right }) => right - left >= fillMin * width),
    gapped: share(({ hasGap }) => hasGap),
    flowing: share((line) => startsLower(line.text)),
    cased: share((line) => startsCased(line.text)),
    indexed: share((line) => /\p{L}, \d[\d\s,–-]*$/u.test(line.text)),
    lines: lines.length,
    digits: (text.match(/\p{N}/gu)?.length ?? 0) / Math.max(1, text.length),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
