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
});
