import { expect, it } from 'vitest';
import { proseOutline } from '../fixtures/prose-outline.ts';
import { countTerms } from '../statistics/term-statistics.ts';
import { findHeadlineWords } from '../statistics/topic-terms.ts';
import { computeHeadlineFeatures } from './headline-features.ts';

it('describes the length of a headline, its role, and the terms of the subject in it', () => {
  const { units } = proseOutline(['The mill is old.', 'The council buys the mill and the weir.']);
  const statistics = countTerms(units);
  const [mill = 0] = statistics.lookUp('mill');
  const [weir = 0] = statistics.lookUp('weir');
  const [council = 0] = statistics.lookUp('council');
  const topics = new Map([
    [mill, 1],
    [weir, 0.75],
    [council, 0.5],
  ]);
  const { units: headings } = proseOutline(['Mill of the council', 'Mill, weir and council', 'Minutes']);
  const [first, second, third] = headings.map((unit) => ({ ...unit, role: 'heading' as const }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('no headings');
  const headlines = [{ ...first, role: 'title' as const }, second, third];
  const own = headlines.map(({ text }) =>
    findHeadlineWords(text, statistics, topics, (word) => (word === 'of' || word === 'and' ? 3 : 12)),
  );
  expect(own[2]).toEqual([{ weight: 0, terms: [] }]);
  expect(computeHeadlineFeatures(headlines, own)).toEqual([
    [Math.log(19), 1, 1.5],
    [Math.log(22), 0, 2],
    [Math.log(7), 0, 0],
  ]);
});
