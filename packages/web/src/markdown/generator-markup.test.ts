import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const convert = (html: string) => htmlToMarkdown(html, 'https://example.org/docs/page');

/** Markup that page generators write, found with the golden pages. */
describe('markup of page generators', () => {
  it('does not repeat the white space around the cells of a code table', async () => {
    const html =
      '<table class="lntable">\n<tr>\n<td class="lntd">\n<pre><code><span class="lnt">1\n</span></code></pre>\n</td>\n<td class="lntd">\n<pre><code class="language-go">x := 1</code></pre>\n</td></tr>\n</table>';
    expect(await convert(html)).toBe('```go\nx := 1\n```');
  });

  it('keeps the numbers of sections in a preformatted document', async () => {
    const html =
      '<pre><a class="self" href="#s1">1</a>.  Scope\n\n   Text.\n   More.\n\n<a class="self" href="#s2">2</a>.  Terms\n\n   Text.\n   More.</pre>';
    expect(await convert(html)).toBe(
      '```\n1.  Scope\n\n   Text.\n   More.\n\n2.  Terms\n\n   Text.\n   More.\n```',
    );
  });

  it('does not take the theme of Shiki for a language', async () => {
    const html = '<pre class="shiki github-dark" data-language="rust"><code>let a;</code></pre>';
    expect(await convert(html)).toBe('```rust\nlet a;\n```');
    expect(await convert('<pre class="shiki nord"><code>let a;</code></pre>')).toBe('```\nlet a;\n```');
  });

  it('reads formulas between the delimiters of MathJax in elements for formulas', async () => {
    expect(await convert('<p>So <span class="math notranslate">\\(a_1\\)</span>.</p>')).toBe('So $a_1$.');
    expect(await convert('<div class="math">\\[a_1\\]</div>')).toBe('$$a_1$$');
    expect(await convert('<p class="math">All of it</p>')).toBe('All of it');
  });

  it('leaves formulas in the text of a page with MathJax or KaTeX as they are', async () => {
    const page = (body: string) => convert(`<script src="/katex/katex.min.js"></script>${body}`);
    expect(await page('<p>Let \\(a_1*b*c_2\\) cost $5.</p>\\[x_1<br>+ y*z*\\]')).toBe(
      'Let \\(a_1*b*c_2\\) cost $5.\n\n\\[x_1 + y*z*\\]',
    );
    expect(await convert('<p>Let \\(a*b*c\\) be.</p>')).toBe('Let \\\\(a\\*b\\*c\\\\) be.');
  });

  it('drops the edit links of headings', async () => {
    const html = '<h2>History<span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2><p>Old.</p>';
    expect(await convert(html)).toBe('## History\n\nOld.');
  });

  it('reads several links back from a footnote, and drops the rule above footnotes', async () => {
    const html =
      '<p>A<sup id="cite_ref-x_1-0"><a href="#cite_note-x-1">[1]</a></sup> b<sup id="cite_ref-x_1-1"><a href="#cite_note-x-1">[1]</a></sup></p><hr><ol><li id="cite_note-x-1"><span>^ <a href="#cite_ref-x_1-0">a</a> <a href="#cite_ref-x_1-1">b</a></span> Note.</li></ol>';
    const withClass = html.replace('<span>', '<span class="mw-cite-backlink">');
    expect(await convert(withClass)).toBe('A[^1] b[^1]\n\n[^1]: Note.');
    expect(await convert(html)).toBe('A[^1] b[^1]\n\n[^1]: ^ Note.');
  });

  it('writes a definition list without terms as paragraphs', async () => {
    expect(await convert('<p>So:</p><dl><dd>Indented</dd></dl>')).toBe('So:\n\nIndented');
  });
});

describe('tables of page generators', () => {
  it('does not make the first row of a table of names and values its header', async () => {
    const html = '<table><tr><th>Length</th><td>4 m</td></tr><tr><th>Width</th><td>2 m</td></tr></table>';
    expect(await convert(html)).toBe('| | |\n| --- | --- |\n| Length | 4 m |\n| Width | 2 m |');
    const corner = '<table><tr><td></td><th>A</th></tr><tr><th>Width</th><td>2 m</td></tr></table>';
    expect(await convert(corner)).toBe('| | A |\n| --- | --- |\n| Width | 2 m |');
  });

  it('drops columns without content, and splits a table of which one column remains', async () => {
    const three =
      '<table><tr><td>1.</td><td></td><td>a</td></tr><tr><td>2.</td><td></td><td>b</td></tr></table>';
    expect(await convert(three)).toBe('| | |\n| --- | --- |\n| 1. | a |\n| 2. | b |');
    const two = '<table><tr><td></td><td>a</td></tr><tr><td></td><td>b</td></tr></table>';
    expect(await convert(two)).toBe('a\n\nb');
  });

  it.each([
    'align="right"',
    'style="width: 2em; text-align: right"',
    'class="num text-right"',
    'class="has-text-align-right"',
  ])('reads the alignment of %s', async (attribute) => {
    const html = `<table><tr><th>A</th><th ${attribute}>B</th></tr><tr><td>a</td><td ${attribute}>1</td></tr></table>`;
    expect(await convert(html)).toBe('| A | B |\n| --- | --: |\n| a | 1 |');
  });
});
