import { loadEncoder } from '@quern/nlp';
import { describe, expect, it } from 'vitest';
import { computeCueFeatures, cueFeatureNames } from '../features/cue-features.ts';
import { countTerms } from '../statistics/term-statistics.ts';
import { cueKinds } from './fact-cues.ts';
import { loadWordVectors, readProjection, WordVectors } from './word-vectors.ts';

const column = (name: string) => cueFeatureNames.indexOf(name);

describe('cuesOf', () => {
  it('gives words of decisions higher values than small talk, in languages with different scripts', async () => {
    const cues = await loadWordVectors();
    const decision = cueKinds.indexOf('decision');
    const decisionOf = (word: string) => cues.cuesOf(word)[decision] ?? 0;
    for (const [strong, weak] of [
      ['approved', 'coffee'],
      ['beschlossen', 'guten'],
      ['решил', 'спасибо'],
    ] as const)
      expect(decisionOf(strong), strong).toBeGreaterThan(decisionOf(weak));
    expect([...cues.cuesOf('')]).toEqual(cueKinds.map(() => 0));
  });

  it('refuses directions that were learned for another encoder', async () => {
    const { subwords } = await loadEncoder();
    const projection = await readProjection();
    expect(() => new WordVectors(subwords, projection, new Float32Array(5))).toThrow('train_facts.py');
  });
});

describe('computeCueFeatures', () => {
  it('describes each unit, and the ones before and after it', async () => {
    const cues = await loadWordVectors();
    const units = ['The board approved the plan.', 'Then we had coffee.', ''].map((text) => ({ text }));
    const statistics = countTerms(units);
    const topics = new Map([[statistics.lookUp('board')[0] ?? 0, 0.5]]);
    const rows = computeCueFeatures(cues, statistics, topics);
    const at = (unit: number, name: string) =>
      rows[unit * cueFeatureNames.length + column(name)] ?? Number.NaN;
    expect(at(0, 'cue:decision')).toBeGreaterThan(at(1, 'cue:decision'));
    expect(at(0, 'cueMax:decision')).toBeGreaterThan(at(0, 'cueMean:decision'));
    expect(at(1, 'cuePrevious')).toBe(at(0, 'cue:fact'));
    expect(at(0, 'cueNext')).toBe(at(1, 'cue:fact'));
    expect([at(0, 'topics'), at(1, 'topics'), at(0, 'topicMax')]).toEqual([0.5, 0, 0.5]);
    expect([at(2, 'cue:fact'), at(2, 'cueMax:fact'), at(2, 'cueNext')]).toEqual([0, 0, 0]);
  });
});
