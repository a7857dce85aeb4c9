import { describe, expect, it } from 'vitest';
import { BlockModel } from './block-model.ts';
import { BoostedTrees, softmax } from './boosted-trees.ts';
import { bestF1Threshold } from './classify-blocks.ts';

/** Two trees by hand: x0 <= 1 ? (x1 <= 5 ? 1 : 2) : 3, and one without a split. */
const trees = new BoostedTrees({
  roots: [0, 2],
  leafRoots: [0, 3],
  features: [0, 1],
  thresholds: [1, 5],
  left: [1, -1],
  right: [-3, -2],
  leaves: [10, 20, 30, 5],
  means: [20, 15],
  scale: 0.1,
});

describe('BoostedTrees', () => {
  it('follow thresholds, equal values to the left, and add up', () => {
    const rows = Float32Array.from([1, 5, 1, 6, 2, 0]);
    expect([0, 2, 4].map((offset) => trees.score(rows, offset))).toEqual([1.5, 2.5, 3.5]);
    expect(trees.score(rows, 4, 1, 2)).toBe(0.5);
  });

  it('explain what each feature moved; the sum is the way from the mean to the leaf', () => {
    const moved = trees.explain(Float32Array.from([1, 6]), 0);
    expect(moved.get(0)).toBeCloseTo(-0.5);
    expect(moved.get(1)).toBeCloseTo(0.5);
  });

  it('give chances that add up to one', () => {
    const chances = softmax([1000, 999, -1000]);
    expect(chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(1);
    expect(chances[0]).toBeGreaterThan(chances[1] ?? 1);
  });
});

describe('bestCut', () => {
  it('keeps what is likely, and doubtful text only where it is much of what there is', () => {
    expect(bestF1Threshold(Float32Array.from([0.9, 0.8, 0.1]), [10, 10, 10])).toBeCloseTo(0.8);
    // Nothing better to be had: half a chance is worth taking.
    expect(bestF1Threshold(Float32Array.from([0.3, 0.05]), [50, 50])).toBeCloseTo(0.3);
  });

  it('takes a page without blocks', () => {
    expect(bestF1Threshold(new Float32Array(0), [])).toBe(1);
  });
});

describe('BlockModel', () => {
  it('refuses trees that were trained on other features', () => {
    const empty = {
      roots: [],
      leafRoots: [],
      features: [],
      thresholds: [],
      left: [],
      right: [],
      leaves: [],
      means: [],
      scale: 1,
    };
    expect(
      () =>
        new BlockModel({
          trainedOn: 'nothing',
          pageTypes: [],
          pageFeatures: ['height'],
          blockFeatures: [],
          pageTrees: empty,
          blockTrees: empty,
        }),
    ).toThrow(/page feature 0 "height"/);
  });
});
