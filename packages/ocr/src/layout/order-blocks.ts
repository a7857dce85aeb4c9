import { findSideBlocks } from './find-side-blocks.ts';
import { buildRows } from './segments/build-rows.ts';
import { bottomOf, type FlatSegment, median, textOf, topOf } from './segments/segment.ts';

/** Columns are apart by at least this share of the height of a line. */
const gutterWidthMin = 0.5;
/** Lines that a column has at least. */
const columnLinesMin = 3;
/** Prose fills this share of its column in most lines, with this many characters. */
const [fillMin, proseCharactersMin] = [0.6, 12];
/** Lines this long are prose even where they flow around a picture. */
const longLineCharacters = 22;
/** Lines of columns whose baselines are independent of each other have at least this many characters. */
const looseCharactersMin = 10;
/** Rows of running text have on average at most this many pieces, and this share of digits. */
const [piecesMax, digitsMax] = [1.5, 0.2];
/** Rows of a table align; below this share of aligned lines the sides are columns. */
const alignedMax = 0.5;
/** Rows of two sides whose centers differ by less than this share of the height are in one row of a table. */
const rowOffsetMax = 0.4;
const depthMax = 12;

/**
 * Divides a page into blocks and brings them into reading order: the columns of a part of the page one after the other,
 * what spans them above and below. It cuts recursively at gutters, like XY-cut (Nagy and Seth 1984), but a gutter needs
 * not span the page, and one between the columns of a table is none.
 *
 * @param isRightToLeft whether the right column is read first
 */
export function orderBlocks(
  segments: readonly FlatSegment[],
  isRightToLeft: boolean,
  depth = 0,
): FlatSegment[][] {
  const gutter = depth < depthMax ? (findGutter(segments) ?? findSideBlocks(segments)) : undefined;
  if (gutter === undefined) return segments.length === 0 ? [] : [[...segments]];
  const { above, left, right, insets, below } = divide(segments, gutter);
  const columns = isRightToLeft ? [right, left] : [left, right];
  return [above, ...columns, insets, below].flatMap((part) => orderBlocks(part, isRightToLeft, depth + 1));
}

interface Gutter {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** Captions and quotations that columns flow around. */
  readonly insets?: ReadonlySet<FlatSegment>;
}

function divide(segments: readonly FlatSegment[], { x, top, bottom, insets }: Gutter) {
  const parts: Record<'above' | 'left' | 'right' | 'insets' | 'below', FlatSegment[]> = {
    above: [],
    left: [],
    right: [],
    insets: [],
    below: [],
  };
  for (const segment of segments) {
    if (insets?.has(segment)) parts.insets.push(segment);
    else if (segment.y < top) parts.above.push(segment);
    else if (segment.y > bottom) parts.below.push(segment);
    else parts[(segment.left + segment.right) / 2 < x ? 'left' : 'right'].push(segment);
  }
  return parts;
}

/** The gutter that separates most text. */
function findGutter(segments: readonly FlatSegment[]): Gutter | undefined {
  if (segments.length < 2 * columnLinesMin) return undefined;
  const lineHeight = median(segments.map(({ height }) => height));
  const sorted = segments.toSorted((a, b) => a.y - b.y);
  let best: Gutter | undefined;
  let bestWeight = 0;
  for (const x of candidates(segments, lineHeight)) {
    for (const range of openRanges(sorted, x)) {
      const gutter = measureGutter(range, x, lineHeight);
      if (gutter !== undefined && gutter.weight > bestWeight) [best, bestWeight] = [gutter, gutter.weight];
    }
  }
  return best;
}

/** Positions just right of segments. */
function candidates(segments: readonly FlatSegment[], lineHeight: number): number[] {
  const places = new Set(segments.map(({ right }) => Math.round((2 * right) / lineHeight)));
  return [...places].map((place) => (place * lineHeight) / 2 + lineHeight * (gutterWidthMin / 2));
}

/** Consecutive segments on both sides of a position, and those across it that text flows around. */
interface OpenRange {
  readonly segments: FlatSegment[];
  readonly insets: Set<FlatSegment>;
}

/** Divides a page at the segments that lie across a position and have no text on both sides. */
function openRanges(sorted: readonly FlatSegment[], x: number): OpenRange[] {
  const ranges: OpenRange[] = [];
  let range: OpenRange = { segments: [], insets: new Set() };
  for (const [index, segment] of sorted.entries()) {
    const slack = segment.height * 0.3;
    const isAcross = segment.left < x - slack && segment.right > x + slack;
    if (!isAcross) range.segments.push(segment);
    else if (isInset(segment, sorted, index)) range.insets.add(segment);
    else {
      ranges.push(range);
      range = { segments: [], insets: new Set() };
    }
  }
  ranges.push(range);
  return ranges;
}

