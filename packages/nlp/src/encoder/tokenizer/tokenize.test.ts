import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVocabulary } from './fixtures/make-vocabulary.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { createTokenizer, type Tokenizer } from './tokenize.ts';

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
const normalisation = {
  9: [0x20],
  10: [0x20],
  160: [0x20],
  173: [],
  189: [0x61, 0x2044, 0x62],
  65533: [0x20],
};
const vocabulary = readVocabulary(makeVocabulary(scores, normalisation));
const tokenize = createTokenizer(vocabulary);
const names = ['<s>', '<pad>', '</s>', '<unk>', ...Object.keys(scores)];

describe('the tokenizer', () => {
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
  ])('cuts %j into the best pieces, with their places', (text, expected) => {
    expect(describePieces(text, tokenize)).toBe(expected);
  });

  it('finds the best sum of all cuts of a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'x'), maxLength: 9 }), (word) => {
        const sum = [...tokenize(word).ids].reduce((total, id) => total + scoreOf(id), 0);
        // Unknown characters in a row are one piece, so only words without them compare by their sum.
        if (word !== '' && !word.includes('x')) expect(sum).toBeCloseTo(bestSum(`▁${word}`), 9);
      }),
    );
  });

  it('gives ranges in order, inside the text and never inside a surrogate pair, for any text', () => {
    const units = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('a', 'é', 'e\u0301', ' ', '½', '😀', '\ud800', '\udc00', '\u0301', '\0'),
      }),
    );
    fc.assert(
      fc.property(units, (text) => {
        const { ids, starts, ends } = tokenize(text);
        expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
        let before = 0;
        for (const [at, start] of starts.entries()) {
          const end = ends[at] ?? -1;
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(splitsPair(text, start) || splitsPair(text, end)).toBe(false);
          before = start;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['one word', 'ab'.repeat(500_000)],
    ['unknown characters', '日'.repeat(1_000_000)],
    ['marks in a row', `a${'\u0301'.repeat(500_000)}${'\u0323'.repeat(500_000)}`],
    ['white space', ' '.repeat(1_000_000)],
    ['lone surrogates', '\udc00'.repeat(1_000_000)],
    ['words', 'ab '.repeat(333_333)],
  ])('takes a million characters of %s in linear time', (_, text) => {
    const small = millisecondsFor(text.slice(0, text.length / 10));
    const large = millisecondsFor(text);
    // Quadratic growth would be a hundredfold: minutes.
    expect(large).toBeLessThan(40 * small + 2000);
  });
});

describe('a text that is added to', () => {
  it('keeps the pieces of all its words but the last', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'é', '日', '😀'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.string({ unit: 'binary' }), (words, added) => {
        const text = `${words.join(' ')} `;
        const [alone, longer] = [tokenize(text), tokenize(text + added.replace(/^\p{M}+/u, ''))];
        expect([...longer.ids.subarray(0, alone.ids.length)]).toEqual([...alone.ids]);
        expect([...longer.ends.subarray(0, alone.ids.length)]).toEqual([...alone.ends]);
      }),
    );
  });
});

function describePieces(text: string, tokenizer: Tokenizer): string {
  const { ids, starts, ends } = tokenizer(text);
  return [...ids].map((id, at) => `${names[id]}[${starts[at]},${ends[at]})`).join(' ');
}

function scoreOf(id: number): number {
  return vocabulary.scores[id] ?? Number.NaN;
}

/** By the definition: over all first pieces. */
function bestSum(word: string): number {
  if (word === '') return 0;
  const sums = Object.entries(scores).map(([piece, score]) =>
    word.startsWith(piece) ? score + bestSum(word.slice(piece.length)) : Number.NEGATIVE_INFINITY,
  );
  return Math.max(...sums);
}

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff]$/.test(text.charAt(at - 1)) && /^[\udc00-\udfff]$/.test(text.charAt(at));
}

/** Of the processor, since tests share machines. */
function millisecondsFor(text: string): number {
  const before = process.threadCpuUsage();
  tokenize(text);
  return process.threadCpuUsage(before).user / 1000;
}
