import { describe, expect, it } from 'vitest';
import { aggregatePolarity, labelPolarity, supportLabel } from './aggregate-polarity.ts';

const polarity = (negative: number, neutral: number, positive: number, score: number) => ({
  negative,
  neutral,
  positive,
  mixed: 1 - negative - neutral - positive,
  score,
});
const weighted = <T>(value: T) => ({ polarity: value, weight: 1 });

describe('labelPolarity', () => {
  it.each([
    [polarity(0.4, 0.15, 0.45, -0.2), 'positive', 0.05],
    [polarity(0.5, 0.1, 0.4, 0.1), 'negative', -0.05],
    [polarity(0.1, 0.2, 0.7, 0.6), 'positive', 0.6],
    [polarity(0.3, 0.4, 0.3, -0.1), 'neutral', -0.1],
    [polarity(0.4, 0.5, 0.1, -0.5), 'neutral', -0.25],
    [polarity(0.2, 0.1, 0.2, 0.4), 'mixed', 0.2],
  ])('gives the score the sign of the label: %j', (input, sentiment, score) => {
    expect(labelPolarity(input)).toMatchObject({ sentiment, score });
  });
});

describe('aggregatePolarity', () => {
  const good = labelPolarity(polarity(0.05, 0.05, 0.88, 0.9));
  const bad = labelPolarity(polarity(0.88, 0.05, 0.05, -0.9));
  const fact = labelPolarity(polarity(0.1, 0.8, 0.1, 0));

  it('is labeled by its passages', () => {
    const text = aggregatePolarity(
      [weighted(polarity(0.1, 0.2, 0.7, 0.5))],
      [weighted(fact), weighted(good)],
    );
    expect(text.sentiment).toBe('positive');
    expect(text.score).toBe(0.5);
  });

  it('follows the reading of the only passage where its sentences have opposite signs', () => {
    const text = aggregatePolarity(
      [weighted(polarity(0.7, 0.1, 0.1, -0.4))],
      [weighted(good), weighted(bad)],
    );
    expect(text.sentiment).toBe('negative');
  });

  it('is mixed where its sentences are', () => {
    const both = labelPolarity(polarity(0.1, 0.1, 0.2, 0.1));
    const text = aggregatePolarity(
      [weighted(polarity(0.1, 0.1, 0.5, 0.4))],
      [weighted(both), weighted(both)],
    );
    expect(text.sentiment).toBe('mixed');
  });

  it('is mixed where the sentences of several passages have opposite signs', () => {
    const passages = [weighted(polarity(0.88, 0.05, 0.05, -0.9)), weighted(polarity(0.05, 0.05, 0.88, 0.9))];
    const text = aggregatePolarity(passages, [weighted(bad), weighted(good)]);
    expect(text.sentiment).toBe('mixed');
    expect(Object.values(text.scores).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6);
  });

  it('is neutral without passages', () => {
    expect(aggregatePolarity([], [])).toMatchObject({ sentiment: 'neutral', score: 0 });
  });
});

describe('supportLabel', () => {
  const neutral = labelPolarity(polarity(0.2, 0.7, 0.1, -0.1));
  const doubtful = labelPolarity(polarity(0.4, 0.5, 0.1, 0.02));
  const positive = labelPolarity(polarity(0.1, 0.1, 0.8, 0.7));

  it('gives the most probable sentence the label that no sentence has', () => {
    const sentences = supportLabel([neutral, doubtful, neutral], 'negative');
    expect(sentences.map(({ sentiment }) => sentiment)).toEqual(['neutral', 'negative', 'neutral']);
    expect(sentences[1]).toMatchObject({ score: -0.05, confidence: 0.4 });
  });

  it.each(['positive', 'neutral'] as const)('changes nothing for %s, which a sentence has', (sentiment) => {
    const sentences = [neutral, positive];
    expect(supportLabel(sentences, sentiment)).toBe(sentences);
  });

  it('changes nothing for a mixed text with a positive and a negative sentence', () => {
    const sentences = [positive, labelPolarity(polarity(0.8, 0.1, 0.1, -0.7))];
    expect(supportLabel(sentences, 'mixed')).toBe(sentences);
  });

  it('gives a sentence of a mixed or neutral text its label where all are positive', () => {
    const rather = labelPolarity(polarity(0.1, 0.2, 0.4, 0.4));
    expect(supportLabel([positive, rather], 'mixed')[1]).toMatchObject({ sentiment: 'mixed', score: 0.2 });
    expect(supportLabel([positive, rather], 'neutral')[1]).toMatchObject({
      sentiment: 'neutral',
      score: 0.25,
    });
  });

  it('has nothing to change without sentences, and takes very many', () => {
    expect(supportLabel([], 'neutral')).toEqual([]);
    const sentences = [...Array.from({ length: 300_000 }, () => neutral), doubtful];
    expect(supportLabel(sentences, 'negative').at(-1)?.sentiment).toBe('negative');
  });
});
