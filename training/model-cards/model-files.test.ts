import { describe, expect, it } from 'vitest';
import { hashFile } from '../../scripts/hash-file.ts';
import { listModelCards, listWeights, readCardFiles } from './model-files.ts';

describe.each(listModelCards())('%s', (card) => {
  it('states the hashes of the shipped weights; after a training, run npm run update:model-cards', () => {
    const stated = readCardFiles(card);
    expect(stated.size).toBeGreaterThan(0);
    expect(new Map([...stated.keys()].map((file) => [file, hashFile(file)]))).toEqual(stated);
  });
});

it('every file of trained weights is on one model card', () => {
  const described = listModelCards().flatMap((card) => [...readCardFiles(card).keys()]);
  expect(described.sort()).toEqual(listWeights().sort());
});
