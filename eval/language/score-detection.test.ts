import { expect, it } from 'vitest';
import { macroAccuracy, score } from './score-detection.ts';

it('scores right, wrong and undetermined results, and each language', async () => {
  const texts = [
    { text: 'de', language: 'de' },
    { text: 'und', language: 'de' },
    { text: 'fr', language: 'de' },
    { text: 'en', language: 'en' },
  ];
  const result = await score(texts, async (text) => text);
  expect(result).toEqual({ right: 0.5, wrong: 0.25, byLanguage: { de: 1 / 3, en: 1 } });
  expect(macroAccuracy(result)).toBeCloseTo(2 / 3);
});
