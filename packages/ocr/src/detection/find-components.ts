import type { ProbabilityMap } from './probability-map.ts';

/** A connected group of pixels that belong to one line of text. */
export interface Component {
  /** Horizontal runs of pixels, in reading order: row, first column, last column of each. */
  readonly runs: readonly number[];
  /** Number of pixels. */
  readonly area: number;
  /** Mean probability of its pixels. */
  readonly score: number;
}

/** Pixels with a higher probability belong to text (DB, Liao et al. 2020, arXiv:1911.08947; PaddleOCR's value). */
const pixelProbabilityMin = 0.3;

/**
 * Finds the connected components (8 neighbors) of the likely pixels, in no particular order. The mask is
 * dilated by one pixel to the left and up, as in PaddleOCR, which joins lines with thin gaps.
 *
 * @param componentsMax the largest components are kept, since noise makes thousands
 */
export function findComponents({ data, width, height }: ProbabilityMap, componentsMax: number): Component[] {
  const runs = findRuns(data, width, height);
  const parents = joinRuns(runs);
  const groups = new Map<number, number[]>();
  for (let run = 0; run < parents.length; run += 1) {
    const root = findRoot(parents, run);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [run]);
    else group.push(run);
  }
  const components = [...groups.values()].map((group) => buildComponent(group, runs));
  if (components.length <= componentsMax) return components;
  return components.toSorted((a, b) => b.area - a.area).slice(0, componentsMax);
}

/** Horizontal runs of likely pixels, in reading order. `ends` is inclusive. */
interface Runs {
  readonly rows: number[];
  readonly starts: number[];
  readonly ends: number[];
  readonly sums: number[];
}

function findRuns(data: Float32Array, width: number, height: number): Runs {
  const runs: Runs = { rows: [], starts: [], ends: [], sums: [] };
  const isLikely = (x: number, y: number): boolean =>
    x < width && y < height && (data[y * width + x] ?? 0) > pixelProbabilityMin;
  for (let y = 0; y < height; y += 1) {
    let start = -1;
    let sum = 0;
    for (let x = 0; x <= width; x += 1) {
      const isInside =
        x < width && (isLikely(x, y) || isLikely(x + 1, y) || isLikely(x, y + 1) || isLikely(x + 1, y + 1));
      if (isInside) {
        if (start < 0) [start, sum] = [x, 0];
        sum += data[y * width + x] ?? 0;
      } else if (start >= 0) {
        runs.rows.push(y);
        runs.starts.push(start);
        runs.ends.push(x - 1);
        runs.sums.push(sum);
        start = -1;
      }
    }
  }
  return runs;
}

/** Joins runs that touch those of the row above. @returns the parent of each run */
function joinRuns({ rows, starts, ends }: Runs): Int32Array {
  const parents = Int32Array.from(rows, (_, run) => run);
  let above = 0;
  for (let run = 0; run < rows.length; run += 1) {
    const row = rows[run] ?? 0;
    while ((rows[above] ?? row) < row - 1) above += 1;
    // A run above may touch several runs of this row: go on from the last one that ends before this run starts.
    while ((rows[above] ?? row) === row - 1 && (ends[above] ?? 0) < (starts[run] ?? 0) - 1) above += 1;
    for (let other = above; (rows[other] ?? row) === row - 1; other += 1) {
      if ((starts[other] ?? 0) > (ends[run] ?? 0) + 1) break;
      parents[findRoot(parents, run)] = findRoot(parents, other);
    }
  }
  return parents;
}

function findRoot(parents: Int32Array, run: number): number {
  let root = run;
  while (parents[root] !== root) {
    const grandparent = parents[parents[root] ?? 0] ?? 0;
    parents[root] = grandparent;
    root = grandparent;
  }
  return root;
}

function buildComponent(group: readonly number[], { rows, starts, ends, sums }: Runs): Component {
  const runs: number[] = [];
  let area = 0;
  let sum = 0;
  for (const run of group) {
    const [row = 0, start = 0, end = 0] = [rows[run], starts[run], ends[run]];
    runs.push(row, start, end);
    area += end - start + 1;
    sum += sums[run] ?? 0;
  }
  return { runs, area, score: area === 0 ? 0 : sum / area };
}
