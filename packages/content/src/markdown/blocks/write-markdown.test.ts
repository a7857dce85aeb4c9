import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { ContentBlock, ListItemBlock } from '../../blocks/content-block.ts';
import { plainText, textOf } from '../../blocks/rich-text.ts';
import { markupWords } from '../fixtures/markup-words.ts';
import { writeMarkdown } from './write-markdown.ts';

const parser = markdownIt();
const paragraph = (text: string): ContentBlock => ({ kind: 'paragraph', content: plainText(text) });
const cell = (text: string) => ({ content: plainText(text) });
const item = (text: string, depth = 0, number?: number): ListItemBlock => ({
  kind: 'list-item',
  depth,
  number,
  marker: '-',
  content: plainText(text),
});

/** The types of the blocks that a parser finds, and their texts as read. */
function parse(markdown: string): { types: string[]; texts: string[] } {
  const tokens = parser.parse(markdown, {});
  const texts = tokens
    .filter(({ type }) => type === 'inline')
    .map(({ children }) =>
      (children ?? [])
        .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? '\n' : content))
        .join(''),
    );
  return { types: tokens.filter(({ nesting }) => nesting === 1).map(({ type }) => type), texts };
}

describe('writeMarkdown', () => {
  it('writes headings, paragraphs and tables, and escapes only what has a meaning where it stands', () => {
    const { markdown } = writeMarkdown([
      { kind: 'heading', level: 2, content: plainText('1. Use of C #') },
      paragraph('1. January, a * b, snake_case, [1] and 5 < 6 & more'),
      paragraph('- no item\n# no heading\\'),
      { kind: 'table', rows: [[cell('a|b')], [cell('- c'), cell(''), cell('*d*')]] },
    ]);
    expect(markdown).toBe(
      '## 1. Use of C \\#\n\n1\\. January, a * b, snake_case, [1] and 5 < 6 & more\n\n' +
        '\\- no item\\\n\\# no heading\\\n\n| a\\|b | | |\n| --- | --- | --- |\n| - c | | \\*d\\* |',
    );
  });

  it('nests lists below the markers around them and continues their numbers', () => {
    const blocks = [
      item('nine', 0, 9),
      item('ten', 0, 10),
      item('inner', 1),
      item('deep\nline', 5),
      item('end', 0, 11),
    ];
    const { markdown } = writeMarkdown(blocks);
    expect(markdown).toBe('9. nine\n10. ten\n    - inner\n      - deep\\\n        line\n11. end');
    expect(parse(markdown).texts).toEqual(['nine', 'ten', 'inner', 'deep\nline', 'end']);
  });

  it('puts a blank line before an inner list that does not begin with 1', () => {
    const { markdown } = writeMarkdown([item('outer'), item('three', 1, 3), item('four', 1, 4)]);
    expect(parse(markdown).texts).toEqual(['outer', 'three', 'four']);
    expect(parse(markdown).types.filter((type) => type === 'ordered_list_open')).toHaveLength(1);
  });

  it('is read by another parser as the same blocks with the same texts', () => {
    const text = fc
      .array(fc.constantFrom(...markupWords), {
        minLength: 1,
        maxLength: 6,
      })
      .chain((words) => fc.constantFrom(' ', '').map((space) => words.join(space)));
    const block = fc.oneof(
      text.map(paragraph),
      text.map((value): ContentBlock => ({ kind: 'heading', level: 3, content: plainText(value) })),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const { types, texts } = parse(writeMarkdown(blocks).markdown);
        expect(types).toEqual(
          blocks.map(({ kind }) => (kind === 'heading' ? 'heading_open' : 'paragraph_open')),
        );
        expect(texts).toEqual(blocks.map((written) => ('content' in written ? textOf(written.content) : '')));
      }),
      { numRuns: 1000 },
    );
  });
});
