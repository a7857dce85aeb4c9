import { expect, it } from 'vitest';
import { compareVectors } from './compare-vectors.ts';
import { loadWordVectors } from './word-vectors.ts';

it('finds sentences of similar meaning closer than unrelated ones, across languages', async () => {
  const vectors = await loadWordVectors();
  const words = [
    ['the', 'doctor', 'examined', 'the', 'patient'],
    ['der', 'arzt', 'untersuchte', 'den', 'patienten'],
    ['a', 'nurse', 'works', 'in', 'the', 'hospital'],
    ['stock', 'prices', 'fell', 'sharply', 'on', 'monday'],
  ];
  const read = words.map((list) => list.map((word) => vectors.read(word)));
  const { lead } = compareVectors(vectors.dimensions, read, []);
  const [same = 0, german = 0, nurse = 0, stocks = 0] = lead;
  expect(same).toBeCloseTo(1, 5);
  expect(german).toBeGreaterThan(stocks);
  expect(nurse).toBeGreaterThan(stocks);
});

it('gives words without meaning no values, and compares units without words', async () => {
  const vectors = await loadWordVectors();
  expect(vectors.read('the').vector).toHaveLength(0);
  const { centroid, title } = compareVectors(vectors.dimensions, [[vectors.read('the')], []], []);
  expect([...centroid, ...title]).toEqual([0, 0, 0, 0]);
});
