import type { TableRow } from './find-columns.ts';
import { gapBetween } from './flat-words.ts';
import { joinTexts } from './join-values.ts';

/** Label and value are apart by more than this, in heights of a line; the words in them by less than the second, */
const [pairGap, wordGap] = [0.7, 0.6];
/** or, if label and value are four times as far apart, by less than this. */
const wideWordGap = 0.9;
/** Aligned edges differ by less than this, in heights of a line, */
const edgeOffsetMax = 0.8;
/** in at least this share of the rows. */
const alignedMin = 0.7;

interface Pair {
  readonly label: string;
  readonly value: string;
  readonly height: number;
  /** Left and right edges of label and value. */
  readonly edges: readonly [labelLeft: number, labelRight: number, valueLeft: number, valueRight: number];
}

/**
 * Divides rows into labels and values, each column aligned on one side. Unlike the columns of a table, those of labels
 * and values may overlap: a long label may end where a short value would begin.
 *
 * @returns undefined unless all rows are pairs
 */
export function findPairs(rows: readonly TableRow[]): [label: string, value: string][] | undefined {
  const pairs = rows.map(toPair);
  const known = pairs.filter((pair) => pair !== undefined);
  if (known.length < pairs.length || known.length < 2) return undefined;
  const isAligned = (edge: 0 | 1 | 2 | 3): boolean => {
    const places = known.map(({ edges }) => edges[edge]);
    const most = Math.max(
      ...places.map(
        (place) =>
          places.filter(
            (other, index) => Math.abs(other - place) < edgeOffsetMax * (known[index]?.height ?? 0),
          ).length,
      ),
    );
    return most >= known.length * alignedMin;
  };
  if (!(isAligned(0) || isAligned(1)) || !(isAligned(2) || isAligned(3))) return undefined;
  return known.map(({ label, value }) => [label, value]);
}

/** Whether a row is one label and one value. */
export const isPair = (row: TableRow): boolean => toPair(row) !== undefined;

function toPair({ values: words, height }: TableRow): Pair | undefined {
  const gaps = words.slice(1).map((word, index) => gapBetween(words[index], word, height));
  const widest = gaps.indexOf(Math.max(...gaps));
  const gapMax = Math.max(wordGap, Math.min(wideWordGap, (gaps[widest] ?? 0) / 4));
  if ((gaps[widest] ?? 0) <= pairGap || gaps.some((gap, index) => index !== widest && gap > gapMax))
    return undefined;
  const [left, right] = [words.slice(0, widest + 1), words.slice(widest + 1)];
  const [first, last, start, end] = [left[0], left.at(-1), right[0], right.at(-1)];
  if (first === undefined || last === undefined || start === undefined || end === undefined) return undefined;
  return {
    label: left.map(({ text }) => text).reduce(joinTexts),
    value: right.map(({ text }) => text).reduce(joinTexts),
    height,
    edges: [first.left, last.right, start.left, end.right],
  };
}
