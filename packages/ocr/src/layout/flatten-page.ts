import { pointIn, type TextRegion } from '../detection/text-region.ts';
import { type Observation, solveLeastSquares } from '../geometry/least-squares.ts';
import type { Point } from '../geometry/point.ts';
import { findShear } from './find-shear.ts';
import type { FlatSegment, Segment } from './segment.ts';

/** Regions whose length is this many times their height show the slope of the page. */
const slopeLengthMin = 2;
/** Slopes further from the fit than this are outliers: the limit of each round, since the first fits are rough. */
const outlierSlopes = [0.2, 0.1, 0.05, 0.03];
/** Keeps the field a constant unless the lines show otherwise. Terms: 1, x, y, x², x·y, x³. */
const ridge = [0, 0.03, 0.03, 0.06, 0.06, 0.1];
const flowSteps = 12;
/** A page whose slopes are all below this is flat. */
const flatSlope = 0.004;
/** The field is then refined with smaller and smaller changes of its terms, so that cells share their rows. */
const refinements = [0.02, 0.01, 0.005, 0.0025, 0.001];
const climbRoundsMax = 6;
/** Of the segments, as many take part. */
const refinementSegmentsMax = 240;

/**
 * Flattens a tilted, distorted or curled page: the slope of its lines is fitted as a smooth field over the page, and
 * each region is moved along the field to the middle of the page, so that the cells of one row have the same height,
 * however far apart they are.
 */
export function flattenPage(segments: readonly Segment[], width: number, height: number): FlatSegment[] {
  const size = { width, height };
  const regions = segments.map(({ region }) => region);
  const slopeAt = fieldOf(refineSlopes(fitSlopes(regions, size), regions, size), size);
  const middle = { x: width / 2, y: height / 2 };
  const angle = Math.atan(slopeAt(middle));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const flatten = (point: Point): Point => ({
    x: (point.x - middle.x) * cos + (point.y - middle.y) * sin,
    y: (followField(slopeAt, point, middle.x) - middle.y) * cos,
  });
  const flat = segments.map((segment) => {
    const left = flatten(pointIn(segment.region, -1, 0));
    const right = flatten(pointIn(segment.region, 1, 0));
    const { height: lineHeight } = segment.region.rectangle;
    return {
      segment,
      left: Math.min(left.x, right.x),
      right: Math.max(left.x, right.x),
      y: (left.y + right.y) / 2,
      height: lineHeight,
    };
  });
  const shear = findShear(flat);
  return flat.map((segment) => ({
    ...segment,
    left: shear(segment.left, segment.y),
    right: shear(segment.right, segment.y),
  }));
}

type Slope = (point: Point) => number;
interface Size {
  readonly width: number;
  readonly height: number;
}

function termsAt({ x, y }: Point, { width, height }: Size): number[] {
  const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1];
  return [1, u, v, u * u, u * v, u * u * u];
}

const fieldOf =
  (coefficients: readonly number[], size: Size): Slope =>
  (point) =>
    predict(coefficients, termsAt(point, size));

const predict = (coefficients: readonly number[], terms: readonly number[]): number =>
  terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0);

/** Fits the slope dy/dx of the lines as a function of the position. @returns a coefficient for each term */
function fitSlopes(regions: readonly TextRegion[], size: Size): number[] {
  const samples = regions.flatMap((region) => sampleSlopes(region, size));
  let coefficients = [weightedMedian(samples), 0, 0, 0, 0, 0];
  // Iteratively reweighted: lines of other directions, such as stamps, lose their influence.
  for (const limit of outlierSlopes) {
    const weighted = samples.map((sample) => {
      const distance = (sample.value - predict(coefficients, sample.features)) / limit;
      return { ...sample, weight: sample.weight / (1 + distance * distance) };
    });
    const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
    if (total === 0) break;
    coefficients = solveLeastSquares(
      weighted,
      ridge.map((penalty) => penalty * Math.sqrt(total)),
    );
  }
  return coefficients;
}

