import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

it('detectLanguage does work that hardly grows with the length of the text', async () => {
  const sentence = 'Der Fluss ist im Herbst besonders schön und ruhig gelegen. ';
  const textOf = (count: number) => `Summary in brief. ${sentence.repeat(count)}`;
  // Two hundred times the length.
  expect(await growthRatio(detectLanguage, textOf(100), textOf(20_000))).toBeLessThan(20);
});
