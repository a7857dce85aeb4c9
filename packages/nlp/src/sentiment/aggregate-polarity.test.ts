import { describe, expect, it } from 'vitest';
import {
  aggregatePolarity,
  type LabeledPolarity,
  labelPolarity,
  supportLabel,
} from './aggregate-polarity.ts';

const polarity = (negative: number, neutral: number, positive: number, score: number) => ({
  negative,
  neutral,
  positive,
  score,
});
const weighted = <T>(value: T) => ({ polarity: value, weight: 1 });

describe('labelPolarity', () => {
  it.each([
    [polarity(0.4, 0.15, 0.45, -0.2), 'positive', 0.05],
    [polarity(0.5, 0.1, 0.4, 0.1), 'negative', -0.05],
    [polarity(0.1, 0.2, 0.7, 0.6), 'positive', 0.6],
    [polarity(0.3, 0.4, 0.3, -0.1), 'neutral', -0.1],
  ])('gives the score the sign of the label: %j', (input, sentiment, score) => {
    expect(labelPolarity(input, [])).toMatchObject({ sentiment, score });
  });
});

describe('aggregatePolarity', () => {
  const sentence = (value: Parameters<typeof labelPolarity>[0]): LabeledPolarity => labelPolarity(value, []);

  it('is labeled by its passages', () => {
    const text = aggregatePolarity(
      [weighted(polarity(0.1, 0.2, 0.7, 0.5))],
      [weighted(sentence(polarity(0.1, 0.8, 0.1, 0))), weighted(sentence(polarity(0.1, 0.2, 0.7, 0.5)))],
    );
    expect(text.sentiment).toBe('positive');
    expect(text.score).toBe(0.5);
  });

  it('is mixed where sentences are strongly positive and strongly negative', () => {
    const text = aggregatePolarity(
      [weighted(polarity(0.5, 0.1, 0.4, -0.1))],
      [
        weighted(sentence(polarity(0.9, 0.05, 0.05, -0.9))),
        weighted(sentence(polarity(0.05, 0.05, 0.9, 0.9))),
      ],
    );
    expect(text.sentiment).toBe('mixed');
  });

  it('is neutral without passages', () => {
    expect(aggregatePolarity([], [])).toMatchObject({ sentiment: 'neutral', score: 0 });
  });
});

describe('supportLabel', () => {
  const neutral = labelPolarity(polarity(0.2, 0.7, 0.1, -0.1), []);
  const doubtful = labelPolarity(polarity(0.4, 0.5, 0.1, 0.02), []);
  const positive = labelPolarity(polarity(0.1, 0.1, 0.8, 0.7), []);

  it('gives the most probable sentence the label that no sentence has', () => {
    const sentences = supportLabel([neutral, doubtful, neutral], 'negative');
    expect(sentences.map(({ sentiment }) => sentiment)).toEqual(['neutral', 'negative', 'neutral']);
    expect(sentences[1]).toMatchObject({ score: -0.05, confidence: 0.4 });
  });

  it.each(['positive', 'neutral', 'mixed'] as const)('changes nothing for %s', (sentiment) => {
    const sentences = [neutral, positive];
    expect(supportLabel(sentences, sentiment)).toBe(sentences);
  });
});