/** Whether a segment has text to its left and to its right. @param index its place among all, by y */
function isInset(segment: FlatSegment, sorted: readonly FlatSegment[], index: number): boolean {
  let [hasLeft, hasRight] = [false, false];
  for (const step of [-1, 1]) {
    for (let at = index + step; at >= 0 && at < sorted.length; at += step) {
      const other = sorted[at];
      if (other === undefined || Math.abs(other.y - segment.y) > segment.height) break;
      hasLeft ||= other.right < segment.left;
      hasRight ||= other.left > segment.right;
    }
  }
  return hasLeft && hasRight;
}

function measureGutter(
  { segments: range, insets }: OpenRange,
  x: number,
  lineHeight: number,
): (Gutter & { weight: number }) | undefined {
  const left = range.filter((segment) => (segment.left + segment.right) / 2 < x);
  const right = range.filter((segment) => (segment.left + segment.right) / 2 >= x);
  if (left.length < columnLinesMin || right.length < columnLinesMin) return undefined;
  // Text next to only one column belongs above or below.
  const top = Math.max(Math.min(...left.map(topOf)), Math.min(...right.map(topOf)));
  const bottom = Math.min(Math.max(...left.map(bottomOf)), Math.max(...right.map(bottomOf)));
  const isNear = (segment: FlatSegment) => segment.y > top - lineHeight && segment.y < bottom + lineHeight;
  const [leftNear, rightNear] = [left.filter(isNear), right.filter(isNear)];
  const gap =
    Math.min(...rightNear.map((segment) => segment.left)) -
    Math.max(...leftNear.map((segment) => segment.right));
  if (gap < lineHeight * gutterWidthMin || !areColumns(leftNear, rightNear)) return undefined;
  return {
    x,
    insets,
    top: Math.min(...range.map(topOf)),
    bottom: Math.max(...range.map(bottomOf)),
    weight: Math.min(lengthOf(left), lengthOf(right)) * (1 + Math.min(1, gap / lineHeight / 4)),
  };
}

const lengthOf = (segments: readonly FlatSegment[]): number =>
  segments.reduce((sum, { left, right }) => sum + right - left, 0);

/** Whether two sides are columns of text rather than cells of a table. */
function areColumns(left: readonly FlatSegment[], right: readonly FlatSegment[]): boolean {
  const [leftRows, rightRows] = [buildRows(left), buildRows(right)];
  if (leftRows.length < columnLinesMin || rightRows.length < columnLinesMin) return false;
  if (isProse(leftRows) && isProse(rightRows)) return true;
  const isLoose = [leftRows, rightRows].every(
    (rows) => isRunningText(rows) && typicalCharacters(rows) >= looseCharactersMin,
  );
  return isLoose && alignedShare(leftRows, rightRows) < alignedMax;
}

function isProse(rows: readonly FlatSegment[][]): boolean {
  if (!isRunningText(rows)) return false;
  const spans = rows.map((row) => ({
    left: Math.min(...row.map(({ left }) => left)),
    right: Math.max(...row.map(({ right }) => right)),
  }));
  const width = Math.max(...spans.map(({ right }) => right)) - Math.min(...spans.map(({ left }) => left));
  const fill = median(spans.map(({ left, right }) => (right - left) / width));
  const characters = typicalCharacters(rows);
  return characters >= longLineCharacters || (fill >= fillMin && characters >= proseCharactersMin);
}

/** Whether most rows are in one piece and few of their characters are digits, unlike the rows of a table. */
function isRunningText(rows: readonly FlatSegment[][]): boolean {
  const pieces = rows.reduce((sum, row) => sum + row.length, 0) / rows.length;
  const text = rows.flatMap((row) => row.map(({ segment }) => textOf(segment))).join('');
  const digits = text.replace(/\P{Number}/gu, '').length;
  return pieces <= piecesMax && digits <= text.length * digitsMax;
}

const typicalCharacters = (rows: readonly FlatSegment[][]): number =>
  median(rows.map((row) => row.reduce((sum, { segment }) => sum + textOf(segment).length, 0)));

/** The share of rows on the side with fewer that have a row at their height on the other side. */
function alignedShare(left: readonly FlatSegment[][], right: readonly FlatSegment[][]): number {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const heights = many.flat();
  const aligned = few.filter(([first]) =>
    heights.some(
      (other) =>
        first !== undefined &&
        Math.abs(other.y - first.y) < rowOffsetMax * Math.min(other.height, first.height),
    ),
  );
  return aligned.length / few.length;
}
