import { describe, expect, it } from 'vitest';
import { blockFeatureNames } from './block-features.ts';
import { BlockModel, type BlockModelData, loadBundledBlockModel } from './block-model.ts';
import { pageFeatureNames } from './page-features.ts';

const noTrees = {
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
const data: BlockModelData = {
  trainedOn: 'nothing',
  pageTypes: [],
  pageFeatures: pageFeatureNames,
  blockFeatures: blockFeatureNames,
  pageTrees: noTrees,
  blockTrees: noTrees,
};

describe('BlockModel', () => {
  it('rejects trees that were trained on other page features', () => {
    expect(() => new BlockModel({ ...data, pageFeatures: ['height'] })).toThrow(/page feature 0 "height"/);
  });

  it('rejects trees that were trained on the same block features in another order', () => {
    const [first = '', second = '', ...rest] = blockFeatureNames;
    expect(() => new BlockModel({ ...data, blockFeatures: [second, first, ...rest] })).toThrow(
      `block feature 0 "${second}", but this version computes "${first}"`,
    );
  });

  it('accepts the bundled model', async () => {
    expect((await loadBundledBlockModel()).pageTypes).toContain('article');
  });
});
