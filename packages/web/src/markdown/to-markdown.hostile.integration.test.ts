import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const write = (html: string) => htmlToMarkdown(html, 'https://a.example/');
const header = '<tr><th>a</th><th>b</th></tr>';

describe('toMarkdown with hostile HTML', () => {
  it('repeats spanning cells only in proportion to the cells of the page, and keeps all text', async () => {
    const row = '<tr><td colspan="1000" rowspan="65534">x1</td><td>y1</td></tr>';
    const markdown = await write(`<table>${header}${row.repeat(1000)}</table>`);
    expect(markdown.length).toBeLessThan(400_000);
    expect(markdown.match(/y1/g)?.length).toBe(1000);
  });

  it('repeats long cells less often than short ones', async () => {
    const row = `<tr><td colspan="100">${'a long text '.repeat(100)}</td><td>y</td></tr>`;
    const html = `<table>${header}${row.repeat(50)}</table>`;
    expect((await write(html)).length).toBeLessThan(html.length * 12);
  });

  it('writes rows of very different lengths as blocks instead of adding empty cells', async () => {
    const html = `<table><tr>${'<th>h</th>'.repeat(3000)}</tr>${'<tr><td>z1</td></tr>'.repeat(3000)}</table>`;
    const markdown = await write(html);
    expect(markdown.length).toBeLessThan(html.length);
    expect(markdown.match(/z1/g)?.length).toBe(3000);
  });

  it('keeps the text inside deeply nested tables and unclosed tags', async () => {
    expect(await write(`${'<table><tr><th>a</th><td>b'.repeat(500)}end`)).toContain('end');
    expect(await write(`${'<p><li>'.repeat(50_000)}end`)).toContain('end');
    expect(await write(`${'<div/>'.repeat(50_000)}end`)).toContain('end');
    expect(await write(`${'<colgroup><rt><optgroup>'.repeat(50_000)}end`)).toContain('end');
  });

  it('escapes the content of elements with the names of internal ones', async () => {
    expect(await write('<p>a <quern:raw>*b*</quern:raw></p>')).toBe('a \\*b\\*');
    expect(await write('<p>a <quern:Raw>*b*</quern:Raw></p>')).toBe('a \\*b\\*');
  });

  it('keeps words, links, emphasis and code of long lists and paragraphs', async () => {
    const items = Array.from(
      { length: 8000 },
      (_, index) => `<li><b>item</b> <a href="/p${index}">n${index}</a>`,
    );
    const inline = Array.from({ length: 8000 }, (_, index) => `<u>w${index}</u> <code>c*</code> `);
    const markdown = await write(
      `<ul>${items.join('')}</ul><p>${inline.join('')}</p><pre>\`\`\`\ncode</pre>`,
    );
    expect(markdown).toContain('- **item** [n7998](https://a.example/p7998)');
    expect(markdown).toContain('*w7999* `c*`');
    expect(markdown).toContain('````\n```\ncode\n````');
  });
});
