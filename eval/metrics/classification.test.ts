import { describe, expect, it } from 'vitest';
import { macroRecall, multilabelMacroF1 } from './classification.ts';

describe('macroRecall', () => {
  it('averages the recall of each class, whatever its size', () => {
    // "a" 2 of 3, "b" 0 of 1.
    expect(macroRecall(['a', 'a', 'a', 'b'], ['a', 'a', 'b', 'a'])).toBeCloseTo((2 / 3 + 0) / 2, 10);
  });
});

describe('multilabelMacroF1', () => {
  it('averages the F1 of each label that occurs', () => {
    // joy: 1 hit, 2 predicted, 1 gold; fear: 0 hits, 0 predicted, 1 gold.
    expect(multilabelMacroF1([['joy', 'fear'], []], [['joy'], ['joy']])).toBeCloseTo((2 / 3 + 0) / 2, 10);
  });
});
