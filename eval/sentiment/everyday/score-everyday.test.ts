import { expect, it } from 'vitest';
import { consistentAnalysis } from '../fixtures/consistent-analysis.ts';
import type { EverydayText } from './everyday-texts.ts';
import { scoreEveryday } from './score-everyday.ts';

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
    { text: text('positive', 'thanks', 'en'), result: consistentAnalysis },
    { text: text('neutral', 'fact', 'en'), result: consistentAnalysis },
    { text: text('positive', 'thanks', 'de'), result: { ...consistentAnalysis, dominantEmotion: 'pride' } },
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
