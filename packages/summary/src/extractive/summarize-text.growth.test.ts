import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { summarizeText } from './summarize-text.ts';

describe('summarizeText', () => {
  it.each(['a', 'ab cd. ', '漢', '. ', '😀', 'The same sentence again. ', '\n'])(
    'does work near-linear in the length of repeated %j',
    async (unit) => {
      const textOf = (length: number) => unit.repeat((growthScale * length) / unit.length);
      const summarize = (text: string) => summarizeText({ text, language: 'en', maxLength: 500 });
      // Quadratic growth would give a ratio of 100.
      expect(await growthRatio(summarize, textOf(4000), textOf(40_000))).toBeLessThan(40);
    },
  );

  it('does work near-linear in the length of a text that fits as a whole', async () => {
    const textOf = (count: number) =>
      Array.from({ length: count }, (_, index) => `Sentence ${index} has topic ${index * 7}.`).join(' ');
    const summarize = (text: string) => summarizeText({ text, language: 'en', maxLength: 1e9 });
    // Quadratic growth would give a ratio of 64.
    expect(await growthRatio(summarize, textOf(500), textOf(4000))).toBeLessThan(24);
  });
});
