import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTagSet, outsideTag, viterbiDecode } from './viterbi-decode.ts';

const tags = ['O', 'B-PERSON', 'I-PERSON', 'B-PLACE', 'I-PLACE'];
const tagSet = createTagSet(tags);

describe('viterbiDecode', () => {
  it('prefers the best valid sequence to the best single tags', () => {
    // "Ann Lee": the first word alone is slightly more probable as O, the second is clearly I-PERSON.
    const { tags: chosen, probabilities } = viterbiDecode(
      Float32Array.of(1, 0.8, 0, 0, 0, 0, 0, 4, 0, 0),
      tagSet,
      outsideTag,
      1,
    );
    expect([...chosen]).toEqual([1, 2]);
    expect(probabilities[0]).toBeCloseTo(Math.exp(0.8) / (Math.E + Math.exp(0.8) + 3), 6);
  });

  it('divides the logits by the temperature', () => {
    const { probabilities } = viterbiDecode(Float32Array.of(0, 2, 0, 0, 0), tagSet, outsideTag, 2);
    expect(probabilities[0]).toBeCloseTo(Math.E / (Math.E + 4), 6);
  });

  it('finds the best of all valid sequences', () => {
    const logit = fc.double({ min: -5, max: 5, noNaN: true });
    const rows = fc.array(fc.tuple(logit, logit, logit, logit, logit), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.nat({ max: 4 }), (logits, previous) => {
        const found = viterbiDecode(Float32Array.from(logits.flat()), tagSet, previous, 1);
        let before = previous;
        for (const tag of found.tags) {
          expect(isAllowed(before, tag)).toBe(true);
          before = tag;
        }
        const sum = [...found.tags].reduce((total, tag, at) => total + (logits[at]?.[tag] ?? 0), 0);
        expect(sum).toBeCloseTo(bestSum(logits, previous), 4);
      }),
    );
  });

  it('continues the span of the previous tag', () => {
    const inside = Float32Array.of(0, 0, 3, 0, 0);
    expect([...viterbiDecode(inside, tagSet, 1, 1).tags]).toEqual([2]);
    expect([...viterbiDecode(inside, tagSet, 3, 1).tags]).not.toEqual([2]);
  });

  it('accepts no words and extreme logits', () => {
    expect(viterbiDecode(new Float32Array(0), tagSet, outsideTag, 1).tags).toHaveLength(0);
    const huge = viterbiDecode(Float32Array.of(-1e30, 1e30, 0, 0, 0), tagSet, outsideTag, 1);
    expect([...huge.probabilities]).toEqual([1]);
  });
});

function isAllowed(before: number, tag: number): boolean {
  const name = tags[tag] ?? '';
  return !name.startsWith('I-') || tags[before]?.slice(2) === name.slice(2);
}

function bestSum([row, ...rest]: readonly (readonly number[])[], before: number): number {
  if (row === undefined) return 0;
  return Math.max(
    ...row.flatMap((logit, tag) => (isAllowed(before, tag) ? [logit + bestSum(rest, tag)] : [])),
  );
}
