import type { PageBox } from '@quern/content/blocks/content-block';
import { boundsOf } from '../words/word.ts';

/** A straight line of a page. */
export interface RuleLine extends PageBox {
  readonly direction: 'horizontal' | 'vertical';
}

/** Lines that touch each other. */
export interface RuleGroup extends PageBox {
  readonly rules: readonly RuleLine[];
}

/** A cell of a grid, which may cover several rows and columns. */
export interface GridCell extends PageBox {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Distance at which lines touch, and at which their places are the same. */
const tolerance = 2.5;
const linesMax = 4000;
const sidesMax = 300;

/** Groups lines that touch, directly or through others. */
export function groupRules(rules: readonly RuleLine[]): RuleGroup[] {
  const sorted = rules.slice(0, linesMax).toSorted((a, b) => a.left - b.left);
  const parents = sorted.map((_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    let at = index;
    while (parents[at] !== root) [parents[at], at] = [root, parents[at] ?? root];
    return root;
  };
  // Sweep from left to right over the lines that are not left behind.
  let active: number[] = [];
  for (const [index, rule] of sorted.entries()) {
    active = active.filter((at) => (sorted[at]?.right ?? 0) >= rule.left - tolerance);
    for (const at of active) {
      const other = sorted[at];
      if (other && other.top <= rule.bottom + tolerance && other.bottom >= rule.top - tolerance)
        parents[find(at)] = find(index);
    }
    active.push(index);
  }
  const groups = Map.groupBy(sorted, (_, index) => find(index));
  return [...groups.values()].map((members) => ({ ...boundsOf(members), rules: members }));
}

/**
 * Finds the cells between the lines of a group. Where the line between two places is missing, they are one cell; the
 * outer lines may be missing.
 *
 * @returns undefined if the lines make no grid of at least two columns and two rows
 */
export function findGridCells({ rules, ...box }: RuleGroup): GridCell[] | undefined {
  const horizontals = rules.filter(({ direction }) => direction === 'horizontal');
  const verticals = rules.filter(({ direction }) => direction === 'vertical');
  const xs = placesOf([...verticals.map(({ left, right }) => (left + right) / 2), box.left, box.right]);
  const ys = placesOf([...horizontals.map(({ top, bottom }) => (top + bottom) / 2), box.top, box.bottom]);
  if (
    verticals.length === 0 ||
    xs.length < 3 ||
    ys.length < 2 ||
    xs.length > sidesMax ||
    ys.length > sidesMax
  )
    return undefined;
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const edges = new EdgeFinder(xs, ys, horizontals, verticals);
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(row * columns + column)) continue;
      let columnSpan = 1;
      while (
        column + columnSpan < columns &&
        !taken.has(row * columns + column + columnSpan) &&
        !edges.hasVertical(column + columnSpan, row)
      )
        columnSpan += 1;
      let rowSpan = 1;
      const isOpenBelow = (next: number): boolean => {
        for (let at = column; at < column + columnSpan; at += 1)
          if (edges.hasHorizontal(next, at) || taken.has(next * columns + at)) return false;
        for (let at = column + 1; at < column + columnSpan; at += 1)
          if (edges.hasVertical(at, next)) return false;
        return true;
      };
      while (row + rowSpan < rows && isOpenBelow(row + rowSpan)) rowSpan += 1;
      for (let r = row; r < row + rowSpan; r += 1)
        for (let c = column; c < column + columnSpan; c += 1) taken.add(r * columns + c);
      cells.push({
        row,
        column,
        rowSpan,
        columnSpan,
        left: xs[column] ?? 0,
        right: xs[column + columnSpan] ?? 0,
        top: ys[row] ?? 0,
        bottom: ys[row + rowSpan] ?? 0,
      });
    }
  }
  return cells.length >= 2 ? cells : undefined;
}

/** Places that differ by more than the tolerance, ascending. */
function placesOf(values: readonly number[]): number[] {
  const places: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = places.at(-1);
    if (last === undefined || value - last > tolerance * 1.4) places.push(value);
  }
  return places;
}

/** Looks up which parts of the lines of a grid are drawn. */
class EdgeFinder {
  readonly #horizontal = new Set<number>();
  readonly #vertical = new Set<number>();
  readonly #columns: number;

  constructor(
    xs: readonly number[],
    ys: readonly number[],
    horizontals: readonly RuleLine[],
    verticals: readonly RuleLine[],
  ) {
    this.#columns = xs.length;
    for (const { left, right, top, bottom } of horizontals) {
      const y = nearest(ys, (top + bottom) / 2);
      for (const at of covered(xs, left, right)) this.#horizontal.add(y * this.#columns + at);
    }
    for (const { left, right, top, bottom } of verticals) {
      const x = nearest(xs, (left + right) / 2);
      for (const at of covered(ys, top, bottom)) this.#vertical.add(at * this.#columns + x);
    }
  }

  /** Whether there is a line above the place in a row and column. */
  hasHorizontal(row: number, column: number): boolean {
    return this.#horizontal.has(row * this.#columns + column);
  }

  /** Whether there is a line to the left of the place in a column and row. */
  hasVertical(column: number, row: number): boolean {
    return this.#vertical.has(row * this.#columns + column);
  }
}

function nearest(places: readonly number[], value: number): number {
  let best = 0;
  for (const [index, place] of places.entries())
    if (Math.abs(place - value) < Math.abs((places[best] ?? 0) - value)) best = index;
  return best;
}

/** Intervals between places that a line covers by more than half. */
function covered(places: readonly number[], from: number, to: number): number[] {
  return places.slice(1).flatMap((end, index) => {
    const start = places[index] ?? 0;
    const shared = Math.min(end, to) - Math.max(start, from);
    return shared > (end - start) * 0.5 ? [index] : [];
  });
}
