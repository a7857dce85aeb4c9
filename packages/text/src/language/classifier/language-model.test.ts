import { describe, expect, it } from 'vitest';
import { LanguageModel, loadLanguageModel } from './language-model.ts';
import languagesByScript from './script-languages.data.json' with { type: 'json' };

describe('LanguageModel', () => {
  it('reads weights, biases and packed vectors', () => {
    const header = {
      bucketCount: 2,
      dimension: 2,
      scalePower: 0,
      countMax: 10,
      classes: { Latin: ['en', 'de'] },
    };
    const numbers = new Float32Array([1, 0, 0, 1, 0.5, 0]);
    // Both buckets have the vector (3, -2).
    const vectors = new Uint8Array([0xe3, 0xe3]);
    const model = new LanguageModel(header, new Uint8Array([...new Uint8Array(numbers.buffer), ...vectors]));
    expect(model.languagesOf('Latin')).toEqual(['en', 'de']);
    // The mean vector is (3, -2) for any word.
    expect([...model.score('Latin', ['word'])]).toEqual([3.5, -2]);
    expect([...model.score('Latin', [])]).toEqual([0.5, 0]);
    expect(model.score('Thai', ['word'])).toHaveLength(0);
  });
});

describe('the bundled model', () => {
  it('scores the languages of every script that several languages share, and names', async () => {
    const model = await loadLanguageModel();
    for (const [script, priors] of Object.entries(languagesByScript)) {
      const languages = Object.keys(priors);
      const scored = model.languagesOf(script).filter((language) => language !== 'und');
      expect([...scored].sort()).toEqual(languages.length === 1 ? [] : languages.sort());
    }
  });

  it.each([
    ['Latin', 'the weather was very fine yesterday', 'en'],
    ['Latin', 'das wetter war gestern sehr schön', 'de'],
    ['Cyrillic', 'вчора була дуже гарна погода', 'uk'],
    ['Arabic', 'دیروز هوا خیلی خوب بود', 'fa'],
  ])('gives the highest score in %s for %s to %s', async (script, text, language) => {
    const model = await loadLanguageModel();
    const scores = model.score(script, text.split(' '));
    expect(model.languagesOf(script)[scores.indexOf(Math.max(...scores))]).toBe(language);
  });
});
