import type { TermStatistics } from '../statistics/term-statistics.ts';

/** Number of matches of a global pattern in a text. */
export function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The sum of some values. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The share of the wanted terms that are among `terms`; 0 if none is wanted. */
export function shareOf(wanted: ReadonlySet<number>, terms: Int32Array): number {
  if (wanted.size === 0) return 0;
  let found = 0;
  for (const term of terms) if (wanted.has(term)) found++;
  return found / wanted.size;
}

/** Cosine of each unit with the sum of all units, by terms weighted by inverse unit frequency. */
export function centroidCosines({ distinct, weights, unitCounts }: TermStatistics): Float64Array {
  let square = 0;
  for (const [term, weight] of weights.entries()) square += (weight * (unitCounts[term] ?? 0)) ** 2;
  const norm = Math.sqrt(square);
  return Float64Array.from(distinct, (terms) => {
    let dot = 0;
    let own = 0;
    for (const term of terms) {
      const weight = weights[term] ?? 0;
      dot += weight * weight * (unitCounts[term] ?? 0);
      own += weight * weight;
    }
    return own === 0 || norm === 0 ? 0 : dot / (Math.sqrt(own) * norm);
  });
}

/** Rank of each value among all, from 0 for the lowest to 1 for the highest. */
export function percentiles(values: Float64Array | Float32Array): Float64Array {
  const order = Array.from(values.keys()).sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0));
  const result = new Float64Array(values.length);
  const last = Math.max(values.length - 1, 1);
  for (const [rank, index] of order.entries()) result[index] = rank / last;
  return result;
}

/** For each unit the share of the weight of its terms that the unit before and the unit after have too. */
export function neighborShares({ distinct, weights }: TermStatistics): {
  previous: Float64Array;
  next: Float64Array;
} {
  const previous = new Float64Array(distinct.length);
  const next = new Float64Array(distinct.length);
  const lastUnit = new Int32Array(weights.length).fill(-1);
  let totalBefore = 0;
  for (const [unit, terms] of distinct.entries()) {
    let total = 0;
    let shared = 0;
    for (const term of terms) {
      const weight = weights[term] ?? 0;
      total += weight;
      if (unit > 0 && lastUnit[term] === unit - 1) shared += weight;
      lastUnit[term] = unit;
    }
    if (total > 0) previous[unit] = shared / total;
    if (totalBefore > 0) next[unit - 1] = shared / totalBefore;
    totalBefore = total;
  }
  return { previous, next };
}
