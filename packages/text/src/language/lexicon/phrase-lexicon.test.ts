import { beforeAll, describe, expect, it } from 'vitest';
import { languageWords } from '../classifier/language-words.ts';
import languagesByScript from '../classifier/script-languages.data.json' with { type: 'json' };
import table from './everyday-phrases.data.json' with { type: 'json' };
import { loadPhraseLexicon, PhraseLexicon } from './phrase-lexicon.ts';

describe('PhraseLexicon', () => {
  const lexicon = new PhraseLexicon(
    { de: ['guten tag; danke', 'tag'], nl: ['dag; goede dag'] },
    { en: ['good day; tag'] },
  );

  const natsOf = (...words: string[]) => lexicon.weigh(words).nats;

  it('weighs a listed word for every language that lists it', () => {
    expect([...natsOf('tag').keys()].sort()).toEqual(['de', 'en']);
    expect(natsOf('tag').get('de')).toBe(natsOf('tag').get('en'));
  });

  it('weighs a phrase more than its words', () => {
    const words = (natsOf('guten').get('de') ?? 0) + (natsOf('tag').get('de') ?? 0);
    expect(natsOf('guten', 'tag').get('de')).toBeGreaterThan(words);
  });

  it('weighs a word that occurs only in a phrase less than a listed one', () => {
    expect(natsOf('guten').get('de')).toBeLessThan(natsOf('danke').get('de') ?? 0);
  });

  it('gives no evidence for other words', () => {
    expect(lexicon.weigh(['zebra', 'xyz'])).toEqual({ nats: new Map(), coverage: 0 });
    expect(lexicon.has('zebra')).toBe(false);
    expect(lexicon.has('guten')).toBe(true);
  });

  it('covers a listed phrase as a whole, and other texts by their listed words', () => {
    expect(lexicon.weigh(['guten', 'tag']).coverage).toBe(1);
    expect(lexicon.weigh(['tag', 'guten']).coverage).toBeGreaterThan(
      lexicon.weigh(['tag', 'zebra']).coverage,
    );
  });
});

describe('the bundled table', () => {
  const known = new Set(Object.values(languagesByScript).flatMap((priors) => Object.keys(priors)));
  let lexicon: PhraseLexicon;

  beforeAll(async () => {
    lexicon = await loadPhraseLexicon();
  });

  it('lists only languages that are detected, and names', () => {
    for (const language of Object.keys(table)) expect([...known, 'und']).toContain(language);
  });

  it.each(Object.entries(table))('lists distinct phrases of letters in %s', (_, lines) => {
    const phrases = lines.flatMap((line) => line.split('; '));
    expect(phrases.length).toBeGreaterThan(40);
    expect(new Set(phrases).size).toBe(phrases.length);
    for (const phrase of phrases) {
      expect(phrase).toBe(phrase.trim());
      expect(languageWords(phrase).length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['de', 'danke schön'],
    ['uk', 'дуже дякую'],
    ['sw', 'asante sana'],
  ])('knows %s by a formula: %s', (language, phrase) => {
    const evidence = [...lexicon.weigh(languageWords(phrase)).nats].sort((left, right) => right[1] - left[1]);
    expect(evidence[0]?.[0]).toBe(language);
  });
});
