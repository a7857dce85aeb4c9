import { expect, it } from 'vitest';
import { countScripts, scriptNames, scriptOfWord } from './language-scripts.ts';
import languagesByScript from './script-languages.data.json' with { type: 'json' };

it.each([
  ['hello', 'Latin'],
  ['ñandú', 'Latin'],
  ['việt', 'Latin'],
  ['привет', 'Cyrillic'],
  ['سلام', 'Arabic'],
  ['नमस्ते', 'Devanagari'],
  ['ሰላም', 'Ethiopic'],
  ['שלום', 'Hebrew'],
  ['안녕', 'Hangul'],
  ['ひらがな', 'Kana'],
  ['カタカナ', 'Kana'],
  ['漢字', 'Han'],
  ['𠀀', 'Han'],
  ['გამარჯობა', 'Georgian'],
  ['😀', ''],
])('finds the script of %s', (word, script) => {
  expect(scriptNames[scriptOfWord(word)]).toBe(script);
});

it('counts letters by script, the most frequent first', () => {
  expect(countScripts(['hello', 'мир'])).toEqual([
    { script: 'Latin', letters: 5 },
    { script: 'Cyrillic', letters: 3 },
  ]);
});

it('counts Han with kana as kana, and without as Han', () => {
  expect(countScripts(['漢字かな'])).toEqual([{ script: 'Kana', letters: 4 }]);
  expect(countScripts(['漢字'])).toEqual([{ script: 'Han', letters: 2 }]);
});

it('knows at least 130 languages, each with a canonical tag in a known script', () => {
  const languages = new Set(Object.values(languagesByScript).flatMap((priors) => Object.keys(priors)));
  expect(languages.size).toBeGreaterThanOrEqual(130);
  for (const language of languages)
    expect(Intl.getCanonicalLocales(language === 'tl' ? 'fil' : language)).toHaveLength(1);
  for (const script of Object.keys(languagesByScript)) expect(scriptNames).toContain(script);
});
