/**
 * Boosted regression trees as written by training. The inner nodes of all trees are concatenated. A negative
 * child is the leaf `-child - 1`; other children are nodes counted from the first node of the tree.
 */
export interface BoostedTreesData {
  /** First node and first leaf of each tree. */
  readonly roots: readonly number[];
  readonly leafRoots: readonly number[];
  readonly features: readonly number[];
  readonly thresholds: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** In units of `scale`, as are `means`. */
  readonly leaves: readonly number[];
  /** Mean of the training rows that passed through each inner node; used by `explain`. */
  readonly means: readonly number[];
  readonly scale: number;
}

/** Sums the predictions of trees for rows of features. */
export class BoostedTrees {
  readonly treeCount: number;
  readonly #roots: Int32Array;
  readonly #leafRoots: Int32Array;
  readonly #features: Uint16Array;
  readonly #thresholds: Float64Array;
  readonly #left: Int16Array;
  readonly #right: Int16Array;
  readonly #leaves: Float64Array;
  readonly #means: Float64Array;

  constructor(data: BoostedTreesData) {
    this.treeCount = data.roots.length;
    this.#roots = Int32Array.from(data.roots);
    this.#leafRoots = Int32Array.from(data.leafRoots);
    this.#features = Uint16Array.from(data.features);
    this.#thresholds = Float64Array.from(data.thresholds);
    this.#left = Int16Array.from(data.left);
    this.#right = Int16Array.from(data.right);
    this.#leaves = Float64Array.from(data.leaves, (leaf) => leaf * data.scale);
    this.#means = Float64Array.from(data.means, (mean) => mean * data.scale);
  }

  /** Returns the sum of the trees `first`, `first + step`, ... for the row that starts at `offset`. */
  score(rows: Float32Array, offset: number, first = 0, step = 1): number {
    const roots = this.#roots;
    const leafRoots = this.#leafRoots;
    const features = this.#features;
    const thresholds = this.#thresholds;
    const left = this.#left;
    const right = this.#right;
    const leaves = this.#leaves;
    let sum = 0;
    for (let tree = first; tree < roots.length; tree += step) {
      const root = roots[tree] ?? 0;
      const leafRoot = leafRoots[tree] ?? 0;
      // A tree without a split has no inner node, only a leaf.
      const isLeaf = root === (roots[tree + 1] ?? features.length);
      let node = isLeaf ? -1 : 0;
      while (node >= 0) {
        const at = root + node;
        const value = rows[offset + (features[at] ?? 0)] ?? 0;
        node = (value <= (thresholds[at] ?? 0) ? left[at] : right[at]) ?? -1;
      }
      sum += leaves[leafRoot - node - 1] ?? 0;
    }
    return sum;
  }

  /**
   * Returns the contribution of each feature, by column, to the sum of a row: the difference between the mean of
   * a node and the mean of the child taken, summed along the paths (Saabas, "Interpreting random forests", 2014).
   */
  explain(rows: Float32Array, offset: number): Map<number, number> {
    const contributions = new Map<number, number>();
    for (let tree = 0; tree < this.#roots.length; tree++) {
      const root = this.#roots[tree] ?? 0;
      if (root === (this.#roots[tree + 1] ?? this.#features.length)) continue;
      let node = 0;
      while (node >= 0) {
        const at = root + node;
        const feature = this.#features[at] ?? 0;
        const value = rows[offset + feature] ?? 0;
        node = (value <= (this.#thresholds[at] ?? 0) ? this.#left[at] : this.#right[at]) ?? -1;
        const reached =
          node < 0 ? this.#leaves[(this.#leafRoots[tree] ?? 0) - node - 1] : this.#means[root + node];
        contributions.set(
          feature,
          (contributions.get(feature) ?? 0) + (reached ?? 0) - (this.#means[at] ?? 0),
        );
      }
    }
    return contributions;
  }
}

/** Logistic function: the probability that belongs to log-odds. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Softmax of scores: probabilities that sum to 1. Subtracts the maximum first, so that large scores do not overflow. */
export function softmax(scores: readonly number[]): number[] {
  const max = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - max));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
