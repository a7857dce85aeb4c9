import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extendHash, foldCodeUnit, shortHash } from './prefix-hash.ts';
import { wordStart } from './regex-builder.ts';
import { WordStarts } from './word-starts.ts';

/** The offsets at which the expression of a border matches. */
function borders(text: string): number[] {
  return [...text.matchAll(new RegExp(`${wordStart}(?=[^])`, 'giu'))].map(({ index }) => index);
}

const offsets = (text: string) => [...new WordStarts(text).offsets];

it.each([
  ['the 3rd of May', [0, 4, 8, 11]],
  ['a_b', [0]],
  ['5月', [0, 1]],
  ['', []],
])('finds the starts of words in %j', (text, expected) => {
  expect(offsets(text)).toEqual(expected);
});

it.each(['في وقت بـ5 بــ5 كتاب و10', '三月5日、次', 'ที่ 5 ลาว', '😀a 𝟙b 한a', 'ي۔و5'])(
  'agrees with `wordStart` in %j',
  (text) => {
    expect(offsets(text)).toEqual(borders(text));
  },
);

it('agrees with `wordStart` in any text', () => {
  const character = fc.constantFrom(...'ab 5_.-،وبلفكـعا月。、ー한ขะिक😀\u0301\ud83d\n');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
      expect(offsets(text)).toEqual(borders(text));
    }),
  );
});

it('finds the starts by the hash of their first code unit', () => {
  const starts = new WordStarts('ab b Ab 5');
  const hashOf = (character: string) => shortHash(extendHash(0, foldCodeUnit(character.charCodeAt(0))));
  const offsetsOf = (character: string) => {
    const hash = hashOf(character);
    const indexes = starts.byFirstHash.slice(starts.firstHashStarts[hash], starts.firstHashStarts[hash + 1]);
    return [...indexes].map((index) => starts.offsets[index]);
  };
  expect(['a', 'b', '7', 'x'].map(offsetsOf)).toEqual([[0, 5], [3], [8], []]);
});
