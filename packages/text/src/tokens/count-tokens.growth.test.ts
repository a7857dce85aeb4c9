import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

describe('countTokens', () => {
  it.each(['a', 'A', ' ', '\n', '.', '漢', '😀', '\u0301', '\ud800', 'aB', '7', 'ʰA'])(
    'does work near-linear in the length of repeated %j',
    async (unit) => {
      const textOf = (length: number) => unit.repeat((growthScale * length) / unit.length);
      // Quadratic growth would give a ratio of 100.
      expect(await growthRatio(countTokens, textOf(5000), textOf(50_000))).toBeLessThan(40);
    },
  );
});
