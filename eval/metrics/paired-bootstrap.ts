import { mulberry32 } from '@quern/testing/random/mulberry32';
import { mean } from './statistics.ts';

/** Mean difference of paired scores with its 95 % confidence interval. */
export interface BootstrapInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const draws = 5000;

/**
 * Paired bootstrap (Efron and Tibshirani, "An introduction to the bootstrap", 1993): draws pairs with replacement and
 * takes percentiles of the mean difference `ours - theirs`.
 *
 * @param seed seed of the draws; the number of pairs by default, so that the same input gives the same interval
 */
export function pairedBootstrap(
  ours: readonly number[],
  theirs: readonly number[],
  seed: number = ours.length,
): BootstrapInterval {
  const differences = ours.map((score, index) => score - (theirs[index] ?? 0));
  const count = differences.length;
  if (count === 0) return { mean: 0, low: 0, high: 0 };
  const random = mulberry32(seed);
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (let index = 0; index < count; index++) sum += differences[Math.floor(random() * count)] ?? 0;
    means[draw] = sum / count;
  }
  means.sort();
  return {
    mean: mean(differences),
    low: means[Math.floor(draws * 0.025)] ?? 0,
    high: means[Math.floor(draws * 0.975)] ?? 0,
  };
}
