import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import { describe, expect, it } from 'vitest';
import { outlineBlocks } from './outline-blocks.ts';

const body =
  'The committee met in the old school. It decided to buy the mill for 40,000 euros, and to open it in May.';

function headlinesOf(text: string): string[] {
  const { headlines } = outlineBlocks(readTextBlocks(text), 'en');
  for (const { text: own, source } of headlines)
    expect(own.startsWith(text.slice(source.startIndex, source.endIndex))).toBe(true);
  return headlines.map(({ text: own }) => own);
}

describe('findHeadlines', () => {
  it('finds the title and the heading below it, with periods', () => {
    expect(headlinesOf(`# Rule 12\n\n## Gifts and invitations\n\n${body}`)).toEqual([
      'Rule 12.',
      'Gifts and invitations.',
    ]);
  });

  it.each([
    ['Who pays for the mill?', 'Who pays for the mill?'],
    ['“A mill is no museum”', '“A mill is no museum”.'],
    ['水車小屋の買い取りについて', '水車小屋の買い取りについて。'],
  ])('ends %s like a sentence', (title, expected) => {
    expect(headlinesOf(`# ${title}\n\n${body}`)).toEqual([expected]);
  });

  it('finds the lines below a title, which are no sections', () => {
    const head = 'Harbor School\nMinutes of the second meeting of the parents\nLibrary of the old mill';
    expect(headlinesOf(`${head}\n\n${body}\n\n1. Roof\n\n${body}\n\n2. Costs\n\n${body}`)).toEqual([
      'Harbor School.',
      'Minutes of the second meeting of the parents.',
      'Library of the old mill.',
    ]);
  });

  it('does not take the headings of sections for one, nor those below them', () => {
    const sections = `## Part 1\n\n### Money\n\n${body}\n\n### Roof\n\n${body}\n\n## Part 2\n\n${body}`;
    expect(headlinesOf(`# Yearly report\n\n${sections}`)).toEqual(['Yearly report.']);
  });

  it('does not take the heading of a section for one', () => {
    expect(headlinesOf(`# Yearly report\n\n## Abstract\n\n${body}\n\n## Results\n\n${body}`)).toEqual([
      'Yearly report.',
    ]);
  });

  it('finds none after the first sentence, and none in a text without a title', () => {
    expect(headlinesOf(`${body}\n\n## Costs\n\n${body}`)).toEqual([]);
    expect(headlinesOf(`Hello Mara,\n\n${body}`)).toEqual([]);
  });

  it('finds the title above any number of headings', () => {
    const title = readTextBlocks(`# The mill\n\n${body}\n\n## Costs\n\n${body}`);
    const [heading] = title.filter(({ role }) => role === 'heading');
    const { headlines } = outlineBlocks([...title, ...Array(300_000).fill(heading)], 'en');
    expect(headlines.map(({ text }) => text)).toEqual(['The mill.']);
  });

  it('finds none where headings are all that the text has', () => {
    expect(headlinesOf('# Costs of the mill')).toEqual([]);
  });
});
