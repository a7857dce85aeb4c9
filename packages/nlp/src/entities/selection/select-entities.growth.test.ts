import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { selectEntities } from './select-entities.ts';

describe('selectEntities', () => {
  it.each([
    ['words', 'ab ', ['ab', 'ab ab', 'abc']],
    ['letters of one word', 'a', ['a', 'aa']],
    ['characters without spaces', '漢', [`${'漢'.repeat(199)}字`]],
    ['white space', ' ', ['a a a']],
    ['letters in white space', 'a    ', [`${'a '.repeat(99)}b`]],
  ])('does work near-linear in the length of %s', async (_name, unit, deny) => {
    const textOf = (length: number) => unit.repeat((growthScale * length) / unit.length);
    const select = (text: string) => selectEntities(text, [], { deny });
    // Linear growth is a ratio of 4, quadratic growth one of 16.
    expect(await growthRatio(select, textOf(2500), textOf(10_000))).toBeLessThan(9);
  });
});
