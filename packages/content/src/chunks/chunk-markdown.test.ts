import { countTokens } from '@quern/text/tokens/count-tokens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkMarkdown } from './chunk-markdown.ts';

const textsOf = async (markdown: string, tokensMax?: number) =>
  (await chunkMarkdown(markdown, tokensMax)).map(({ startIndex, endIndex }) =>
    markdown.slice(startIndex, endIndex),
  );

describe('chunkMarkdown', () => {
  it('starts a chunk at each heading that follows text, with the headings above', async () => {
    const markdown = '# A\n\nintro\n\n## B *b*\n\ntext\n\n### C\n\nmore\n\n## [D](https://d.example)\n\nend';
    const chunks = await chunkMarkdown(markdown);
    expect(chunks.map(({ startIndex, endIndex }) => markdown.slice(startIndex, endIndex))).toEqual([
      '# A\n\nintro',
      '## B *b*\n\ntext',
      '### C\n\nmore',
      '## [D](https://d.example)\n\nend',
    ]);
    expect(chunks.map(({ headings }) => headings)).toEqual([
      ['A'],
      ['A', 'B b'],
      ['A', 'B b', 'C'],
      ['A', 'D'],
    ]);
  });

  it('keeps code blocks with blank lines and hash signs whole', async () => {
    const code = '```sh\n# not a heading\n\necho 1\n```';
    expect(await textsOf(`before\n\n${code}\n\nafter`)).toEqual([`before\n\n${code}\n\nafter`]);
    expect((await chunkMarkdown(`${code}\n\nafter`))[0]?.headings).toEqual([]);
  });

  it.each([
    ['code in a list item', '- ```\n  # no heading\n\n  x\n  ```\n\n## B\n\nend', ['B']],
    ['code in a quote', '> ```\n> # no heading\n> ```\n\n## B\n\nend', ['B']],
    ['unclosed code in a quote', '> ```\n> # no heading\n\n## B\n\nend', ['B']],
    ['unclosed code in a list item', '1. ~~~\n   # no heading\n\n## B\n\nend', ['B']],
    ['inline code of three backticks', '``` a``b ``` is code\n\n## B\n\nend', ['B']],
    ['an underline', 'A\n===\n\ntext\n\nB\n--\n\nend', ['A', 'B']],
    ['references', '# [A]\n\ntext\n\n## _B_ [![c](d)][a]\n\nend\n\n[a]: x', ['A', 'B c']],
    ['a card in a list', '- x\n\n  ## B\n\n  end', ['B']],
    ['front matter', '---\ntitle: A\n---\n\n## B\n\nend', ['B']],
    ['CRLF line breaks', '## A\r\n\r\n```\r\n# no heading\r\n```\r\n\r\n## B\r\n\r\nend', ['B']],
  ])('finds the headings around %s', async (_name, markdown, headings) => {
    const chunks = await chunkMarkdown(markdown);
    expect(chunks.length).toBe(2);
    expect(chunks.at(-1)?.headings).toEqual(headings);
  });

  it('splits long blocks between sentences, then words', async () => {
    const markdown = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} ends here.`).join(
      ' ',
    );
    const texts = await textsOf(markdown, 32);
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expect(text).toMatch(/^Sentence number .* ends here\.$/);
  });

  it('returns exact token counts within the limit, in order, covering all but white space', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '# One\n',
        '## Two\n',
        '\n\n',
        '```\n',
        '- item\n',
        'A sentence. ',
        '语言模型。',
        '😀',
        'wordwordword'.repeat(30),
      ),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const markdown = parts.join('');
        let end = 0;
        for (const chunk of await chunkMarkdown(markdown, 24)) {
          expect(markdown.slice(end, chunk.startIndex)).toMatch(/^\s*$/);
          expect(chunk.tokenCount).toBe(countTokens(markdown.slice(chunk.startIndex, chunk.endIndex)));
          expect(chunk.tokenCount).toBeLessThanOrEqual(24);
          end = chunk.endIndex;
        }
        expect(markdown.slice(end)).toMatch(/^\s*$/);
      }),
      { numRuns: 200 },
    );
  });
});
