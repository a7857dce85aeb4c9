import { describe, expect, it } from 'vitest';
import type { SummaryUnit } from '../outline/summary-unit.ts';
import { countTerms } from './term-statistics.ts';
import { findTopicTerms } from './topic-terms.ts';

const common = new Set(['the', 'of', 'was', 'in', 'and']);
const rarityOf = (word: string) => (common.has(word) ? 4 : 12);

function topicsOf(
  texts: readonly string[],
  { title = '', speaker }: { title?: string; speaker?: string } = {},
) {
  const units = texts.map(
    (text, index): SummaryUnit => ({
      text,
      bodyIndex: 0,
      source: { startIndex: 0, endIndex: text.length },
      role: 'prose',
      block: 0,
      indexInBlock: index,
      blockSize: texts.length,
      section: 0,
      speaker,
    }),
  );
  const statistics = countTerms(units);
  const topics = findTopicTerms({ title, units, sections: [], blockCount: 1 }, statistics, rarityOf);
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
