import type { TermStatistics } from './term-statistics.ts';

/** Units that are compared with each other; longer texts are ranked part by part, which takes linear time. */
const windowSize = 160;
const damping = 0.85;
const iterationsMax = 30;
const tolerance = 1e-4;

/** How central units are, by two measures of similarity; 1 is the mean of the units around. */
export interface Centrality {
  /** By the number of shared terms, divided by the sum of the logarithms of the two numbers of terms. */
  readonly overlap: Float64Array;
  /** By the cosine of the terms weighted by inverse unit frequency. */
  readonly cosine: Float64Array;
  /** Highest cosine with an earlier unit of the same window, 0 to 1. */
  readonly repetition: Float64Array;
}

/**
 * Ranks units by TextRank (Mihalcea and Tarau, "TextRank: Bringing Order into Texts", 2004) and by LexRank's continuous
 * variant (Erkan and Radev, 2004): PageRank over the graph of similarities. Long texts are ranked in windows of equal
 * size.
 */
export function rankUnits(statistics: TermStatistics): Centrality {
  const count = statistics.terms.length;
  const overlap = new Float64Array(count);
  const cosine = new Float64Array(count);
  const repetition = new Float64Array(count);
  const windows = Math.max(1, Math.ceil(count / windowSize));
  for (let window = 0; window < windows; window++) {
    const start = Math.floor((window * count) / windows);
    const end = Math.floor(((window + 1) * count) / windows);
    const graph = compareUnits(statistics, start, end);
    overlap.set(pageRank(graph.overlap, end - start), start);
    cosine.set(pageRank(graph.cosine, end - start), start);
    repetition.set(graph.repetition, start);
  }
  return { overlap, cosine, repetition };
}

function compareUnits({ distinct, weights }: TermStatistics, start: number, end: number) {
  const size = end - start;
  const shared = new Float64Array(size * size);
  const dots = new Float64Array(size * size);
  const norms = new Float64Array(size);
  // The units that contain a term, for all terms of the window.
  const postings = new Map<number, number[]>();
  for (let unit = 0; unit < size; unit++) {
    let square = 0;
    for (const term of distinct[start + unit] ?? []) {
      const weight = (weights[term] ?? 0) ** 2;
      square += weight;
      const units = postings.get(term);
      if (units === undefined) postings.set(term, [unit]);
      else {
        for (const other of units) {
          const at = other * size + unit;
          shared[at] = (shared[at] ?? 0) + 1;
          dots[at] = (dots[at] ?? 0) + weight;
        }
        units.push(unit);
      }
    }
    norms[unit] = Math.sqrt(square);
  }
  const repetition = new Float64Array(size);
  for (let left = 0; left < size; left++) {
    const leftLog = Math.log(Math.max(1, distinct[start + left]?.length ?? 0));
    for (let right = left + 1; right < size; right++) {
      const [at, mirrored] = [left * size + right, right * size + left];
      if (shared[at] === 0) continue;
      const logs = leftLog + Math.log(Math.max(1, distinct[start + right]?.length ?? 0));
      const similarity = logs > 0 ? (shared[at] ?? 0) / logs : 0;
      const cosine = (dots[at] ?? 0) / Math.max((norms[left] ?? 0) * (norms[right] ?? 0), 1e-9);
      shared[at] = similarity;
      shared[mirrored] = similarity;
      dots[at] = cosine;
      dots[mirrored] = cosine;
      repetition[right] = Math.max(repetition[right] ?? 0, cosine);
    }
  }
  return { overlap: shared, cosine: dots, repetition };
}

/** @returns ranks whose mean is 1 */
function pageRank(weights: Float64Array, size: number): Float64Array {
  const totals = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = 0;
    for (let column = 0; column < size; column++) sum += weights[row * size + column] ?? 0;
    totals[row] = sum;
  }
  let ranks = new Float64Array(size).fill(1);
  let next = new Float64Array(size);
  for (let iteration = 0; iteration < iterationsMax; iteration++) {
    next.fill(1 - damping);
    let lost = 0;
    for (let row = 0; row < size; row++) {
      const total = totals[row] ?? 0;
      if (total === 0) {
        lost += ranks[row] ?? 0;
        continue;
      }
      const share = (damping * (ranks[row] ?? 0)) / total;
      for (let column = 0; column < size; column++) {
        next[column] = (next[column] ?? 0) + share * (weights[row * size + column] ?? 0);
      }
    }
    let change = 0;
    for (let column = 0; column < size; column++) {
      next[column] = (next[column] ?? 0) + (damping * lost) / size;
      change += Math.abs((next[column] ?? 0) - (ranks[column] ?? 0));
    }
    [ranks, next] = [next, ranks];
    if (change < tolerance * size) break;
  }
  return ranks;
}
