import fc from 'fast-check';
import { expect, it } from 'vitest';
import { languageWords } from './language-words.ts';

it.each([
  ['Hello, World!', ['hello', 'world']],
  ['ICH BIN HIER', ['ich', 'bin', 'hier']],
  ['c’est l’été', ["c'est", "l'été"]],
  ['oʻzbek gʼalaba', ["o'zbek", "g'alaba"]],
  ['İstanbul', ['istanbul']],
  ['Cafe\u0301', ['café']],
  ['مَرْحَبًا', ['مرحبا']],
  ['مرحــبا', ['مرحبا']],
  ['שָׁלוֹם', ['שלום']],
  ['12 34 !?', []],
])('splits %j into words', (text, words) => {
  expect(languageWords(text)).toEqual(words);
});

it('cuts very long words', () => {
  expect(languageWords('a'.repeat(500))).toEqual(['a'.repeat(30)]);
});

it('gives the same words for a text in capitals', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcdefgäöéñ '), maxLength: 60 }), (text) => {
      expect(languageWords(text.toUpperCase())).toEqual(languageWords(text));
    }),
  );
});
