import { type FlatSegment, median } from '../segments/segment.ts';
import { hillClimb } from './hill-climb.ts';

/** Fewer segments do not show a direction. */
const segmentsMin = 8;
/** The search starts on this grid, in pixels along the lines per pixel across them. */
const [slantMax, slantStep] = [0.24, 0.02];
/** Of the convergence: change of the slant from the middle to the edge of the page. */
const [convergenceMax, convergenceStep] = [0.2, 0.04];
/** The best candidates of the grid are refined with smaller and smaller steps, on narrower and narrower bins. */
const refinements = [0.01, 0.005, 0.0025, 0.00125];
/** The edges must align better than without a correction by this factor. */
const gainMin = 1.1;

/** Rounds of each refinement. Columns of a page need fewer; those of a single row have no direction to find. */
const climbRoundsMax = 24;

/**
 * How the columns of a page run: x + (slant + convergence · x) · y + curve · y², with x and y relative to the page, as the
 * values slant, convergence and curve.
 */
type Shear = readonly number[];

const none: Shear = [0, 0, 0];

/**
 * Finds how the columns of a page slant, converge and bend, from the alignment of the left and right edges of its
 * segments: among the candidates, the one under which most edges share their position.
 *
 * @returns corrects a position along the lines, given the position across them
 */
export function findShear(segments: readonly FlatSegment[]): (x: number, y: number) => number {
  if (segments.length < segmentsMin) return (x) => x;
  const lineHeight = Math.max(8, median(segments.map(({ height }) => height)));
  const extent = Math.max(1, ...segments.flatMap(({ left, right, y }) => [-left, right, Math.abs(y)]));
  const place = (x: number, y: number, [slant = 0, convergence = 0, curve = 0]: Shear): number =>
    x + (slant + (convergence * x) / extent) * y + (curve * y * y) / extent;
  const alignment = (shear: Shear, bin: number): number => {
    // Left and right edges are separate: columns are aligned on one side.
    const counts = [new Map<number, number>(), new Map<number, number>()];
    for (const { left, right, y } of segments) {
      for (const [side, x] of [left, right].entries()) {
        const moved = place(x, y, shear) / bin;
        const index = Math.floor(moved);
        const share = moved - index;
        // Each edge counts for the two nearest bins, so that no boundary splits a group.
        const group = counts[side];
        group?.set(index, (group.get(index) ?? 0) + 1 - share);
        group?.set(index + 1, (group.get(index + 1) ?? 0) + share);
      }
    }
    let sum = 0;
    for (const side of counts) for (const count of side.values()) sum += count * count;
    return sum;
  };
  let best = searchGrid((shear) => alignment(shear, lineHeight));
  for (const step of refinements) {
    const bin = Math.max(lineHeight / 4, (lineHeight * step) / 0.01);
    best = hillClimb(best, step, climbRoundsMax, (shear) => alignment(shear, bin));
  }
  const bin = lineHeight / 4;
  if (alignment(best, bin) < alignment(none, bin) * gainMin) return (x) => x;
  return (x, y) => place(x, y, best);
}

function searchGrid(score: (shear: Shear) => number): Shear {
  let [best, bestScore] = [none, score(none)];
  for (let slant = -slantMax; slant <= slantMax; slant += slantStep) {
    for (let convergence = -convergenceMax; convergence <= convergenceMax; convergence += convergenceStep) {
      const shear = [slant, convergence, 0];
      const value = score(shear);
      if (value > bestScore) [best, bestScore] = [shear, value];
    }
  }
  return best;
}
