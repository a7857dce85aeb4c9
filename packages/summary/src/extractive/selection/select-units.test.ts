import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeadlineWord } from '../statistics/topic-terms.ts';
import { selectUnits } from './select-units.ts';
import type { SelectionInput } from './selection-input.ts';

const weights = { subject: 0, message: 0, headline: 0, repetition: 1.5, crowding: 0.05 };
const gainMin = Number.NEGATIVE_INFINITY;

/** Units of ten characters without shared terms. */
function unitsOf(scores: readonly number[], others: Partial<SelectionInput> = {}): SelectionInput {
  return {
    lengths: scores.map(() => 10),
    scores,
    terms: scores.map((_, unit) => Int32Array.of(3 * unit, 3 * unit + 1, 3 * unit + 2)),
    antecedents: new Int32Array(scores.length).fill(-1),
    parts: scores.map((_, unit) => unit),
    facts: scores.map(() => 0),
    subjects: scores.map(() => 0),
    headlineStart: scores.length,
    headlineWords: [],
    ...others,
  };
}

describe('selectUnits', () => {
  it('selects the best units that fit, in the order of the text', () => {
    const limits = { lengthMax: 21, separatorLength: 1, gainMin };
    expect(selectUnits(unitsOf([1, 5, 2, 4]), limits, weights)).toEqual([1, 3]);
  });

  it('selects a unit together with its antecedent, or not at all', () => {
    const input = unitsOf([0, 9, 1], { antecedents: Int32Array.of(-1, 0, -1) });
    expect(selectUnits(input, { lengthMax: 21, separatorLength: 1, gainMin }, weights)).toEqual([0, 1]);
    expect(selectUnits(input, { lengthMax: 10, separatorLength: 1, gainMin }, weights)).toEqual([2]);
  });

  it('never selects a unit that is marked as unselectable, nor what depends on it', () => {
    const input = unitsOf([1, 9, 9], { antecedents: Int32Array.of(-1, -2, 1) });
    expect(selectUnits(input, { lengthMax: 100, separatorLength: 1, gainMin }, weights)).toEqual([0]);
  });

  it('does not repeat a unit', () => {
    const terms = [Int32Array.of(1, 2, 3, 4), Int32Array.of(1, 2, 3, 4), Int32Array.of(5, 6, 7)];
    const input = unitsOf([3, 3, 1], { terms });
    expect(selectUnits(input, { lengthMax: 100, separatorLength: 1, gainMin }, weights)).toEqual([0, 2]);
  });

  it('prefers another part of the text among units of similar scores', () => {
    const input = unitsOf([1, 0.99, 0.9], { parts: [0, 0, 1] });
    const limits = { lengthMax: 21, separatorLength: 1, gainMin };
    expect(
      selectUnits(input, limits, { subject: 0, message: 0, headline: 0, repetition: 1, crowding: 0.2 }),
    ).toEqual([0, 2]);
    expect(
      selectUnits(input, limits, { subject: 0, message: 0, headline: 0, repetition: 1, crowding: 0 }),
    ).toEqual([0, 1]);
  });

  it('prefers a unit that names the subject until one is selected', () => {
    const input = unitsOf([3, 2, 2.5], { subjects: [0, 0.9, 0.9] });
    const limits = { lengthMax: 21, separatorLength: 1, gainMin };
    expect(selectUnits(input, limits, weights)).toEqual([0, 2]);
    expect(selectUnits(input, limits, { ...weights, subject: 1 })).toEqual([0, 2]);
    expect(selectUnits(input, { ...limits, lengthMax: 10 }, { ...weights, subject: 1 })).toEqual([2]);
  });

  it('prefers a unit that also states a fact among those that name the subject', () => {
    const input = unitsOf([3, 2.5, 2], { subjects: [0, 0.9, 0.9], facts: [0.9, 0.1, 0.9] });
    const limits = { lengthMax: 10, separatorLength: 1, gainMin };
    expect(selectUnits(input, limits, { ...weights, subject: 1 })).toEqual([1]);
    expect(selectUnits(input, limits, { ...weights, subject: 1, message: 1 })).toEqual([2]);
  });

  it('places headlines before the text, and selects none without a sentence', () => {
    const headlineWords = [[{ weight: 1, terms: [100] }]];
    const input = unitsOf([3, 2, 0], { subjects: [0.1, 0.1, 0.9], headlineStart: 2, headlineWords });
    const limits = { lengthMax: 21, separatorLength: 1, gainMin };
    expect(selectUnits(input, limits, { ...weights, subject: 4, headline: 6 })).toEqual([2, 0]);
    expect(selectUnits({ ...input, lengths: [30, 30, 10] }, limits, { ...weights, headline: 6 })).toEqual([]);
  });

  it('selects no headline that the selected units say', () => {
    const subjects = [0.1, 0.1, 0.9];
    const limits = { lengthMax: 32, separatorLength: 1, gainMin };
    const selectWith = (headline: readonly HeadlineWord[]) =>
      selectUnits(unitsOf([3, 2, 0], { subjects, headlineStart: 2, headlineWords: [headline] }), limits, {
        ...weights,
        headline: 6,
      });
    const said = { weight: 0.9, terms: [0] };
    expect(selectWith([{ weight: 1, terms: [100] }, said])).toEqual([2, 0, 1]);
    expect(selectWith([{ weight: 0.4, terms: [100] }, said, { weight: 0.5, terms: [4] }])).toEqual([0, 1]);
    expect(selectWith([{ weight: 1, terms: [100, 4] }, said])).toEqual([0, 1]);
  });

  it('selects no headline that is a label, and one most of whose words no unit has', () => {
    const limits = { lengthMax: 32, separatorLength: 1, gainMin };
    const select = (subject: number, absent: number) => {
      const missing = Array.from({ length: absent }, () => ({ weight: 0, terms: [] }));
      const headlineWords = [[{ weight: 0.5, terms: [0] }, ...missing]];
      const input = unitsOf([3, 2, 0], { subjects: [0.1, 0.1, subject], headlineStart: 2, headlineWords });
      return selectUnits(input, limits, { ...weights, headline: 6 });
    };
    expect(select(0.9, 1)).toEqual([0, 1]);
    expect(select(0.9, 2)).toEqual([2, 0, 1]);
    expect(select(0.3, 2)).toEqual([0, 1]);
  });

  it('begins with a headline that has the only words for the subject', () => {
    const input = unitsOf([3, 2, 0], {
      subjects: [1, 1, 0.6],
      headlineStart: 2,
      headlineWords: [[]],
    });
    const limits = { lengthMax: 21, separatorLength: 1, gainMin };
    expect(selectUnits(input, limits, weights)).toEqual([2, 0]);
    expect(selectUnits(input, { ...limits, lengthMax: 20 }, weights)).toEqual([0]);
    expect(selectUnits({ ...input, subjects: [1, 1, 0.2] }, limits, weights)).toEqual([0, 1]);
  });

  it('prefers a long unit to two short ones that are worth less', () => {
    const input = unitsOf([2, 3, 1.5], { lengths: [40, 10, 20] });
    const limits = { lengthMax: 41, separatorLength: 1, gainMin };
    expect(selectUnits(input, limits, weights)).toEqual([1, 2]);
    expect(selectUnits(input, { ...limits, starts: 2 }, weights)).toEqual([0]);
  });

  it('adds to the units that are selected already', () => {
    const limits = { lengthMax: 21, separatorLength: 1, gainMin, initial: [2] };
    expect(selectUnits(unitsOf([5, 4, -1]), limits, weights)).toEqual([0, 2]);
  });

  it('ends at the first filler, but has at least one unit', () => {
    const limits = { lengthMax: 100, separatorLength: 1, gainMin: 0 };
    expect(selectUnits(unitsOf([2, -1, 1]), limits, weights)).toEqual([0, 2]);
    expect(selectUnits(unitsOf([-2, -1]), limits, weights)).toEqual([1]);
  });

  it('respects the limits for any input', () => {
    const unit = fc.record({
      length: fc.integer({ min: 1, max: 50 }),
      score: fc.double({ min: -3, max: 3, noNaN: true }),
      terms: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }),
      antecedent: fc.constantFrom(-2, -1, -1, 0),
      part: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.integer({ min: 1, max: 300 }), (units, lengthMax) => {
        const antecedents = Int32Array.from(units, ({ antecedent }, index) =>
          antecedent === 0 ? index - 1 : antecedent,
        );
        const selected = selectUnits(
          {
            lengths: units.map(({ length }) => length),
            scores: units.map(({ score }) => score),
            terms: units.map(({ terms }) => Int32Array.from(terms)),
            antecedents,
            parts: units.map(({ part }) => part),
            facts: units.map(() => 0.5),
            subjects: units.map(() => 0.5),
            headlineStart: units.length,
            headlineWords: [],
          },
          { lengthMax, separatorLength: 1, gainMin },
          weights,
        );
        const length = selected.reduce((sum, index) => sum + 1 + (units[index]?.length ?? 0), -1);
        expect(length).toBeLessThanOrEqual(lengthMax);
        expect(selected).toEqual([...new Set(selected)].sort((left, right) => left - right));
        for (const index of selected) {
          const antecedent = antecedents[index] ?? -1;
          expect(antecedent).not.toBe(-2);
          if (antecedent >= 0) expect(selected).toContain(antecedent);
        }
      }),
    );
  });
});
