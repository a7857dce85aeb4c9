import { readFile } from 'node:fs/promises';
import { lazy } from '@quern/runtime/caching/lazy';
import type { BoostedTreesData } from '@quern/runtime/trees/boosted-trees';
import { RowScorer } from '@quern/runtime/trees/row-scorer';
import { unitFeatureNames } from '../features/unit-feature-names.ts';

/** Model file written by `training/summary`. */
interface UnitModelData {
  /** The columns that the trees were trained on. */
  readonly features: readonly string[];
  readonly trees: BoostedTreesData;
}

/** Loads the trees that score units, once per thread. @throws Error if they were trained on other features */
export const loadUnitModel: () => Promise<RowScorer> = lazy(async () => {
  const data: UnitModelData = JSON.parse(
    await readFile(new URL('./unit-model.data.json', import.meta.url), 'utf8'),
  );
  if (data.features.join() !== unitFeatureNames.join())
    throw new Error('The model of summaries was trained on other features: run training/summary/train.py.');
  return new RowScorer(data.trees);
});
