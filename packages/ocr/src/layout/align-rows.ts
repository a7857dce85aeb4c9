import { pointIn, type TextRegion } from '../detection/text-region.ts';
import { followField, type SlopeField, type SlopeFit, sumTerms } from './slope-field.ts';

/** A page whose slopes are all below this is flat. */
const flatSlope = 0.004;
/** As many regions take part, the longest ones. */
const regionsMax = 240;
/** Changes of the constant, linear and quadratic terms that are tried first, in heights of a line over the page. */
const shifts = [-1.6, -1.2, -0.8, -0.4, 0, 0.4, 0.8, 1.2, 1.6];
const curves = [-1, 0, 1];
/** The best of them are refined, with smaller and smaller changes of all terms. */
const hypothesesMax = 4;
const steps = [0.02, 0.01, 0.005, 0.0025, 0.001];
const climbRoundsMax = 6;
/** Weight of the directions of regions against their alignment: their errors are not independent. */
const directionWeight = 0.3;

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
  readonly #fit: SlopeFit;
  readonly #lineHeight: number;
  /** Position of each point in the middle column, and how it changes with each coefficient. */
  readonly #positions: Float64Array;
  readonly #sums: readonly (readonly number[])[];
  readonly #residuals: readonly number[];
  readonly #counts: Float64Array;
  readonly #start: number;

  constructor(fit: SlopeFit, regions: readonly TextRegion[]) {
    const { field, observations } = fit;
    this.#fit = fit;
    const heights = regions.map(({ rectangle }) => rectangle.height).toSorted((a, b) => a - b);
    this.#lineHeight = heights[heights.length >> 1] ?? 1;
    const points = regions.flatMap((region) => [pointIn(region, -0.8, 0), pointIn(region, 0.8, 0)]);
    const middle = field.size.width / 2;
    this.#positions = Float64Array.from(points, (point) => followField(field, point, middle));
    this.#sums = points.map((point) => sumTerms(field, point, middle));
    this.#residuals = observations.map(
      ({ value, features }) =>
        value - features.reduce((sum, term, index) => sum + term * (field.coefficients[index] ?? 0), 0),
    );
    const slack = this.#lineHeight * 20;
    this.#start = Math.min(...this.#positions) - slack;
    const extent = Math.max(...this.#positions) - this.#start + slack;
    this.#counts = new Float64Array(Math.ceil((extent * 8) / this.#lineHeight) + 3);
  }

  best(): number[] {
    const { coefficients, size } = this.#fit.field;
    const unit = this.#lineHeight / size.width;
    const hypotheses: Hypothesis[] = [];
    for (const constant of shifts) {
      for (const linear of shifts) {
        for (const quadratic of curves) {
          const changes = [constant * unit, linear * unit, 0, quadratic * unit, 0, 0];
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
      const bin = Math.max(1 / 8, Math.min(1 / 3, step * 25));
      changes = climb(changes, step, (trial) => this.#score(trial, bin));
    }
    return { changes, score: this.#score(changes, 1 / 6) };
  }

  /** Log likelihood of a change, up to a constant. @param bin in heights of a line */
  #score(changes: readonly number[], bin: number): number {
    return this.#alignment(changes, bin * this.#lineHeight) - directionWeight * this.#deviation(changes);
  }

  /** Negative entropy of the histogram of positions, times their number: high where many positions are alike. */
  #alignment(changes: readonly number[], bin: number): number {
    const counts = this.#counts.fill(0);
    for (const [index, position] of this.#positions.entries()) {
      const sums = this.#sums[index] ?? [];
      let moved = position - this.#start;
      for (const [term, change] of changes.entries()) moved += change * (sums[term] ?? 0);
      const place = Math.max(0, Math.min(counts.length - 2, moved / bin));
      const cell = Math.floor(place);
      const share = place - cell;
      // Each position counts for the two nearest bins, so that no boundary splits a group.
      counts[cell] = (counts[cell] ?? 0) + 1 - share;
      counts[cell + 1] = (counts[cell + 1] ?? 0) + share;
    }
    let sum = 0;
    for (const count of counts) if (count > 1) sum += count * Math.log(count);
    return sum;
  }

  /** Half the weighted squares of the differences between the slopes of regions and of the field. */
  #deviation(changes: readonly number[]): number {
    let sum = 0;
    for (const [index, { features, weight }] of this.#fit.observations.entries()) {
      let residual = this.#residuals[index] ?? 0;
      for (const [term, change] of changes.entries()) residual -= change * (features[term] ?? 0);
      sum += weight * residual * residual;
    }
    return sum / 2;
  }
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
        if (value > bestScore + 1e-9) {
          [best, bestScore] = [values, value];
          improves = true;
        }
      }
    }
  }
  return best;
}
