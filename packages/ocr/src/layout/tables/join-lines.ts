import { median } from '../segments/segment.ts';

/** The text of a line of a table in one column. */
export interface Cell {
  readonly text: string;
  /** Where it starts, in pixels. */
  readonly left: number;
}

/** A line of a table. */
export interface CellLine {
  /** One for each column, with an empty text where the line has none. */
  readonly cells: readonly Cell[];
  /** Center across the lines. */
  readonly y: number;
  readonly height: number;
}

/** A second line of a cell starts where the first starts, within this share of the height of a line. */
export const indentMax = 0.8;
/** Lines of one row of a table are closer than this share of the usual distance of its rows. */
const tightRatio = 0.82;
/** The usual distance is the one that this share of the distances is below. */
const usualShare = 0.6;
/** Lines of a cell are apart by less than this many heights. */
const lineDistanceMax = 1.5;
/** This many distances between neighboring rows show the usual one. */
const rowDistancesMin = 2;
/** A line is nearer to one neighbor than to the other below this ratio of the distances. */
const nearerRatio = 0.9;
const numeric = /^[\p{Sc}(+-]*\d[\d\p{P}\p{Sc}\s]*$/u;

/** Joins lines that belong to one row of a table, whose cells may be aligned at the top, the middle or the bottom. */
export function joinLines(lines: readonly CellLine[]): (readonly Cell[])[] {
  const gaps = lines.slice(1).map((line, index) => line.y - (lines[index]?.y ?? line.y));
  const lineHeight = median(lines.map(({ height }) => height));
  const limit = Math.min(usualDistance(lines, gaps) * tightRatio, lineHeight * lineDistanceMax);
  const rows: (readonly Cell[])[] = [];
  for (const [index, line] of lines.entries()) {
    const above = rows.at(-1);
    const place = { gap: gaps[index - 1] ?? Infinity, before: gaps[index - 2], after: gaps[index] };
    if (above !== undefined && belongsTo(above, line, place, limit))
      rows[rows.length - 1] = joinCells(above, line.cells);
    else rows.push(line.cells);
  }
  return rows;
}

/** Distance to the line above, from there to the one above it, and to the line below. */
interface Place {
  readonly gap: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * Whether a line belongs to the row above: it is close to it, without numbers in the same columns; or one of the two has
 * text in one column only, not the first, and starts where the text of the other one starts.
 */
function belongsTo(
  above: readonly Cell[],
  { cells, height }: CellLine,
  { gap, before, after }: Place,
  limit: number,
): boolean {
  const [upper, lower] = [usedIn(above), usedIn(cells)];
  const isConflict = lower.some(
    (at) => numeric.test(above[at]?.text ?? '') && numeric.test(cells[at]?.text ?? ''),
  );
  if (gap < limit) return lower.length > 0 && !isConflict;
  const [index] = lower.length === 1 ? lower : upper;
  const [target, cell] = [above[index ?? 0], cells[index ?? 0]];
  if (index === undefined || index === 0 || target === undefined || cell === undefined) return false;
  const isAligned =
    target.text !== '' && cell.text !== '' && Math.abs(cell.left - target.left) < height * indentMax;
  if (!isAligned || (upper.length > 1 && lower.length > 1)) return false;
  if (lower.length > 1) return !isConflict && gap < (before ?? 0) * nearerRatio;
  return upper.length > 1 && (after ?? Infinity) >= gap * nearerRatio;
}

/** The usual distance of neighboring rows, in pixels: the lines of a cell may be closer. */
function usualDistance(lines: readonly CellLine[], gaps: readonly number[]): number {
  const isSingle = lines.map(({ cells }) => usedIn(cells).length < 2);
  const between = gaps.filter((_, index) => isSingle[index] === false && isSingle[index + 1] === false);
  if (between.length >= rowDistancesMin) return quantile(between, usualShare);
  // The nearer neighbor of a line with one cell may belong to the same row.
  const far = gaps.filter((gap, index) => {
    const isNearest = [index, index + 1].some(
      (at) => isSingle[at] === true && gap * nearerRatio < (gaps[at === index ? index - 1 : at] ?? Infinity),
    );
    return !isNearest;
  });
  return quantile(far.length > 0 ? far : gaps, usualShare);
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

/** Columns in which a line has text. */
const usedIn = (cells: readonly Cell[]): number[] =>
  cells.flatMap(({ text }, index) => (text === '' ? [] : [index]));

const joinCells = (above: readonly Cell[], below: readonly Cell[]): Cell[] =>
  above.map((cell, index) => {
    const other = below[index];
    if (other === undefined || other.text === '') return cell;
    return cell.text === '' ? other : { ...cell, text: `${cell.text} ${other.text}` };
  });
