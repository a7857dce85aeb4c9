import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import { expect, it } from 'vitest';
import type { EverydayText } from './everyday-texts.ts';
import { scoreEveryday } from './score-everyday.ts';

const consistent: SentimentAnalysis = {
  sentiment: 'positive',
  score: 0.6,
  confidence: 0.8,
  scores: { positive: 0.8, negative: 0.05, neutral: 0.1, mixed: 0.05 },
  emotions: ['joy', 'admiration'],
  dominantEmotion: 'joy',
  emotionScores: { joy: 0.7, admiration: 0.5 },
  sentences: [
    { text: 'Nice.', startIndex: 0, endIndex: 5, sentiment: 'positive', score: 0.6, confidence: 0.8 },
  ],
};

it('scores labels and emotions', () => {
  const text = (
    label: EverydayText['label'],
    kind: EverydayText['kind'],
    language: string,
  ): EverydayText => ({
    id: 'x',
    kind,
    text: 'Nice.',
    label,
    emotions: label === 'positive' ? ['joy'] : undefined,
    split: 'dev',
    language,
  });
  const figures = scoreEveryday([
    { text: text('positive', 'thanks', 'en'), result: consistent },
    { text: text('neutral', 'fact', 'en'), result: consistent },
    { text: text('positive', 'thanks', 'de'), result: { ...consistent, dominantEmotion: 'pride' } },
  ]);
  expect(figures).toEqual({
    n: 3,
    right: 2 / 3,
    byLabel: { positive: 1, neutral: 0 },
    byKind: { thanks: 1, fact: 0 },
    byLanguage: { en: 0.5, de: 1 },
    emotions: 0.5,
  });
});
