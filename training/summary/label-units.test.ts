import { describe, expect, it } from 'vitest';
import { labelUnits } from './label-units.ts';

const reference = 'The council bought the old mill for two million dollars.';

describe('labelUnits', () => {
  it('counts the words and word pairs of a sentence that are in the reference', () => {
    const { unigrams, bigrams } = labelUnits(['The council bought a mill.', 'Rain fell.'], [reference], 100);
    expect(unigrams).toEqual([4 / 5, 0]);
    expect(bigrams).toEqual([2 / 4, 0]);
  });

  it('counts a repeated word as often as the reference has it', () => {
    const { unigrams } = labelUnits(['mill mill mill mill', 'the the'], [reference], 100);
    expect(unigrams).toEqual([1 / 4, 1]);
  });

  it('takes the closest of several references', () => {
    const { unigrams } = labelUnits(['Rain fell on Monday.'], [reference, 'rain fell', 'It is dry.'], 100);
    expect(unigrams).toEqual([2 / 4]);
  });

  it('takes the sentence that gains most first, and none that gains nothing', () => {
    const units = ['Rain fell.', 'The mill cost two million dollars.', 'The council bought the old mill.'];
    const { oracle } = labelUnits(units, [reference], 200);
    expect(oracle).toEqual([0, 2, 1]);
  });

  it('stays within the length, with a tolerance of 40 characters', () => {
    const units = [`${'The council bought the old mill, '.repeat(3)}.`, 'The mill cost two million dollars.'];
    expect(labelUnits(units, [reference], 40).oracle).toEqual([0, 1]);
  });

  it('labels empty texts and sentences without words', () => {
    expect(labelUnits([], [reference], 10)).toEqual({ unigrams: [], bigrams: [], oracle: [] });
    expect(labelUnits(['…'], [''], 10)).toEqual({ unigrams: [0], bigrams: [0], oracle: [0] });
  });
});
