import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { analyzeSentiment } from './analyze-sentiment.ts';
import type { SentimentClassifier } from './sentiment-model.ts';

it.each(['a', 'a ', '漢', '😀', '!', 'a.', 'but ', 'good but '])(
  'analyzeSentiment does work linear in the length of repeated %j, and the model reads it at most twice',
  async (unit) => {
    let readLength = 0;
    const classifier: SentimentClassifier = {
      emotions: [{ label: 'joy', threshold: 0.5 }],
      classify: async (texts) => {
        readLength += texts.reduce((sum, text) => sum + text.length, 0);
        return texts.map(() => ({ polarity: [0, 0, 1, 0, 0, 0], emotions: [0] }));
      },
    };
    const neutralModel = { classifierFor: () => classifier };
    const analyze = (text: string) => analyzeSentiment({ text, language: 'en' }, neutralModel);
    const textOf = (length: number) => unit.repeat(length / unit.length);
    await analyze(textOf(100_000));
    expect(readLength).toBeLessThanOrEqual(2 * 100_000);
    // Quadratic growth would give a ratio of 100.
    expect(await growthRatio(analyze, textOf(10_000), textOf(100_000))).toBeLessThan(40);
  },
);
