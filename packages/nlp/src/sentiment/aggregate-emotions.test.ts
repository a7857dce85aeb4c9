import { describe, expect, it } from 'vitest';
import { aggregateEmotions } from './aggregate-emotions.ts';

const labels = ['joy', 'sadness', 'anger', 'surprise', 'neutral'].map((label) => ({ label, threshold: 0.3 }));
const passage = (...emotions: number[]) => ({ emotions, weight: 1 });

describe('aggregateEmotions', () => {
  it('puts emotions of the opposite sign below the strongest one', () => {
    const { emotions, dominantEmotion, emotionScores } = aggregateEmotions(
      [passage(0.4, 0.8, 0.2, 0.1, 0.05)],
      labels,
      'positive',
    );
    expect(dominantEmotion).toBe('joy');
    expect(emotions).toEqual(['joy', 'sadness']);
    expect(emotionScores['sadness']).toBeCloseTo(0.396, 6);
    expect(emotionScores['anger']).toBe(0.2);
  });

  it.each(['neutral', 'mixed', 'negative'] as const)('leaves the emotions of a %s text', (sentiment) => {
    const scores = aggregateEmotions([passage(0.4, 0.8, 0.2, 0.1, 0.05)], labels, sentiment);
    expect(scores.emotionScores).toMatchObject({ joy: 0.4, sadness: 0.8 });
    expect(scores.dominantEmotion).toBe('sadness');
  });

  it('finds an emotion without a sign where only the opposite ones are strong', () => {
    const { dominantEmotion } = aggregateEmotions([passage(0.01, 0.9, 0.5, 0.05, 0.1)], labels, 'positive');
    expect(dominantEmotion).toBe('neutral');
  });

  it('does not begin with an emotion of the opposite sign', () => {
    const strict = labels.map(({ label }) => ({ label, threshold: label === 'sadness' ? 0.1 : 0.9 }));
    const { emotions } = aggregateEmotions([passage(0.5, 0.6, 0.1, 0.1, 0.1)], strict, 'positive');
    expect(emotions).toEqual(['joy', 'sadness']);
  });

  it('returns neutral for a text without passages', () => {
    expect(aggregateEmotions([], labels, 'neutral')).toMatchObject({
      emotions: ['neutral'],
      dominantEmotion: 'neutral',
    });
  });
});
