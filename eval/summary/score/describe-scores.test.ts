import { describe, expect, it } from 'vitest';
import { describeGenres, describeSet } from './describe-scores.ts';
import type { ScoredText, System } from './score-text.ts';

const score = (value: number) => ({ rouge1: value, rouge2: value / 2, rougeL: value, rougeLsum: value });

/** A text on which the baselines that are not named score nothing. */
function scored(genre: string, values: Partial<Record<System, number>>): ScoredText {
  const of = (system: System) => score(values[system] ?? 0);
  return {
    genre,
    filled: 0.5,
    scores: {
      quern: of('quern'),
      lead: of('lead'),
      textRankOverlap: of('textRankOverlap'),
      sumyTextRank: of('sumyTextRank'),
      sumyLexRank: of('sumyLexRank'),
      sumyLsa: of('sumyLsa'),
    },
  };
}

const texts = [
  scored('news', { quern: 0.4, lead: 0.3, sumyLsa: 0.1 }),
  scored('news', { quern: 0.2, lead: 0.1, sumyLsa: 0.2 }),
  scored('letters', { quern: 0.1, lead: 0, sumyLsa: 0.4 }),
];

describe('describeSet', () => {
  it('has means, the best baseline of the whole set, and the gain over it', () => {
    const described = describeSet(texts);
    expect(described).toMatchObject({ texts: 3, filled: 0.5, best: 'sumyLsa' });
    expect(described['quern']).toMatchObject({
      rouge1: expect.closeTo(0.7 / 3),
      rouge2: expect.closeTo(0.7 / 6),
    });
    expect(described['gain']).toMatchObject({ rougeLsum: { mean: expect.closeTo(0) } });
  });
});

describe('describeGenres', () => {
  it('counts every genre alike, and the genres where a baseline is better', () => {
    const { genres, means } = describeGenres(texts);
    expect(Object.keys(genres)).toEqual(['letters', 'news']);
    expect(genres['news']).toMatchObject({ texts: 2, quern: expect.closeTo(0.3), best: 'lead' });
    expect(means).toMatchObject({
      genres: 2,
      quern: expect.closeTo(0.2),
      lead: expect.closeTo(0.1),
      bestOfEach: expect.closeTo(0.3),
      below: 1,
    });
  });
});
