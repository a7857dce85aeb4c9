/**
 * Boosted regression trees as training writes them. Inner nodes of all trees lie one behind another; a child
 * below zero is the leaf `-child - 1`, others are nodes counted from the tree's first.
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
  /** Of the training rows that came through each inner node; to explain by. */
  readonly means: readonly number[];
  readonly scale: number;
}

/** Adds up what each tree says of a row of features. */
export class BoostedTrees {
  readonly treeCount: number;
  private readonly roots: Int32Array;
  private readonly leafRoots: Int32Array;
  private readonly features: Uint16Array;
  private readonly thresholds: Float64Array;
  private readonly left: Int16Array;
  private readonly right: Int16Array;
  private readonly leaves: Float64Array;
  private readonly means: Float64Array;

  constructor(data: BoostedTreesData) {
    this.treeCount = data.roots.length;
    this.roots = Int32Array.from(data.roots);
    this.leafRoots = Int32Array.from(data.leafRoots);
    this.features = Uint16Array.from(data.features);
    this.thresholds = Float64Array.from(data.thresholds);
    this.left = Int16Array.from(data.left);
    this.right = Int16Array.from(data.right);
    this.leaves = Float64Array.from(data.leaves, (leaf) => leaf * data.scale);
    this.means = Float64Array.from(data.means, (mean) => mean * data.scale);
  }

  /**
   * The sum of the trees `first`, `first + step`, ... for the row that begins at `offset`.
   */
  score(rows: Float32Array, offset: number, first = 0, step = 1): number {
    const { roots, leafRoots, features, thresholds, left, right, leaves } = this;
    let sum = 0;
    for (let tree = first; tree < roots.length; tree += step) {
      const root = roots[tree] ?? 0;
      const leafRoot = leafRoots[tree] ?? 0;
      // A tree without a split has no node of its own.
      const empty = root === (roots[tree + 1] ?? features.length);
      let node = empty ? -1 : 0;
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
   * How much each feature moved the sum of a row: along a tree's path, from the mean of a node to the mean of
   * the side taken (Saabas, "Interpreting random forests", 2014).
   */
  explain(rows: Float32Array, offset: number): Map<number, number> {
    const moved = new Map<number, number>();
    for (let tree = 0; tree < this.roots.length; tree++) {
      const root = this.roots[tree] ?? 0;
      if (root === (this.roots[tree + 1] ?? this.features.length)) continue;
      let node = 0;
      while (node >= 0) {
        const at = root + node;
        const feature = this.features[at] ?? 0;
        const value = rows[offset + feature] ?? 0;
        node = (value <= (this.thresholds[at] ?? 0) ? this.left[at] : this.right[at]) ?? -1;
        const reached =
          node < 0 ? this.leaves[(this.leafRoots[tree] ?? 0) - node - 1] : this.means[root + node];
        moved.set(feature, (moved.get(feature) ?? 0) + (reached ?? 0) - (this.means[at] ?? 0));
      }
    }
    return moved;
  }
}

export function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
