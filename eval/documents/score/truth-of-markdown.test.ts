import { describe, expect, it } from 'vitest';
import { scoreConversion } from './score-conversion.ts';
import { truthOfMarkdown } from './truth-of-markdown.ts';

const markdown =
  '# Mills\n\nText.\n\n![]()\n\n1. One\n   - Inner\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode\n```';
const truth = truthOfMarkdown(markdown, 'mills.docx', 'docx');

describe('truthOfMarkdown', () => {
  it('lists the blocks with words, so that the same Markdown has full marks', () => {
    expect(truth.blocks.map(({ type }) => type)).toEqual([
      ...['heading', 'paragraph', 'list_item', 'list_item', 'table', 'code'],
    ]);
    expect(scoreConversion(markdown, truth).total).toBe(1);
  });

  it('lowers the marks of Markdown without one of them', () => {
    expect(scoreConversion(markdown.replace('| 1 | 2 |', '| 1 | 3 |'), truth).tables).toBeLessThan(1);
    expect(scoreConversion(markdown.replace('Text.\n\n', ''), truth).order).toBeLessThan(1);
  });
});
