import { describe, expect, it } from 'vitest';
import { proseOutline } from '../fixtures/prose-outline.ts';
import { countTerms } from './term-statistics.ts';
import { findHeadlineWords, findTopicTerms } from './topic-terms.ts';

const common = new Set(['the', 'of', 'was', 'in', 'and']);
const rarityOf = (word: string) => (common.has(word) ? 4 : 12);

function topicsOf(texts: readonly string[], options: Parameters<typeof proseOutline>[1] = {}) {
  const outline = proseOutline(texts, options);
  const statistics = countTerms(outline.units);
  const topics = findTopicTerms(outline, statistics, rarityOf);
  return (word: string) => topics.get(statistics.lookUp(word)[0] ?? -1) ?? 0;
}

const texts = [
  'The ferry was late.',
  'The ferry of the island was full.',
  'In May the ferry stops.',
  'And the island was wet.',
];

describe('findTopicTerms', () => {
  it('prefers words that are frequent in the text and rare elsewhere', () => {
    const weightOf = topicsOf(texts);
    expect(weightOf('ferry')).toBe(1);
    expect(weightOf('island')).toBeGreaterThan(weightOf('wet'));
    expect(weightOf('the')).toBe(0);
  });

  it('counts words of the title more, and no speakers', () => {
    expect(topicsOf(texts, { title: 'The wet island' })('island')).toBeGreaterThan(topicsOf(texts)('island'));
    expect(topicsOf(texts, { speaker: 'Ferry' })('ferry')).toBe(0);
    expect(topicsOf([])('ferry')).toBe(0);
  });
});

describe('findHeadlineWords', () => {
  const wordsOf = (headline: string) => {
    const statistics = countTerms(proseOutline(texts).units);
    const topics = new Map([[statistics.lookUp('ferry')[0] ?? -1, 0.8]]);
    return findHeadlineWords(headline, statistics, topics, rarityOf).map(({ weight, terms }) => ({
      weight,
      isAbsent: terms.length === 0,
    }));
  };

  it('finds the words of the text, also in other forms, and those that it lacks', () => {
    expect(wordsOf('The stop of the islands and the weather')).toEqual([
      { weight: 0, isAbsent: false },
      { weight: 0, isAbsent: false },
      { weight: 0, isAbsent: true },
    ]);
    expect(wordsOf('Ferry, ferry')).toEqual([{ weight: 0.8, isAbsent: false }]);
    expect(wordsOf('In the and of')).toEqual([]);
  });
});
