import { type Box, type LayoutItem, medianOf, type Row } from '../layout-item.ts';
import { findStrips, insetOf, type Strip } from '../strips/find-strips.ts';
import { classifyStrip } from './classify-strip.ts';
import { type ColumnLine, lineIn } from './column-line.ts';
import { type ClassifiedStrip, isInLine, joinParts, outerOf } from './join-parts.ts';

/** A place between two columns, over consecutive rows of a page. */
export interface ColumnCut {
  readonly x: number;
  /** Its first row, and the row after its last. */
  readonly start: number;
  readonly end: number;
  /** Row at which all columns begin again, if they are a grid of cards. */
  readonly band?: number | undefined;
  /** Text across both columns that interrupts them, such as the caption of a picture: they go on below it. */
  readonly insets?: ReadonlySet<LayoutItem>;
}

/** Widths of strips in parts of the font size, and in spaces: narrower ones are spaces between words. */
const [stripWidthMin, stripSpaces] = [0.45, 1.3];
/** Strips narrower than these are as wide as the spaces of justified text. */
const [narrowWidth, narrowSpaces] = [0.85, 2.4];
/** Gaps of this many spaces are those of cells. */
const cellSpaces = 3;
/** A strip bounds a column next to another strip if it has this part of its rows, and of its width up to a number of font sizes. */
const [boundaryShare, boundaryWidth, boundaryWidthMax] = [0.3, 0.35, 3];
/** Width in parts of the font size beyond which a strip is not more likely the space between columns. */
const usefulWidth = 1.2;
/** Share of rows that strips between words that were read may cross. */
const missedShare = 0.12;
/** Strips that may separate columns, and those of them that are classified. */
const [stripsMax, classifiedMax] = [24, 12];
/** Strips next to the largest one that have this part of its area may show a grid. */
const gridShare = 0.6;
/** Rows with text on a side that a strip has at least. */
const rowsMin = 3;
/** Rows that are apart by more than this many font sizes are loose, if they are on one side of a strip only. */
const looseDistance = 2.2;
/** Text larger than most by this factor is a heading. */
const headingSize = 1.2;
/** A heading of all columns is in the middle of the page, within this part of their width. */
const centerTolerance = 0.03;

/**
 * Finds the place between two columns that is the longest.
 *
 * @param rows of a page or a part of one, from top to bottom
 * @param rules horizontal lines, sorted by their top
 */
export function findColumns(
  rows: readonly Row<LayoutItem>[],
  { space, areLines, edgeTolerance, rules, page }: PageMetrics,
): ColumnCut | undefined {
  if (rows.length < rowsMin) return undefined;
  const size = medianOf(rows.map((row) => row.size));
  const widthMin = Math.max(stripWidthMin, space * stripSpaces) + (areLines ? 0 : edgeTolerance);
  const missedMax = areLines || edgeTolerance === 0 ? 0 : missedShare;
  const found = findStrips(rows, { size, widthMin, edgeTolerance, missedMax }, rules);
  const extended = !areLines ? found : found.map((strip) => extend(rows, strip, size, edgeTolerance));
  const strips = selectStrips(rows, extended, size);
  let best: ClassifiedStrip | undefined;
  let bestArea = 0;
  const parts: ClassifiedStrip[] = [];
  for (const strip of strips.slice(0, classifiedMax)) {
    const range = trim(rows, strip, { size, page, strips, cellGap: Math.max(cellGap, cellSpaces * space) });
    if (range === undefined) continue;
    const area = areaOf(rows, { ...strip, ...range }, size);
    if (area < gridShare * bestArea && !parts.some((part) => isInLine(part, strip))) continue;
    const [lefts, rights] = linesAlongside(rows, { ...strip, ...range }, strips, {
      size,
      cellGap: cellSpaces * space,
    });
    const width = (strip.right - strip.left) / size;
    const isNarrow = width < Math.max(narrowWidth, space * narrowSpaces);
    const found = classifyStrip({ lefts, rights, isNarrow });
    if (found === undefined) continue;
    const x = (strip.left + strip.right) / 2;
    const classified = { x, ...range, band: found.band, lefts, rights };
    parts.push(classified);
    if (area > bestArea) [best, bestArea] = [classified, area];
  }
  if (best === undefined) return undefined;
  const { start, end } = best;
  const grid = parts.find((part) => part.band !== undefined && part.band > start && part.band < end);
  const joined = joinParts(rows, { ...best, band: grid?.band }, parts, { size, rules });
  return grid === undefined ? outerOf(joined, rows, parts, { size, rules }) : joined;
}

