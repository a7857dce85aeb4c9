import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noAntecedent } from './find-antecedents.ts';
import { NestedSelection } from './select-nested.ts';

const unit = fc.record({
  length: fc.integer({ min: 10, max: 260 }),
  score: fc.double({ min: -2, max: 6, noNaN: true }),
  subject: fc.double({ min: 0, max: 1, noNaN: true }),
  dependsOnPrevious: fc.boolean(),
});
type Unit = typeof unit extends fc.Arbitrary<infer Value> ? Value : never;

function inputOf(units: readonly Unit[]) {
  return {
    lengths: units.map(({ length }) => length),
    scores: units.map(({ score }) => score),
    facts: units.map(({ subject }) => 1 - subject),
    subjects: units.map(({ subject }) => subject),
    terms: units.map((_, index) => Int32Array.of(3 * index, 3 * index + 1, 3 * index + 2)),
    antecedents: Int32Array.from(units, ({ dependsOnPrevious }, index) =>
      dependsOnPrevious && index > 0 ? index - 1 : noAntecedent,
    ),
    parts: units.map((_, index) => index % 5),
    // The last unit of a longer text is its title.
    headlineStart: units.length - Number(units.length > 20),
    headlineWords: units.length > 20 ? [[{ weight: 1, terms: [1e6] }]] : [],
  };
}

const lengthsMax = { usualLengthMax: 500, extendedLengthMax: 800, separatorLength: 1 };

/** A selection for each length, so that none depends on what was selected before. */
const selectNested = (input: ReturnType<typeof inputOf>, lengthMax: number) =>
  new NestedSelection(input, lengthsMax).select(lengthMax);

describe('NestedSelection', () => {
  it('contains the shorter summaries of the milestones, within every limit', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 60 }), (units) => {
        const input = inputOf(units);
        let shorter: number[] = [];
        for (const lengthMax of [150, 300, 500, 600, 800, 1200]) {
          const selected = selectNested(input, lengthMax);
          expect(selected).toEqual(expect.arrayContaining(shorter));
          const length = selected.reduce((sum, index) => sum + 1 + (units[index]?.length ?? 0), -1);
          expect(length).toBeLessThanOrEqual(lengthMax);
          shorter = selected;
        }
      }),
    );
  });

  it('contains the summary of a milestone at half of any other limit', () => {
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 300, max: 2000 }),
        (units, lengthMax) => {
          const input = inputOf(units);
          const selected = selectNested(input, lengthMax);
          expect(selected).toEqual(expect.arrayContaining(selectNested(input, 150)));
        },
      ),
    );
  });

  it('selects the same units whatever was selected before', () => {
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 20, max: 1500 }), { minLength: 2, maxLength: 5 }),
        (units, lengths) => {
          const input = inputOf(units);
          const selection = new NestedSelection(input, lengthsMax);
          for (const lengthMax of [...lengths, 150, 500, 300])
            expect(selection.select(lengthMax)).toEqual(selectNested(input, lengthMax));
        },
      ),
    );
  });

  it('selects nothing if no unit fits', () => {
    const input = inputOf([{ length: 200, score: 3, subject: 1, dependsOnPrevious: false }]);
    expect(selectNested(input, 150)).toEqual([]);
  });
});
