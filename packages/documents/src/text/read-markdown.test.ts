import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

describe('convertDocument of Markdown', () => {
  it('keeps the text and reads the front matter', async () => {
    const text =
      '---\ntitle: "A: post"\nauthor:\n  - Ann\n  - Bob\ndate: 2024-03-01 # draft\nlang: pt-BR\n---\n\n# Hello\n\n* a\n';
    const { markdown, metadata, format } = await convertDocument(Buffer.from(text));
    expect(format).toBe('markdown');
    expect(markdown).toBe(text);
    expect(metadata).toEqual({
      title: 'A: post',
      author: 'Ann, Bob',
      createdAt: '2024-03-01T00:00:00Z',
      modifiedAt: '',
      language: 'pt-BR',
    });
  });

  it('finds tables in their places, the first heading, and plain text', async () => {
    const text =
      '# The *mill*\n\nIt is [old](https://x.example).\n\n| a | b |\n|--|--|\n| 1 | **2** |\n\n<div>\n<p>One &amp; two</p>\n<!-- no -->\n</div>\n\n- [x] c\n  - d\n';
    const { markdown, title, text: plain, tables } = await convertDocument(Buffer.from(text));
    expect(markdown).toBe(text);
    expect(title).toBe('The mill');
    expect(plain).toBe('The mill\n\nIt is old.\n\na | b\n1 | 2\n\nOne & two\n\n- [x] c\n- d');
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ]);
    expect(tables.map(({ startIndex, endIndex }) => markdown.slice(startIndex, endIndex))).toEqual([
      '| a | b |\n|--|--|\n| 1 | **2** |',
    ]);
  });

  it('reads a file that shows nothing', async () => {
    const text = '---\ntitle: A\n---\n\n<!-- b -->\n';
    expect(await convertDocument(Buffer.from(text))).toMatchObject({
      markdown: text,
      title: 'A',
      tables: [],
    });
  });
});
