import { describe, expect, it } from 'vitest';
import { computeCueFeatures, cueFeatureNames } from '../features/cue-features.ts';
import { countTerms } from '../statistics/term-statistics.ts';
import { PhraseNetwork, type PhraseNetworkData, phraseKinds } from './phrase-network.ts';
import { loadWordVectors } from './word-vectors.ts';

const floats = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64');
const kinds = (value: number) => phraseKinds.map(() => value);

/** One filter over words of one value: the word before counts 10 times, the word itself once, the word after 100 times; one is subtracted. */
const data: PhraseNetworkData = {
  embeddings: '',
  filters: 1,
  projection: floats(2, 3),
  phrases: floats(10, 1, 100),
  bias: floats(-1),
  direct: floats(...phraseKinds.flatMap((_, kind) => (kind === 0 ? [1, 0] : [0, 1]))),
  directBias: floats(...kinds(0.5)),
  hidden: floats(-1, 0),
  hiddenBias: floats(10),
  output: floats(...kinds(0.25)),
  outputBias: floats(...kinds(0)),
};

describe('PhraseNetwork', () => {
  it('adds what neighbors contribute, and pools by sum and maximum', () => {
    const network = new PhraseNetwork(data, 2);
    expect([network.dimensions, ...network.projection]).toEqual([1, 2, 3]);
    const words = [1, -2, 3, 0].map((value) => network.contributionOf(Float32Array.of(value)));
    const out = new Float32Array(phraseKinds.length + 1).fill(9);
    network.estimate(words, out);
    // Filters: 1 − 200 − 1, −2 + 10 + 300 − 1, 3 − 20 + 0 − 1, 0 + 30 − 1; only the second and the fourth are positive.
    const sum = (307 + 29) / 2;
    expect(out[0]).toBeCloseTo(sum + 0.5, 4);
    expect(out[1]).toBeCloseTo(307 + 0.5, 4);
    expect(out[phraseKinds.length]).toBe(9);
  });

  it('has an estimate for a sentence without words', () => {
    const out = new Float32Array(phraseKinds.length);
    new PhraseNetwork(data, 2).estimate([], out);
    expect([...out]).toEqual(kinds(0.5 + 0.25 * 10));
  });

  it('refuses a damaged file', () => {
    expect(() => new PhraseNetwork({ ...data, phrases: floats(1) }, 2)).toThrow('learn_phrases.py');
  });
});

describe('computeCueFeatures', () => {
  const decided = [
    ['The board approved the plan by nine votes to two.', 'Then we all had some coffee and cake.'],
    [
      'Der Rat beschloss mit neun zu zwei Stimmen, die Schule zu bauen.',
      'Guten Morgen, es gab Kaffee und Kuchen.',
    ],
    ['Совет решил построить школу до 2027 года.', 'Всем спасибо, было очень весело.'],
  ];
  const column = (name: string) => cueFeatureNames.indexOf(name);

  it('gives decisions higher values than small talk, in languages with different scripts', async () => {
    const vectors = await loadWordVectors();
    for (const texts of decided) {
      const { words, distinct } = countTerms(texts.map((text) => ({ text })));
      const read = words.map((list) => list.map((word) => vectors.read(word)));
      const rows = computeCueFeatures(vectors.phrases, read, distinct, new Map());
      for (const name of ['cue:fact', 'cue:decision'])
        expect(rows[column(name)], `${name} of ${texts[0]}`).toBeGreaterThan(
          rows[cueFeatureNames.length + column(name)] ?? Number.NaN,
        );
    }
  });

  it('describes each unit, and the ones before and after it', async () => {
    const vectors = await loadWordVectors();
    const units = ['The board approved the plan.', 'Then we had coffee.', ''].map((text) => ({ text }));
    const statistics = countTerms(units);
    const topics = new Map([[statistics.lookUp('board')[0] ?? 0, 0.5]]);
    const words = statistics.words.map((list) => list.map((word) => vectors.read(word)));
    const rows = computeCueFeatures(vectors.phrases, words, statistics.distinct, topics);
    const at = (unit: number, name: string) =>
      rows[unit * cueFeatureNames.length + column(name)] ?? Number.NaN;
    expect(at(1, 'cuePrevious')).toBe(at(0, 'cue:fact'));
    expect(at(0, 'cueNext')).toBe(at(1, 'cue:fact'));
    expect([at(0, 'topics'), at(1, 'topics'), at(0, 'topicMax')]).toEqual([0.5, 0, 0.5]);
    expect([at(0, 'cuePrevious'), at(2, 'cueNext')]).toEqual([0, 0]);
    const facts = [0, 1, 2].map((unit) => at(unit, 'cue:fact'));
    expect(at(1, 'cueBelowMax')).toBeCloseTo(Math.max(...facts) - (facts[1] ?? 0), 5);
  });
});
