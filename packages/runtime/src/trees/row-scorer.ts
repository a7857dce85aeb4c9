import type { BoostedTreesData } from './boosted-trees.ts';

/** Bits of a mask. */
const leavesMax = 32;

/** A node of a tree while its leaves are numbered. */
interface NodeMask {
  readonly feature: number;
  readonly threshold: number;
  readonly tree: number;
  /** The leaves that can be reached if the row goes to the right. */
  readonly mask: number;
}

/**
 * Sums the predictions of boosted trees for all rows of a text at once. A row does not descend the trees: for each feature, the nodes whose thresholds its value
 * exceeds rule out the leaves on their left, and the first leaf of a tree that is left is the one that a descent would reach (Lucchese et al., "QuickScorer",
 * SIGIR 2015). Features that are the same in all rows are evaluated once.
 */
export class RowScorer {
  /** The leaves of each tree that can be reached, as bits, the leftmost lowest. */
  readonly #all: Int32Array;
  /** The first leaf of each tree in `#leaves`. */
  readonly #leafRoots: Int32Array;
  /** Values of the leaves, from left to right. */
  readonly #leaves: Float64Array;
  /** The first node of each feature; the nodes of a feature are in ascending order of their thresholds. */
  readonly #featureStarts: Int32Array;
  readonly #thresholds: Float64Array;
  readonly #trees: Uint16Array;
  readonly #masks: Int32Array;

  /** @throws Error if a tree has more than 32 leaves */
  constructor(data: BoostedTreesData) {
    const nodes: NodeMask[] = [];
    const leaves: number[] = [];
    this.#all = new Int32Array(data.roots.length);
    this.#leafRoots = new Int32Array(data.roots.length);
    for (let tree = 0; tree < data.roots.length; tree++) {
      const first = leaves.length;
      this.#leafRoots[tree] = first;
      addTree(data, tree, nodes, leaves);
      const count = leaves.length - first;
      if (count > leavesMax) throw new Error(`tree ${tree} has ${count} leaves; the maximum is ${leavesMax}`);
      this.#all[tree] = lowBits(count);
    }
    this.#leaves = Float64Array.from(leaves);
    nodes.sort((left, right) => left.feature - right.feature || left.threshold - right.threshold);
    this.#thresholds = Float64Array.from(nodes, ({ threshold }) => threshold);
    this.#trees = Uint16Array.from(nodes, ({ tree }) => tree);
    this.#masks = Int32Array.from(nodes, ({ mask }) => mask);
    const features = (nodes.at(-1)?.feature ?? -1) + 1;
    this.#featureStarts = new Int32Array(features + 1);
    for (const { feature } of nodes)
      this.#featureStarts[feature + 1] = (this.#featureStarts[feature + 1] ?? 0) + 1;
    for (let feature = 0; feature < features; feature++)
      this.#featureStarts[feature + 1] =
        (this.#featureStarts[feature + 1] ?? 0) + (this.#featureStarts[feature] ?? 0);
  }

  /**
   * Returns the sum of all trees for each row.
   *
   * @param rows the features of the rows, one after the other
   * @param width number of features of a row
   */
  score(rows: Float32Array, width: number): Float64Array {
    const scores = new Float64Array(rows.length / width);
    const common = this.#all.slice();
    const varied: number[] = [];
    const features = this.#featureStarts.length - 1;
    for (let feature = 0; feature < features; feature++) {
      if (this.#featureStarts[feature] === this.#featureStarts[feature + 1]) continue;
      if (isConstant(rows, width, feature)) this.#restrict(common, feature, rows[feature] ?? 0);
      else varied.push(feature);
    }
    const reachable = new Int32Array(common.length);
    for (let row = 0; row < scores.length; row++) {
      reachable.set(common);
      for (const feature of varied) this.#restrict(reachable, feature, rows[row * width + feature] ?? 0);
      scores[row] = this.#sum(reachable);
    }
    return scores;
  }

  /** Rules out the leaves that a value of a feature cannot reach. */
  #restrict(reachable: Int32Array, feature: number, value: number): void {
    const end = this.#featureStarts[feature + 1] ?? 0;
    for (let node = this.#featureStarts[feature] ?? 0; node < end; node++) {
      // As in a descent, what is not a number goes to the right.
      if (value <= (this.#thresholds[node] ?? 0)) break;
      const tree = this.#trees[node] ?? 0;
      reachable[tree] = (reachable[tree] ?? 0) & (this.#masks[node] ?? 0);
    }
  }

  /** Adds up the first leaves that can be reached. */
  #sum(reachable: Int32Array): number {
    let sum = 0;
    for (let tree = 0; tree < reachable.length; tree++) {
      const bits = reachable[tree] ?? 0;
      const first = 31 - Math.clz32(bits & -bits);
      sum += this.#leaves[(this.#leafRoots[tree] ?? 0) + first] ?? 0;
    }
    return sum;
  }
}

function isConstant(rows: Float32Array, width: number, feature: number): boolean {
  const value = rows[feature] ?? 0;
  for (let index = feature + width; index < rows.length; index += width)
    if (rows[index] !== value) return false;
  return true;
}

/** Adds the nodes of a tree, and its leaves from left to right. */
function addTree(
  { roots, leafRoots, features, thresholds, left, right, leaves, scale }: BoostedTreesData,
  tree: number,
  nodes: NodeMask[],
  orderedLeaves: number[],
): void {
  const root = roots[tree] ?? 0;
  const leafRoot = leafRoots[tree] ?? 0;
  const first = orderedLeaves.length;
  const add = (child: number): void => {
    if (child < 0) {
      orderedLeaves.push((leaves[leafRoot - child - 1] ?? 0) * scale);
      return;
    }
    const node = root + child;
    const from = orderedLeaves.length - first;
    add(left[node] ?? -1);
    const to = orderedLeaves.length - first;
    const mask = ~(lowBits(to) & ~lowBits(from));
    nodes.push({ feature: features[node] ?? 0, threshold: thresholds[node] ?? 0, tree, mask });
    add(right[node] ?? -1);
  };
  // A tree without a split has only a leaf.
  add(root === (roots[tree + 1] ?? features.length) ? -1 : 0);
}

/** The lowest bits of a mask. */
const lowBits = (count: number): number => (count >= leavesMax ? -1 : (1 << count) - 1);