/** Distances on a page that hold for all its parts. */
export interface PageMetrics {
  /** Typical space between words in parts of the font size. */
  readonly space: number;
  /** Whether items are parts of lines rather than words. */
  readonly areLines: boolean;
  /** By how much the edges of items may be too far outside, in parts of the font size. */
  readonly edgeTolerance: number;
  /** The whole text of the page. */
  readonly page: Box;
  /** Horizontal lines, sorted by their top. */
  readonly rules: readonly Box[];
}

interface WideStrip extends Strip {
  readonly area: number;
}

const areaOf = (rows: readonly Row<LayoutItem>[], { left, right, start, end }: Strip, size: number): number =>
  ((rows[end - 1]?.bottom ?? 0) - (rows[start]?.top ?? 0)) * Math.min(right - left, usefulWidth * size);

/** The strips with text on both sides, the largest first; of those at one place, the largest. */
function selectStrips(rows: readonly Row<LayoutItem>[], strips: readonly Strip[], size: number): WideStrip[] {
  const wide = strips
    .filter((strip) => hasBothSides(rows, strip) && !followsMarkers(rows, strip, size))
    .map((strip) => ({ ...strip, area: areaOf(rows, strip, size) }))
    .sort((a, b) => b.area - a.area);
  const kept: WideStrip[] = [];
  for (const strip of wide) {
    if (kept.length === stripsMax) break;
    const isCovered = kept.some(
      (other) => other.left < strip.right && other.right > strip.left && areNested(other, strip),
    );
    if (!isCovered) kept.push(strip);
  }
  return kept;
}

const areNested = (a: Strip, b: Strip): boolean =>
  (a.start <= b.start && a.end >= b.end) || (b.start <= a.start && b.end >= a.end);

/** Width of the markers of a list, and of the space before them, in parts of the font size; and share of rows with one. */
const [markerWidthMax, markerGapMin, markersMin] = [2.5, 1.5, 0.8];

/** Whether a strip is the space between the markers of a list and its items. */
function followsMarkers(
  rows: readonly Row<LayoutItem>[],
  { left, start, end }: Strip,
  size: number,
): boolean {
  let [markers, others] = [0, 0];
  for (let index = start; index < end; index += 1) {
    let edge = left;
    for (const item of rows[index]?.items.toReversed() ?? []) {
      if (item.right > left + size * 0.5) continue;
      if (edge - item.right > markerGapMin * size) break;
      edge = item.left;
    }
    if (edge === left) continue;
    if (left - edge < markerWidthMax * size) markers += 1;
    else others += 1;
  }
  return markers >= markersMin * (markers + others);
}

/** Whether enough rows have text on each side. */
function hasBothSides(rows: readonly Row<LayoutItem>[], { left, right, start, end }: Strip): boolean {
  let [before, after] = [0, 0];
  for (let index = start; index < end; index += 1) {
    const row = rows[index];
    if (row === undefined) break;
    if (row.left <= left) before += 1;
    if (row.right >= right) after += 1;
    if (before >= rowsMin && after >= rowsMin) return true;
  }
  return false;
}

/** The lines to the left and to the right of a strip, each as far as the next strip. */
function linesAlongside(
  rows: readonly Row<LayoutItem>[],
  { left, right, start, end }: Strip,
  strips: readonly Strip[],
  { size, cellGap: widthOfCellGap }: { readonly size: number; readonly cellGap: number },
): [ColumnLine[], ColumnLine[]] {
  const x = (left + right) / 2;
  const others = strips.filter(
    (other) =>
      (other.right <= left || other.left >= right) &&
      other.end - other.start >= boundaryShare * (end - start) &&
      other.right - other.left >= boundaryWidth * Math.min(right - left, boundaryWidthMax * size),
  );
  const sides: [ColumnLine[], ColumnLine[]] = [[], []];
  for (let index = start; index < end; index += 1) {
    const row = rows[index];
    if (row === undefined) break;
    let [from, to] = [-Infinity, Infinity];
    for (const other of others) {
      if (index < other.start || index >= other.end) continue;
      const middle = (other.left + other.right) / 2;
      if (middle < x) from = Math.max(from, middle);
      else to = Math.min(to, middle);
    }
    const before = lineIn(row, index, (middle) => middle > from && middle < x, widthOfCellGap);
    const after = lineIn(row, index, (middle) => middle > x && middle < to, widthOfCellGap);
    // Tables and figures are part of a column, but no lines of it.
    if (row.items.some(({ isObject }) => isObject)) continue;
    if (before !== undefined) sides[0].push(before);
    if (after !== undefined) sides[1].push(after);
  }
  return sides;
}

