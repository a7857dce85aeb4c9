import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';
import { newsPages } from './fixtures/news-page.ts';

const url = 'https://courier.example/news/2024/03/12/fish-market';
/** Highest share of the foreign texts of all pages together that may remain. */
const foreignShareMax = 0.1;

describe('extractPage of small news pages', () => {
  it('keeps all paragraphs and leaves out teasers, prompts and comments', async () => {
    const remaining: string[] = [];
    let count = 0;
    for (const { name, html, paragraphs, foreign } of newsPages()) {
      const { markdown } = await extractPage({ html, url });
      for (const paragraph of paragraphs) expect(markdown, name).toContain(paragraph.slice(0, 40));
      remaining.push(...foreign.filter((text) => markdown.includes(text)).map((text) => `${name}: ${text}`));
      count += foreign.length;
    }
    expect(remaining.length / count, remaining.join('\n')).toBeLessThanOrEqual(foreignShareMax);
  });
});
