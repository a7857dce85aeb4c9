import { describe, expect, it } from 'vitest';
import {
  findLanguageWarning,
  isSupported,
  LanguageError,
  languages,
  requireSentimentSupport,
} from './language-support.ts';

describe('isSupported', () => {
  it.each(['ta', 'ka', 'hy', 'bn', 'km', 'mn-Mong', 'am'])(
    'is false where the models were no better than chance, or do not know the script: %s',
    (language) => {
      expect([isSupported('names', language), isSupported('sentiment', language)]).toEqual([false, false]);
    },
  );

  it.each([
    'en-GB',
    'de',
    'no',
    'nb',
    'nn',
    'sr',
    'sr-Latn',
    'ru',
    'ar-EG',
    'hi',
    'el',
    'vi',
    'zh-CN',
    'zh-Hant',
    'ja',
    'ko-KR',
    'th',
    'he',
    'iw',
    'und',
    'und-Thai',
    'qaa',
  ])('is true where they were better, or were not measured: %s', (language) => {
    expect([isSupported('names', language), isSupported('sentiment', language)]).toEqual([true, true]);
  });

  it('distinguishes the scripts of a language', () => {
    expect([isSupported('sentiment', 'hi'), isSupported('sentiment', 'hi-Latn')]).toEqual([true, false]);
  });
});

describe('requireSentimentSupport', () => {
  it('throws an error that names the language, and how to set another one if it was detected', () => {
    expect(() => requireSentimentSupport('fr', true)).not.toThrow();
    expect(() => requireSentimentSupport('und', true)).not.toThrow();
    expect(() => requireSentimentSupport('ta', true)).toThrow(LanguageError);
    expect(() => requireSentimentSupport('ta', true)).toThrow(/Tamil \(ta\).*detected; set language/);
    expect(() => requireSentimentSupport('ka-GE', false)).toThrow(/^language: .*\(ka-GE\)/);
  });
});

describe('findLanguageWarning', () => {
  it('returns a warning where names are not found, or something was not measured', () => {
    expect(findLanguageWarning('names', 'en')).toBeUndefined();
    expect(findLanguageWarning('sentiment', 'und')).toBeUndefined();
    expect(findLanguageWarning('names', 'ta')).toMatchObject({ code: 'unsupported_language' });
    expect(findLanguageWarning('sentiment', 'af')).toMatchObject({ code: 'untested_language' });
    expect(findLanguageWarning('names', 'qaa')).toMatchObject({ code: 'untested_language' });
  });
});

describe('the table of languages', () => {
  it('has each language once, by name', () => {
    const names = languages.map(({ name }) => name);
    expect(new Set(languages.map(({ language }) => language)).size).toBe(languages.length);
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'en')));
    for (const { language } of languages) expect(Intl.getCanonicalLocales(language)).toEqual([language]);
  });

  it('has levels that agree with the measurements', () => {
    for (const { operations } of languages) {
      const { 'extract-entities': entities, ...others } = operations;
      for (const { level, quality } of [entities.names, entities.patterns, ...Object.values(others)]) {
        if (level === 'untested') expect(quality).toBeUndefined();
        if (level === 'good' && quality !== undefined)
          expect(quality.value).toBeGreaterThan(quality.baseline ?? 0.4);
      }
      for (const { level, supported } of Object.values(others))
        expect(supported).toBe(level !== 'unsupported');
    }
  });
});
