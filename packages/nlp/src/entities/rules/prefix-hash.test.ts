import { expect, it } from 'vitest';
import { foldCodeUnit } from './prefix-hash.ts';

it('folds letters that are equal without case to the same code unit', () => {
  const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(character),
  );
  const different = letters.flatMap((letter) =>
    (letters.join('').match(new RegExp(letter, 'giu')) ?? [])
      .filter((equal) => foldCodeUnit(equal.charCodeAt(0)) !== foldCodeUnit(letter.charCodeAt(0)))
      .map((equal) => letter + equal),
  );
  // The ligatures of "st" do not occur in words of a lexicon.
  expect(different).toEqual(['ﬅﬆ', 'ﬆﬅ']);
});

it.each([
  ['7', '0'],
  ['七', '0'],
  ['\u00a0', ' '],
  ['Ж', 'ж'],
  ['ς', 'σ'],
  ['-', '-'],
])('folds %j to %j', (character, folded) => {
  expect(String.fromCharCode(foldCodeUnit(character.charCodeAt(0)))).toBe(folded);
});
