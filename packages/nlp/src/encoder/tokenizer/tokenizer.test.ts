import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVocabulary } from './fixtures/make-vocabulary.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { Tokenizer } from './tokenizer.ts';

const scores = {
  '▁': -3,
  a: -4,
  b: -4,
  c: -5,
  é: -5,
  ab: -6,
  bc: -6.5,
  abc: -12,
  '▁ab': -7,
  '▁a': -7,
  '😀': -5,
  '⁄': -4,
};
const normalization = {
  9: [0x20],
  10: [0x20],
  160: [0x20],
  173: [],
  189: [0x61, 0x2044, 0x62],
  65533: [0x20],
};
const vocabulary = readVocabulary(makeVocabulary(scores, normalization));
const tokenizer = new Tokenizer(vocabulary);
const subwordNames = ['<s>', '<pad>', '</s>', '<unk>', ...Object.keys(scores)];

describe('Tokenizer', () => {
  it.each([
    ['abc', '▁ab[0,2) c[2,3)'],
    ['bc', '▁[0,0) bc[0,2)'],
    [' \t a\u00a0\u00a0b ', '▁a[3,4) ▁[6,6) b[6,7)'],
    ['', ''],
    [' \n\t', ''],
    ['a日本b', '▁a[0,1) <unk>[1,3) b[3,4)'],
    ['日 本', '▁[0,0) <unk>[0,1) ▁[2,2) <unk>[2,3)'],
    ['e\u0301a', '▁[0,0) é[0,2) a[2,3)'],
    ['\u0301', '▁[0,0) <unk>[0,1)'],
    ['½', '▁a[0,1) ⁄[0,1) b[0,1)'],
    ['a\u00adb', '▁ab[0,3)'],
    ['😀\u{1f9d1}b', '▁[0,0) 😀[0,2) <unk>[2,4) b[4,5)'],
    ['a\ud83db\ude00', '▁a[0,1) ▁[2,2) b[2,3)'],
  ])('segments %j into the best subwords with their offsets', (text, expected) => {
    expect(describeSubwords(text)).toBe(expected);
  });

  it('finds the segmentation of a word with the highest score', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'x'), maxLength: 9 }), (word) => {
        const sum = [...tokenizer.tokenize(word).ids].reduce((total, id) => total + scoreOf(id), 0);
        // Unknown characters in a row become one subword, so only words without them have comparable scores.
        if (word !== '' && !word.includes('x')) expect(sum).toBeCloseTo(bestSum(`▁${word}`), 9);
      }),
    );
  });

  it('returns ordered ranges that are within the text and keep surrogate pairs whole, for any text', () => {
    const units = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('a', 'é', 'e\u0301', ' ', '½', '😀', '\ud800', '\udc00', '\u0301', '\0'),
      }),
    );
    fc.assert(
      fc.property(units, (text) => {
        const { ids, starts, ends } = tokenizer.tokenize(text);
        expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
        let previous = 0;
        for (const [at, start] of starts.entries()) {
          const end = ends[at] ?? -1;
          expect(start).toBeGreaterThanOrEqual(previous);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(splitsPair(text, start) || splitsPair(text, end)).toBe(false);
          previous = start;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('Tokenizer with appended text', () => {
  it('returns the same subwords for all words but the last', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'é', '日', '😀'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.string({ unit: 'binary' }), (words, added) => {
        const text = `${words.join(' ')} `;
        const alone = tokenizer.tokenize(text);
        const longer = tokenizer.tokenize(text + added.replace(/^\p{M}+/u, ''));
        expect([...longer.ids.subarray(0, alone.ids.length)]).toEqual([...alone.ids]);
        expect([...longer.ends.subarray(0, alone.ids.length)]).toEqual([...alone.ends]);
      }),
    );
  });
});

function describeSubwords(text: string): string {
  const { ids, starts, ends } = tokenizer.tokenize(text);
  return [...ids].map((id, at) => `${subwordNames[id]}[${starts[at]},${ends[at]})`).join(' ');
}

function scoreOf(id: number): number {
  return vocabulary.scores[id] ?? Number.NaN;
}

/** The highest score by definition: the maximum over all first subwords. */
function bestSum(word: string): number {
  if (word === '') return 0;
  const sums = Object.entries(scores).map(([subword, score]) =>
    word.startsWith(subword) ? score + bestSum(word.slice(subword.length)) : Number.NEGATIVE_INFINITY,
  );
  return Math.max(...sums);
}

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff]$/.test(text.charAt(at - 1)) && /^[\udc00-\udfff]$/.test(text.charAt(at));
}
