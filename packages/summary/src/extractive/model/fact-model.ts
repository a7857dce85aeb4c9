import { readFile } from 'node:fs/promises';
import { BoostedTrees, type BoostedTreesData } from '@quern/runtime/boosted-trees';
import { lazy } from '@quern/runtime/caching/lazy';
import { cueFeatureNames } from '../features/cue-features.ts';
import { unitFeatureNames } from '../features/unit-feature-names.ts';

/** The columns of a row that the fact model reads: those of the unit, and its cues. */
export const factFeatureNames: readonly string[] = [...unitFeatureNames, ...cueFeatureNames];

/** Model file written by `training/summary/train_facts.py`. */
interface FactModelData {
  /** The columns that the trees were trained on. */
  readonly features: readonly string[];
  /** Sum to the log odds that a unit states a key fact. */
  readonly facts: BoostedTreesData;
  /** Sum to the log odds that a unit names the subject of its text. */
  readonly subjects: BoostedTreesData;
}

/** What units are likely to say. */
export interface FactEstimates {
  /** Probability that each unit states a key fact. */
  readonly facts: Float64Array;
  /** Probability that each unit names the subject of its text. */
  readonly subjects: Float64Array;
}

/** Estimates what units say. */
export class FactModel {
  readonly #facts: BoostedTrees;
  readonly #subjects: BoostedTrees;

  constructor({ features, facts, subjects }: FactModelData) {
    if (features.join() !== factFeatureNames.join())
      throw new Error(
        'The model of facts was trained on other features: run training/summary/train_facts.py.',
      );
    this.#facts = new BoostedTrees(facts);
    this.#subjects = new BoostedTrees(subjects);
  }

  /** @param rows rows of `factFeatureNames.length` values, one after the other */
  estimate(rows: Float32Array): FactEstimates {
    const width = factFeatureNames.length;
    const probabilities = (trees: BoostedTrees) =>
      Float64Array.from(
        { length: rows.length / width },
        (_, unit) => 1 / (1 + Math.exp(-trees.score(rows, unit * width))),
      );
    return { facts: probabilities(this.#facts), subjects: probabilities(this.#subjects) };
  }
}

/** Loads the model, once per thread. @throws Error if it was trained on other features */
export const loadFactModel: () => Promise<FactModel> = lazy(
  async () =>
    new FactModel(JSON.parse(await readFile(new URL('./fact-model.data.json', import.meta.url), 'utf8'))),
);

/** Joins the features of units and their cues to the rows that the fact model reads. */
export function joinFactRows(unitRows: Float32Array, cueRows: Float32Array): Float32Array {
  const [own, cues] = [unitFeatureNames.length, cueFeatureNames.length];
  const count = unitRows.length / own;
  const rows = new Float32Array(count * (own + cues));
  for (let unit = 0; unit < count; unit++) {
    rows.set(unitRows.subarray(unit * own, (unit + 1) * own), unit * (own + cues));
    rows.set(cueRows.subarray(unit * cues, (unit + 1) * cues), unit * (own + cues) + own);
  }
  return rows;
}
