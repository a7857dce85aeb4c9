import { centerOf } from './segments/build-rows.ts';
import { type FlatSegment, median } from './segments/segment.ts';

/** A new paragraph begins where lines are apart by this many times their usual distance in the block, */
const distanceRatio = 1.35;
/** or by this many heights of a line where the block has too few lines to tell, */
const distanceHeights = 1.9;
/** or where the size of the text changes by this factor. */
const sizeRatio = 1.35;

/** Divides the rows of a block into paragraphs. */
export function buildParagraphs(rows: readonly FlatSegment[][]): FlatSegment[][][] {
  const distances = rows.slice(1).map((row, index) => centerOf(row) - centerOf(rows[index] ?? row));
  const usual = distances.length < 3 ? Infinity : median(distances);
  const paragraphs: FlatSegment[][][] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const paragraph = paragraphs.at(-1);
    const isNew =
      before === undefined ||
      paragraph === undefined ||
      areApart(before, row, distances[index - 1] ?? 0, usual);
    if (isNew) paragraphs.push([row]);
    else paragraph.push(row);
  }
  return paragraphs;
}

function areApart(
  before: readonly FlatSegment[],
  row: readonly FlatSegment[],
  distance: number,
  usual: number,
): boolean {
  const [upper, lower] = [heightOf(before), heightOf(row)];
  const size = Math.max(upper, lower) / Math.min(upper, lower);
  const limit = Math.min(usual * distanceRatio, Math.max(upper, lower) * distanceHeights);
  return size > sizeRatio || distance > limit;
}

const heightOf = (row: readonly FlatSegment[]): number => median(row.map(({ height }) => height));
