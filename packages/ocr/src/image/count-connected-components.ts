import type { GrayImage } from './gray-image.ts';

/** Gray levels below this are ink, in an image with stretched contrast. */
const inkMax = 128;

/**
 * Counts connected components of ink (8-connectivity), such as letters and their parts. One pass over the rows joins
 * each run of ink with the runs it touches in the row above (Rosenfeld and Pfaltz 1966).
 */
export function countConnectedComponents({ data, width, height }: GrayImage): number {
  const parents: number[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
      // Path halving keeps later searches short.
      parents[root] = parents[parent] ?? parent;
      root = parent;
    }
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y += 1) {
    const runs = runsOf(data, y * width, width);
    let first = 0;
    for (const run of runs) {
      while ((above[first]?.end ?? Number.POSITIVE_INFINITY) < run.start) first += 1;
      for (let index = first; (above[index]?.start ?? Number.POSITIVE_INFINITY) <= run.end; index += 1) {
        const root = rootOf(above[index]?.label ?? 0);
        if (run.label < 0) run.label = root;
        else parents[root] = rootOf(run.label);
      }
      if (run.label < 0) run.label = parents.push(parents.length) - 1;
    }
    above = runs;
  }
  return parents.reduce((count, parent, label) => (parent === label ? count + 1 : count), 0);
}

interface Run {
  readonly start: number;
  /** Exclusive, so that `end` equals the `start` of a run that it touches only at a corner. */
  readonly end: number;
  label: number;
}

function runsOf(data: Uint8Array, offset: number, width: number): Run[] {
  const runs: Run[] = [];
  let start = -1;
  for (let x = 0; x <= width; x += 1) {
    const isInk = x < width && (data[offset + x] ?? 255) < inkMax;
    if (isInk && start < 0) start = x;
    else if (!isInk && start >= 0) {
      runs.push({ start, end: x, label: -1 });
      start = -1;
    }
  }
  return runs;
}
