import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const write = (html: string) => htmlToMarkdown(html, 'https://a.example/');

describe('htmlToMarkdown', () => {
  it.each([
    ['emphasis next to delimiters', '<b><i>(</i>*</b>a<i>_x</i>'],
    ['links with brackets', '<a href="/x">[</a>'],
    ['unclosed links', '<a href="/x">y'],
    ['line breaks before markup', 'a<br>- '],
    ['code of backticks', '<code>`</code>'],
    ['character references', '&amp;amp'],
    ['delimiters', '_a*~`'],
  ])('does work in proportion to a page of %s', async (_, part) => {
    const page = (count: number) => `<p>${part.repeat(count)}</p>`;
    expect(await growthRatio(write, page(1000), page(8000))).toBeLessThan(24);
  });
});
