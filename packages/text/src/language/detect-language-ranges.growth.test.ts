import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { detectLanguageRanges } from './detect-language-ranges.ts';

it('detectLanguageRanges does work that grows with the length of the text', async () => {
  const sentences = 'Der Fluss ist im Herbst besonders ruhig. The river is very calm in autumn. ';
  const textOf = (count: number) => sentences.repeat(count);
  // Ten times the length.
  expect(await growthRatio(detectLanguageRanges, textOf(300), textOf(3000))).toBeLessThan(20);
});