/** Adds the rows above and below whose items leave the middle of a strip free, though their edges are too close. */
function extend(rows: readonly Row<LayoutItem>[], strip: Strip, size: number, edgeTolerance: number): Strip {
  const x = (strip.left + strip.right) / 2;
  const isClear = (row: Row<LayoutItem>): boolean =>
    row.items.every((item) => {
      const inset = insetOf(item, size, edgeTolerance);
      return item.right - inset < x || item.left + inset > x;
    });
  const reach = (from: number, step: 1 | -1): number => {
    let last = from;
    for (let at = from + step; ; at += step) {
      const row = rows[at];
      // Rows on one side belong to a column as far as the end of the page.
      if (row === undefined) return at - step;
      if (!isClear(row)) return last;
      if (row.left < x && row.right > x) last = at;
    }
  };
  return { ...strip, start: reach(strip.start, -1), end: reach(strip.end - 1, 1) + 1 };
}

/** Rows of a table, at least, and share of them that have further gaps. */
const [tableRowsMin, tableShare] = [3, 0.7];
/** A table is apart from columns by this many times the distance of their lines. */
const tableGap = 1.15;
/** Strips between columns have at least this part of the rows; those between cells this width in parts of the font size. */
const [cellStripShare, cellGap] = [0.5, 1.1];

/** Number of the first rows that are those of a table above columns whose gap goes on in the table. */
function tableRows(rows: readonly Row<LayoutItem>[], isTabular: readonly boolean[], size: number): number {
  let [tabular, count] = [0, 0];
  const distances = rows.slice(1).map((row, index) => Math.abs(row.y - (rows[index]?.y ?? row.y)));
  const distance = medianOf(distances.filter((value) => value > size * 0.6));
  for (const index of rows.keys()) {
    if (isTabular[index] === true) tabular += 1;
    const isMost = tabular >= tableShare * (index + 1);
    if (!isMost && index >= tableRowsMin) break;
    const isApart = (distances[index] ?? 0) > tableGap * distance;
    if (isTabular[index] === true && isApart && isMost && index + 1 >= tableRowsMin) count = index + 1;
  }
  return count;
}

interface TrimContext {
  /** Size of most text. */
  readonly size: number;
  readonly page: Box;
  readonly strips: readonly Strip[];
  /** Width of the gaps of a table in parts of the font size. */
  readonly cellGap: number;
}

/** Leaves out what is above and below both columns: rows with text on one side that are apart, or a heading in the middle of the page. */
function trim(
  rows: readonly Row<LayoutItem>[],
  { left, right, start, end }: Strip,
  { size, page, strips, cellGap: gap }: TrimContext,
): { start: number; end: number } | undefined {
  const isCentered = (row: Row<LayoutItem>): boolean =>
    Math.abs(row.left + row.right - page.left - page.right) / 2 < centerTolerance * (page.right - page.left);
  const isOneSided = (row: Row<LayoutItem>): boolean => row.right <= left || row.left >= right;
  const isLoose = (at: number, next: number): boolean => {
    const [row, other] = [rows[at], rows[next]];
    if (row === undefined || other === undefined || !isOneSided(row)) return false;
    return (
      Math.abs(other.y - row.y) > looseDistance * Math.max(row.size, other.size) ||
      (at < next && row.size > headingSize * size && row.size > headingSize * other.size && isCentered(row))
    );
  };
  let [first, last] = [start, end];
  while (last - first > rowsMin && isLoose(first, first + 1)) first += 1;
  while (last - first > rowsMin && isLoose(last - 1, last - 2)) last -= 1;
  const isTall = (strip: Strip): boolean => strip.end - strip.start >= cellStripShare * (last - first);
  const tall = strips.filter(isTall);
  const cellStrips = strips.filter(
    (strip) =>
      strip.right - strip.left > gap * size &&
      !tall.some((other) => other.left < strip.right && other.right > strip.left),
  );
  const isTabular = rows
    .slice(first, last)
    .map((_, index) => cellStrips.some((strip) => strip.start <= first + index && strip.end > first + index));
  first += tableRows(rows.slice(first, last), isTabular, size);
  last -= tableRows(rows.slice(first, last).reverse(), isTabular.toReversed(), size);
  return hasBothSides(rows, { left, right, start: first, end: last })
    ? { start: first, end: last }
    : undefined;
}
