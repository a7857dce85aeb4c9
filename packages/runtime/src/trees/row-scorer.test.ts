import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoostedTrees, type BoostedTreesData } from './boosted-trees.ts';
import { RowScorer } from './row-scorer.ts';

/** A tree as a nested list: the feature, the threshold, and both children; or the value of a leaf. */
type Tree = number | readonly [feature: number, threshold: number, left: Tree, right: Tree];

/** Writes trees as training does. */
function encodeTrees(trees: readonly Tree[]): BoostedTreesData {
  const data = {
    roots: [] as number[],
    leafRoots: [] as number[],
    features: [] as number[],
    thresholds: [] as number[],
    left: [] as number[],
    right: [] as number[],
    leaves: [] as number[],
    means: [] as number[],
    scale: 0.5,
  };
  for (const tree of trees) {
    const root = data.features.length;
    const leafRoot = data.leaves.length;
    data.roots.push(root);
    data.leafRoots.push(leafRoot);
    const add = (part: Tree): number => {
      if (typeof part === 'number') {
        data.leaves.push(part);
        return leafRoot - data.leaves.length;
      }
      const node = data.features.length;
      data.features.push(part[0]);
      data.thresholds.push(part[1]);
      data.left.push(0);
      data.right.push(0);
      data.means.push(0);
      // The right child first: the order of the file is not that of the tree.
      data.right[node] = add(part[3]);
      data.left[node] = add(part[2]);
      return node - root;
    };
    add(tree);
  }
  return data;
}

const width = 3;
const values = fc.constantFrom(-1, 0, 0.5, 1, 2);
const { tree: trees } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.integer({ min: -100, max: 100 }),
    fc.tuple(fc.nat(width - 1), values, tie('tree'), tie('tree')),
  ),
}));
const rowValues = fc.oneof(values, fc.constantFrom(Number.NaN, Infinity, -Infinity, -0), fc.float());

/** A tree that tests one feature again and again. */
const chain = (leaves: number): Tree =>
  Array.from({ length: leaves - 1 }, (_, index) => index).reduce<Tree>(
    (tree, index) => [0, leaves - index, tree, index],
    0,
  );

describe('RowScorer', () => {
  it('returns what a descent of the trees returns, for any rows', () => {
    fc.assert(
      fc.property(
        fc.array(trees, { maxLength: 8 }),
        fc.array(fc.array(rowValues, { minLength: width, maxLength: width }), { maxLength: 6 }),
        (list, rowList) => {
          const data = encodeTrees(list);
          const rows = Float32Array.from(rowList.flat());
          const descents = new BoostedTrees(data);
          const expected = rowList.map((_, row) => descents.score(rows, row * width));
          expect([...new RowScorer(data).score(rows, width)]).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('scores trees of up to 32 leaves, and rejects larger ones', () => {
    const data = encodeTrees([chain(32)]);
    const rows = Float32Array.from({ length: 40 }, (_, index) => index);
    const descents = new BoostedTrees(data);
    expect([...new RowScorer(data).score(rows, 1)]).toEqual(
      [...rows].map((_, row) => descents.score(rows, row)),
    );
    expect(() => new RowScorer(encodeTrees([1, chain(33)]))).toThrow(
      'tree 1 has 33 leaves; the maximum is 32',
    );
  });
});
