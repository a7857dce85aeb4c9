import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestRouge, rouge, rougeTokens } from './rouge.ts';

describe('rouge', () => {
  it('counts words, pairs of words and the longest common subsequence', () => {
    // 5 of 6 words; "the cat", "on the" and "the mat" of 5 pairs; "the cat on the mat" of 6 words.
    const score = rouge('the cat sat on the mat', 'The cat is on the mat.');
    expect(score.rouge1).toBeCloseTo(5 / 6, 10);
    expect(score.rouge2).toBeCloseTo(3 / 5, 10);
    expect(score.rougeL).toBeCloseTo(5 / 6, 10);
  });

  it('is the F1 of precision and recall when the lengths differ (example of Lin, 2004)', () => {
    // 3 words of 5 and 4; "the gunman" of 4 and 3 pairs; "the gunman" as subsequence.
    const score = rouge('the police killed the gunman', 'the gunman kill police');
    expect(score.rouge1).toBeCloseTo(6 / 9, 10);
    expect(score.rouge2).toBeCloseTo(2 / 7, 10);
    expect(score.rougeL).toBeCloseTo(4 / 9, 10);
  });

  it('is zero when a text has no words', () => {
    expect(rouge('', 'a')).toEqual({ rouge1: 0, rouge2: 0, rougeL: 0 });
    expect(rouge('…', '!')).toEqual({ rouge1: 0, rouge2: 0, rougeL: 0 });
  });
});

describe('rougeTokens', () => {
  it('has the tokens of rouge_score for every ASCII text', () => {
    const google = (text: string) =>
      text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((token) => token !== '');
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
        expect(rougeTokens(text)).toEqual(google(text));
      }),
    );
  });

  it('keeps words with accents and marks whole, composed or not', () => {
    expect(rougeTokens('Über-Größe, cafe\u0301 हिन्दी Ελλάδα')).toEqual([
      'über',
      'größe',
      'café',
      'हिन्दी',
      'ελλάδα',
    ]);
  });

  it('counts single characters in scripts without spaces', () => {
    expect(rougeTokens('東京は2024年、ラーメン。')).toEqual([
      '東',
      '京',
      'は',
      '2024',
      '年',
      'ラ',
      'ー',
      'メ',
      'ン',
    ]);
    expect(rougeTokens('ที่ดี')).toEqual(['ที่', 'ดี']);
  });
});

describe('bestRouge', () => {
  it('takes the best reference for each variant', () => {
    // "b a" shares both words; "a c b" keeps their order.
    const score = bestRouge('a b', ['b a', 'a c b']);
    expect(score.rouge1).toBe(1);
    expect(score.rougeL).toBeCloseTo(4 / 5, 10);
  });
});
