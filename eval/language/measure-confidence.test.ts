import { expect, it } from 'vitest';
import { measureConfidence } from './measure-confidence.ts';

it('compares the confidence with the share of right results in each bin', async () => {
  const texts = [
    { text: 'a', language: 'en' },
    { text: 'b', language: 'de' },
    { text: 'c', language: 'en' },
  ];
  const detect = async (text: string) => ({ language: text === 'c' ? 'und' : 'en', confidence: 0.75 });
  const figures = await measureConfidence(texts, detect);
  expect(figures).toEqual({ n: 2, mean: 0.75, right: 0.5, calibrationError: 0.25 });
});
