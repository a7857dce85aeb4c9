import { pointIn, type TextRegion } from '../../detection/text-region.ts';
import { hillClimb } from './hill-climb.ts';
import { followField, type SlopeField, type SlopeFit, sumTerms } from './slope-field.ts';

/** A page whose slopes are all below this is flat. */
const flatSlope = 0.004;
/** As many regions take part, the longest ones. */
const regionsMax = 240;
/** Changes of the constant, linear and quadratic terms that are tried first, in heights of a line over the page. */
const shifts = [-1.8, -1.2, -0.6, 0, 0.6, 1.2, 1.8];
const bulges = [-4, -2.7, -1.3, 0, 1.3, 2.7, 4];
const curves = [-5, -2.5, 0, 2.5, 5];
/** The best of them are refined, with smaller and smaller changes of all terms. */
const hypothesesMax = 8;
const steps = [0.02, 0.01, 0.005, 0.0025, 0.001];
const climbRoundsMax = 6;
/** Positions are compared in bins of at least this many heights of a line, and move by at most the second. */
const [binMin, slackHeights] = [1 / 8, 20];
/** Weight of the directions of regions against their alignment: their errors are not independent. */
const directionWeight = 0.2;

/**
 * Changes a slope field so that the regions of a page fall into rows. Among the fields near the fitted one, whose rows
 * may be shifted against each other from side to side, it takes the one that agrees best with both the alignment of the
 * regions and their directions.
 */
export function alignRows(fit: SlopeFit, regions: readonly TextRegion[]): SlopeField {
  const { field } = fit;
  if (field.coefficients.every((coefficient) => Math.abs(coefficient) < flatSlope)) return field;
  const chosen = regions.toSorted((a, b) => b.rectangle.width - a.rectangle.width).slice(0, regionsMax);
  const search = new RowSearch(fit, chosen);
  return { ...field, coefficients: search.best() };
}

interface Hypothesis {
  readonly changes: readonly number[];
  readonly score: number;
}

/** Searches the changes of the coefficients of a field. Positions are linear in them, which makes a trial cheap. */
class RowSearch {
  readonly #field: SlopeField;
  readonly #lineHeight: number;
  /** Position of each point in the middle column, from the lowest possible one, in pixels. */
  readonly #positions: Float64Array;
  /** How a position changes with each coefficient: as many values for each point as there are coefficients. */
  readonly #sums: Float64Array;
  readonly #counts: Float64Array;
  /** Normal equations of the directions: their weighted squared differences as a function of the changes. */
  readonly #products: readonly Float64Array[];
  readonly #moments: Float64Array;

  constructor({ field, observations }: SlopeFit, regions: readonly TextRegion[]) {
    this.#field = field;
    const heights = regions.map(({ rectangle }) => rectangle.height).toSorted((a, b) => a - b);
    this.#lineHeight = heights[heights.length >> 1] ?? 1;
    const points = regions.flatMap((region) => [pointIn(region, -0.8, 0), pointIn(region, 0.8, 0)]);
    const middle = field.size.width / 2;
    const positions = points.map((point) => followField(field, point, middle));
    const slack = this.#lineHeight * slackHeights;
    const start = Math.min(...positions) - slack;
    this.#positions = Float64Array.from(positions, (position) => position - start);
    this.#sums = Float64Array.from(points.flatMap((point) => sumTerms(field, point, middle)));
    const extent = Math.max(...positions) - start + slack;
    this.#counts = new Float64Array(Math.ceil(extent / (this.#lineHeight * binMin)) + 3);
    const { length } = field.coefficients;
    this.#products = field.coefficients.map(() => new Float64Array(length));
    this.#moments = new Float64Array(length);
    for (const { value, features, weight } of observations) {
      const residual = value - dot(features, field.coefficients);
      for (const [row, feature] of features.entries()) {
        this.#moments[row] = (this.#moments[row] ?? 0) + weight * feature * residual;
        const products = this.#products[row];
        for (let column = 0; products !== undefined && column < length; column += 1)
          products[column] = (products[column] ?? 0) + weight * feature * (features[column] ?? 0);
      }
    }
  }

  best(): number[] {
    const { coefficients, size } = this.#field;
    const unit = this.#lineHeight / size.width;
    const hypotheses: Hypothesis[] = [];
    for (const constant of shifts) {
      for (const linear of bulges) {
        for (const quadratic of curves) {
          const changes = [constant * unit, linear * unit, 0, quadratic * unit, 0, 0, 0];
          hypotheses.push({ changes, score: this.#score(changes, 1 / 3) });
        }
      }
    }
    const refined = hypotheses
      .toSorted((a, b) => b.score - a.score)
      .slice(0, hypothesesMax)
      .map(({ changes }) => this.#refine(changes));
    const none = this.#refine(coefficients.map(() => 0));
    const best = refined.reduce((a, b) => (b.score > a.score ? b : a), none);
    return coefficients.map((coefficient, index) => coefficient + (best.changes[index] ?? 0));
  }

  #refine(start: readonly number[]): Hypothesis {
    let changes = start;
    for (const step of steps) {
      const bin = Math.max(binMin, Math.min(1 / 3, step * 25));
      changes = hillClimb(changes, step, climbRoundsMax, (trial) => this.#score(trial, bin));
    }
    return { changes, score: this.#score(changes, 1 / 6) };
  }

  /** Log likelihood of a change, up to a constant. @param bin in heights of a line */
  #score(changes: readonly number[], bin: number): number {
    return this.#alignment(changes, bin * this.#lineHeight) - directionWeight * this.#deviation(changes);
  }

  /** Negative entropy of the histogram of positions, times their number: high where many positions are alike. */
  #alignment(changes: readonly number[], bin: number): number {
    const [positions, sums, counts] = [this.#positions, this.#sums, this.#counts.fill(0)];
    const [terms, last] = [changes.length, counts.length - 2];
    for (let point = 0; point < positions.length; point += 1) {
      let moved = positions[point] ?? 0;
      for (let term = 0; term < terms; term += 1)
        moved += (changes[term] ?? 0) * (sums[point * terms + term] ?? 0);
      const place = Math.max(0, Math.min(last, moved / bin));
      const cell = Math.floor(place);
      const share = place - cell;
      // Each position counts for the two nearest bins, so that no boundary splits a group.
      counts[cell] = (counts[cell] ?? 0) + 1 - share;
      counts[cell + 1] = (counts[cell + 1] ?? 0) + share;
    }
    let sum = 0;
    for (let cell = 0; cell < counts.length; cell += 1) {
      const count = counts[cell] ?? 0;
      if (count > 1) sum += count * Math.log(count);
    }
    return sum;
  }

  /** Half the weighted squares of the differences between the slopes of regions and of the field, up to a constant. */
  #deviation(changes: readonly number[]): number {
    let sum = 0;
    for (let row = 0; row < changes.length; row += 1) {
      const products = this.#products[row];
      const change = changes[row] ?? 0;
      if (products === undefined || change === 0) continue;
      let gradient = -2 * (this.#moments[row] ?? 0);
      for (let column = 0; column < changes.length; column += 1)
        gradient += (products[column] ?? 0) * (changes[column] ?? 0);
      sum += change * gradient;
    }
    return sum / 2;
  }
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
