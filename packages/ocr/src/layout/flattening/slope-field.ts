import { pointIn, type TextRegion } from '../../detection/text-region.ts';
import { type Observation, solveLeastSquares } from '../../geometry/least-squares.ts';
import type { Point } from '../../geometry/point.ts';

/** Regions whose length is this many times their height show the slope of the page. */
const slopeLengthMin = 2;
/** Ascenders and descenders turn a region by up to about this many times its height, over its length. */
const turnHeights = 0.1;
/** Slopes are not more certain than this. */
const deviationMin = 0.004;
/** Slopes further from the fit than this are outliers: the limit of each round, since the first fits are rough. */
const outlierSlopes = [0.2, 0.1, 0.05, 0.03];
/** Keeps the field a constant unless the lines show otherwise, as shares of the total weight. */
const ridge = [0, 0.0005, 0.0005, 0.001, 0.001, 0.002, 0.004];
const flowSteps = 12;

/** Size of a page in pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Slope dy/dx of the lines of a page, as coefficients of the terms 1, x, y, P₂(x), x·y, P₃(x) and P₄(x): Legendre polynomials are independent. */
export interface SlopeField {
  readonly coefficients: readonly number[];
  readonly size: PageSize;
}

/** A slope field and the observations that it was fitted to; their weights are inverse variances. */
export interface SlopeFit {
  readonly field: SlopeField;
  readonly observations: readonly Observation[];
}

/** Terms of a slope field at a point. */
export function slopeTerms({ x, y }: Point, { width, height }: PageSize): number[] {
  const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1];
  const w = u * u;
  return [1, u, v, (3 * w - 1) / 2, u * v, (5 * w * u - 3 * u) / 2, (35 * w * w - 30 * w + 3) / 8];
}

/** Slope of the lines at a point. */
export function slopeAt({ coefficients, size }: SlopeField, point: Point): number {
  return predict(coefficients, slopeTerms(point, size));
}

const predict = (coefficients: readonly number[], terms: readonly number[]): number =>
  terms.reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0);

/** Moves a point along a field to a column. @returns its y there */
export function followField(field: SlopeField, { x, y }: Point, target: number): number {
  const step = (target - x) / flowSteps;
  let at = y;
  for (let index = 0; index < flowSteps; index += 1) {
    const half = at + (slopeAt(field, { x: x + index * step, y: at }) * step) / 2;
    at += slopeAt(field, { x: x + (index + 0.5) * step, y: half }) * step;
  }
  return at;
}

/**
 * The sums of the terms of a field along the way of a point to a column: a change of a coefficient moves the point by
 * about the change times the sum.
 */
export function sumTerms(field: SlopeField, { x, y }: Point, target: number): number[] {
  const step = (target - x) / flowSteps;
  const sums = ridge.map(() => 0);
  let at = y;
  for (let index = 0; index < flowSteps; index += 1) {
    const place = { x: x + (index + 0.5) * step, y: at };
    const terms = slopeTerms(place, field.size);
    for (const [term, value] of terms.entries()) sums[term] = (sums[term] ?? 0) + value * step;
    at += predict(field.coefficients, terms) * step;
  }
  return sums;
}

/** Fits a slope field to the directions of regions. Lines of other directions, such as stamps, lose their influence. */
export function fitSlopes(regions: readonly TextRegion[], size: PageSize): SlopeFit {
  const samples = regions.flatMap((region) => sampleSlopes(region, size));
  let coefficients: number[] = ridge.map((_, term) => (term === 0 ? weightedMedian(samples) : 0));
  let observations: readonly Observation[] = samples;
  for (const limit of outlierSlopes) {
    // Iteratively reweighted least squares with the weights of a Cauchy distribution.
    observations = samples.map((sample) => {
      const distance = (sample.value - predict(coefficients, sample.features)) / limit;
      return { ...sample, weight: sample.weight / (1 + distance * distance) };
    });
    const total = observations.reduce((sum, { weight }) => sum + weight, 0);
    if (total === 0) break;
    coefficients = solveLeastSquares(
      observations,
      ridge.map((penalty) => penalty * total),
    );
  }
  return { field: { coefficients, size }, observations };
}

/** Slopes of a region, at one or, if it bends, at several places. */
function sampleSlopes(region: TextRegion, size: PageSize): Observation[] {
  const { rectangle, bend } = region;
  const elongation = rectangle.width / rectangle.height;
  if (elongation < slopeLengthMin || Math.abs(rectangle.angle) > Math.PI / 4) return [];
  const places = bend.length === 0 ? [0] : [-0.8, -0.4, 0, 0.4, 0.8];
  const deviation = Math.max(turnHeights / elongation, deviationMin);
  return places.map((u) => {
    const [before, after] = [pointIn(region, u - 0.1, 0), pointIn(region, u + 0.1, 0)];
    return {
      features: slopeTerms(pointIn(region, u, 0), size),
      value: (after.y - before.y) / (after.x - before.x),
      weight: 1 / (deviation * deviation * places.length),
    };
  });
}

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