/**
 * Refines a field so that the segments of a page fall into rows: among small changes of its terms, those under which
 * more segments share their height on the flattened page.
 */
function refineSlopes(
  fitted: readonly number[],
  regions: readonly TextRegion[],
  size: Size,
): readonly number[] {
  if (fitted.every((coefficient) => Math.abs(coefficient) < flatSlope)) return fitted;
  const chosen = regions.slice(0, refinementSegmentsMax);
  const lineHeight =
    chosen.map(({ rectangle }) => rectangle.height).toSorted((a, b) => a - b)[chosen.length >> 1] ?? 1;
  const points = chosen.flatMap((region) => [pointIn(region, -0.8, 0), pointIn(region, 0.8, 0)]);
  let best = fitted;
  for (const step of refinements) {
    const bin = lineHeight * Math.max(1 / 8, Math.min(1 / 3, step * 25));
    const score = (coefficients: readonly number[]): number => {
      const slopeAt = fieldOf(coefficients, size);
      return concentration(points.map((point) => followField(slopeAt, point, size.width / 2) / bin));
    };
    best = climb(best, step, score);
  }
  return best;
}

/** Changes one value at a time by a step while the score increases. */
function climb(
  start: readonly number[],
  step: number,
  score: (values: readonly number[]) => number,
): readonly number[] {
  let [best, bestScore] = [start, score(start)];
  for (let [improves, rounds] = [true, 0]; improves && rounds < climbRoundsMax; rounds += 1) {
    improves = false;
    for (const index of start.keys()) {
      for (const change of [step, -step]) {
        const values = best.map((value, at) => (at === index ? value + change : value));
        const value = score(values);
        if (value > bestScore * (1 + 1e-9)) {
          [best, bestScore] = [values, value];
          improves = true;
        }
      }
    }
  }
  return best;
}

/** Sum of the squares of a histogram with bins of width 1: high where many values are alike. */
function concentration(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) {
    const index = Math.floor(value);
    const share = value - index;
    // Each value counts for the two nearest bins, so that no boundary splits a group.
    counts.set(index, (counts.get(index) ?? 0) + 1 - share);
    counts.set(index + 1, (counts.get(index + 1) ?? 0) + share);
  }
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum;
}

/** Slopes of a region, at one or, if it bends, at several places; weighted by its length relative to its height. */
function sampleSlopes(region: TextRegion, size: Size): Observation[] {
  const { rectangle, bend } = region;
  const elongation = rectangle.width / rectangle.height;
  if (elongation < slopeLengthMin || Math.abs(rectangle.angle) > Math.PI / 4) return [];
  const places = bend.length === 0 ? [0] : [-0.8, -0.4, 0, 0.4, 0.8];
  return places.map((u) => {
    const [before, after] = [pointIn(region, u - 0.1, 0), pointIn(region, u + 0.1, 0)];
    return {
      features: termsAt(pointIn(region, u, 0), size),
      value: (after.y - before.y) / (after.x - before.x),
      weight: Math.min(elongation, 30) / places.length,
    };
  });
}

/** Moves a point along the field to a column. @returns its y there */
function followField(slopeAt: Slope, { x, y }: Point, target: number): number {
  const step = (target - x) / flowSteps;
  let at = y;
  for (let index = 0; index < flowSteps; index += 1) {
    const half = at + (slopeAt({ x: x + index * step, y: at }) * step) / 2;
    at += slopeAt({ x: x + (index + 0.5) * step, y: half }) * step;
  }
  return at;
}

/** Weighted median of the observed values. */
function weightedMedian(observations: readonly Observation[]): number {
  const sorted = observations.toSorted((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let seen = 0;
  for (const { value, weight } of sorted) {
    seen += weight;
    if (seen >= total / 2) return value;
  }
  return 0;
}
