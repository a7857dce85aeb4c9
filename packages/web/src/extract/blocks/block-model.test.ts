import { describe, expect, it } from 'vitest';
import { blockFeatureNames } from './block-features.ts';
import { BlockModel, type BlockModelData, loadBundledBlockModel } from './block-model.ts';
import { pageFeatureNames } from './page-features.ts';
import { pageTypes } from './page-type.ts';

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
  pageTypes,
  sharpness: pageTypes.map(() => 1),
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
      `block feature 0 "${second}", but this version has "${first}"`,
    );
  });

  it('rejects trees that were trained on other page types', () => {
    expect(() => new BlockModel({ ...data, pageTypes: ['blog', ...pageTypes.slice(1)] })).toThrow(
      'page type 0 "blog", but this version has "article"',
    );
  });

  it('accepts the bundled model', async () => {
    const model = await loadBundledBlockModel();
    const probabilities = model.pageTypeProbabilities(new Float32Array(pageFeatureNames.length));
    expect(probabilities.reduce((sum, probability) => sum + probability)).toBeCloseTo(1);
  });

  it('takes the geometric mean of the sharpness of the possible types', () => {
    const model = new BlockModel({ ...data, sharpness: [4, ...pageTypes.slice(1).map(() => 1)] });
    expect(model.sharpness(pageTypes.map((_, type) => (type < 2 ? 0.5 : 0)))).toBeCloseTo(2);
  });
});
