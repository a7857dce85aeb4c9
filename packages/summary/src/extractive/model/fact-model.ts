import { readFile } from 'node:fs/promises';
import { lazy } from '@quern/runtime/caching/lazy';
import type { BoostedTreesData } from '@quern/runtime/trees/boosted-trees';
import { RowScorer } from '@quern/runtime/trees/row-scorer';
import type { AnalyzedUnits } from '../features/analyze-units.ts';
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
  /** Log odds that a headline names the subject: those without features, and the weight of each of `headlineFeatureNames`. */
  readonly headlines: readonly number[];
}

/** What units are likely to say. */
export interface FactEstimates {
  /** Probability that each unit states a key fact. */
  readonly facts: Float64Array;
  /** Probability that each unit names the subject of its text. */
  readonly subjects: Float64Array;
  /** Probability that each headline names the subject of its text. */
  readonly headlines: readonly number[];
}

/** Estimates what units say. */
export class FactModel {
  readonly #facts: RowScorer;
  readonly #subjects: RowScorer;
  readonly #headlines: readonly number[];

  constructor({ features, facts, subjects, headlines }: FactModelData) {
    if (features.join() !== factFeatureNames.join())
      throw new Error(
        'The model of facts was trained on other features: run training/summary/train_facts.py.',
      );
    this.#facts = new RowScorer(facts);
    this.#subjects = new RowScorer(subjects);
    this.#headlines = headlines;
  }

  /** Estimates what the units and headlines of a text say. */
  estimate({
    features,
    cues,
    headlines,
  }: Pick<AnalyzedUnits, 'features' | 'cues' | 'headlines'>): FactEstimates {
    const rows = joinFactRows(features.rows, cues);
    const probabilities = (trees: RowScorer) => trees.score(rows, factFeatureNames.length).map(probabilityOf);
    const [bias = 0, ...weights] = this.#headlines;
    return {
      facts: probabilities(this.#facts),
      subjects: probabilities(this.#subjects),
      headlines: headlines.map((row) =>
        probabilityOf(row.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), bias)),
      ),
    };
  }
}

function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
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
