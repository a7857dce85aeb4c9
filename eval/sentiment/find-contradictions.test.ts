import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import { expect, it } from 'vitest';
import { findContradictions } from './find-contradictions.ts';
import { consistentAnalysis } from './fixtures/consistent-analysis.ts';

it.each<[Partial<SentimentAnalysis>, string[]]>([
  [{}, []],
  [{ score: -0.1 }, ['label and score']],
  [
    { sentiment: 'negative', score: -0.5, confidence: 0.05 },
    ['label and probabilities', 'label and sentences', 'label and emotion'],
  ],
  [
    {
      sentiment: 'neutral',
      score: -0.4,
      confidence: 0.8,
      scores: { positive: 0, negative: 0.2, neutral: 0.8, mixed: 0 },
    },
    ['label and sentences', 'neutral and score'],
  ],
  [{ confidence: 0.7 }, ['confidence and probabilities']],
  [{ dominantEmotion: 'sadness' }, ['strongest emotion and emotions', 'label and emotion']],
])('finds contradictions of %j', (change, expected) => {
  expect(findContradictions({ ...consistentAnalysis, ...change })).toEqual(expected);
});
