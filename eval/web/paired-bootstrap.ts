/** Mean difference of paired scores with the middle 95 % of it when the pages are drawn again. */
export interface BootstrapInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const draws = 5000;

/**
 * Paired bootstrap (Efron and Tibshirani, "An introduction to the bootstrap", 1993): draws pages with
 * replacement and takes percentiles of the mean difference `ours - theirs`. The same input gives the same answer.
 */
export function pairedBootstrap(ours: readonly number[], theirs: readonly number[]): BootstrapInterval {
  const differences = ours.map((score, index) => score - (theirs[index] ?? 0));
  const count = differences.length;
  if (count === 0) return { mean: 0, low: 0, high: 0 };
  const random = generator(count);
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (let index = 0; index < count; index++) sum += differences[Math.floor(random() * count)] ?? 0;
    means[draw] = sum / count;
  }
  means.sort();
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / count,
    low: means[Math.floor(draws * 0.025)] ?? 0,
    high: means[Math.floor(draws * 0.975)] ?? 0,
  };
}

/** Mulberry32: small, fast, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
