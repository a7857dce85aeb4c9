import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const convert = (html: string) => htmlToMarkdown(html, 'https://example.org/docs/page');

describe('tables', () => {
  it('repeats a cell over the columns and rows that it spans', async () => {
    const html =
      '<table><thead><tr><th>A<th colspan=2>B</tr></thead><tbody><tr><td rowspan=2>1<td>x<td>y</tr><tr><td>z<td>w</tr></tbody></table>';
    expect(await convert(html)).toBe('| A | B | B |\n| --- | --- | --- |\n| 1 | x | y |\n| 1 | z | w |');
  });

  it('keeps line breaks, lists, code and pipes inside cells', async () => {
    const html =
      '<table><tr><th>k<th>v</tr><tr><td>a<br>b<td><ul><li>one<li>two</ul></tr><tr><td>x|y<td><code>p|q</code></tr></table>';
    expect(await convert(html)).toBe(
      '| k | v |\n| --- | --- |\n| a<br>b | - one<br>- two |\n| x\\|y | `p\\|q` |',
    );
  });

  it('adds an empty header if there is none, keeps the alignment and writes the caption first', async () => {
    const html =
      '<table><caption>Sums</caption><tr><td>a<td align=right>1</tr><tr><td>b<td align=right>2</tr></table>';
    expect(await convert(html)).toBe('Sums\n\n| | |\n| --- | --: |\n| a | 1 |\n| b | 2 |');
  });

  it('splits a table that only lays out the page into its cells', async () => {
    const html = '<table><tr><td><h2>Left</h2><p>One</p></td><td><h2>Right</h2><p>Two</p></td></tr></table>';
    expect(await convert(html)).toBe('## Left\n\nOne\n\n## Right\n\nTwo');
  });

  it('writes a table of 60,000 rows as one table', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => `<tr><td>${row}</td><td>two</td></tr>`).join('');
    const lines = (await convert(`<p>Before</p><table>${rows}</table><p>After</p>`)).split('\n');
    expect(lines.slice(0, 5)).toEqual(['Before', '', '| | |', '| --- | --- |', '| 0 | two |']);
    expect(lines.slice(-3)).toEqual(['| 59999 | two |', '', 'After']);
    expect(lines).toHaveLength(60_000 + 6);
  });

  it('limits the output for very large spans', async () => {
    const html = `<table><tr>${'<td colspan=100000 rowspan=100000>x'.repeat(50)}</tr></table>`;
    expect((await convert(html)).length).toBeLessThan(100_000);
  });
});

describe('code', () => {
  it.each([
    ['<pre><code class="language-ts">let a;</code></pre>', 'ts'],
    ['<pre class="lang-py prettyprint"><code>let a;</code></pre>', 'py'],
    ['<div class="highlight highlight-source-shell"><pre>let a;</pre></div>', 'shell'],
    [
      '<div class="language-rb highlighter-rouge"><div class="highlight"><pre><code>let a;</code></pre></div></div>',
      'rb',
    ],
    ['<pre data-lang="go">let a;</pre>', 'go'],
    ['<pre class="brush: java; gutter: true">let a;</pre>', 'java'],
    ['<pre><code class="hljs css">let a;</code></pre>', 'css'],
    ['<pre><code class="plaintext">let a;</code></pre>', ''],
  ])('writes the language of %s', async (html, language) => {
    expect(await convert(html)).toBe(`\`\`\`${language}\nlet a;\n\`\`\``);
  });

  it('keeps lines, indentation and special characters, and drops line numbers and copy buttons', async () => {
    const html =
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><span>if a &lt; b:</span>\n    <span>*x*</span>\n</pre></td></tr></table>';
    expect(await convert(html)).toBe('```\nif a < b:\n    *x*\n```');
    const lines =
      '<pre><code><div class="line">a</div><div class="line">  b</div></code><button>Copy</button></pre>';
    expect(await convert(lines)).toBe('```\na\n  b\n```');
  });

  it('uses a longer fence for code that contains backticks', async () => {
    expect(await convert('<pre>```\nx\n```</pre>')).toBe('````\n```\nx\n```\n````');
  });
});

describe('formulas', () => {
  it.each([
    [
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1*2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span>',
      'Take $x_1*2$ so.',
    ],
    ['<script type="math/tex">a_b</script>', 'Take $a_b$ so.'],
    [
      '<span class="MathJax_Preview">ab</span><span class="MathJax">ab</span><script type="math/tex; mode=display">a+b</script>',
      'Take $$a+b$$ so.',
    ],
    [
      '<span class="mwe-math-element"><span style="display:none"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></span><img src="x.svg" class="mwe-math-fallback-image-inline" alt="E=mc^2"></span>',
      'Take $E=mc^{2}$ so.',
    ],
    [
      '<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>',
      'Take $\\frac{a}{b^{2}}$ so.',
    ],
  ])('writes %.40s as TeX', async (html, expected) => {
    expect(await convert(`<p>Take ${html} so.</p>`)).toBe(expected);
  });
});

describe('links and images', () => {
  it('makes links absolute and drops script links and heading anchors', async () => {
    const html =
      '<h2 id="a">Head <a class="headerlink" href="#a">¶</a></h2><p><a href="../up">up</a> <a href="javascript:x()">run</a> <a href="#sec">here</a><a href="/empty"></a></p>';
    expect(await convert(html)).toBe('## Head\n\n[up](https://example.org/up) run [here](#sec)');
  });

  it('uses the real source of lazy images and drops tracking pixels', async () => {
    const html =
      '<p><img src="data:image/gif;base64,R0" data-src="/a.jpg" alt="A"> <img src="placeholder.gif" srcset="s.jpg 300w, l.jpg 900w" alt="B"> <img src="/t.gif" width="1" height="1"></p>';
    expect(await convert(html)).toBe('![A](https://example.org/a.jpg) ![B](https://example.org/docs/l.jpg)');
  });

  it('uses the image in the noscript element after a lazy image', async () => {
    const html = '<p><img src="data:," alt="N"><noscript><img src="/real.png"></noscript></p>';
    expect(await convert(html)).toBe('![N](https://example.org/real.png)');
  });
});

describe('protected e-mail addresses', () => {
  // 'key 0x42' followed by each byte of the address combined with it.
  const encode = (address: string) =>
    Buffer.from([0x42, ...Buffer.from(address).map((byte) => byte ^ 0x42)]).toString('hex');

  it('are shown as scripts would show them', async () => {
    const code = encode('info@mill.example');
    const note = `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</a>`;
    expect(await convert(`<p>Write to ${note}.</p>`)).toBe(
      'Write to [info@mill.example](mailto:info@mill.example).',
    );
    expect(await convert(`<p><a href="/cdn-cgi/l/email-protection#${code}">the miller</a></p>`)).toBe(
      '[the miller](mailto:info@mill.example)',
    );
  });

  it('stay as they are if they are malformed', async () => {
    expect(await convert('<p><span data-cfemail="zz">[email protected]</span></p>')).toBe(
      '[email protected]',
    );
    expect(await convert('<p><span data-cfemail="4242">[email protected]</span></p>')).toBe(
      '[email protected]',
    );
  });
});

describe('structure', () => {
  it('keeps nested lists, quotes, line breaks and definition lists', async () => {
    expect(await convert('<ol start="3"><li>three<ul><li>deep</li></ul></li><li>four</li></ol>')).toBe(
      '3. three\n   - deep\n4. four',
    );
    expect(await convert('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('> a\n>\n> b');
    expect(await convert('<dl><dt>Term</dt><dd>First</dd><dd>Second</dd></dl>')).toBe(
      '- **Term**\n\n  First\n\n  Second',
    );
    expect(await convert('<p>one<br>two</p><hr>')).toBe('one\\\ntwo\n\n---');
  });

  it('converts footnotes to references and definitions', async () => {
    const html =
      '<p>Text<sup><a href="#fn1" id="r1">1</a></sup> more<sup><a href="#cite_note-x">[2]</a></sup>.</p><ol><li id="fn1">One. <a href="#r1">↩</a></li><li id="cite_note-x">Two.</li></ol>';
    expect(await convert(html)).toBe('Text[^1] more[^2].\n\n[^1]: One.\n\n[^2]: Two.');
  });

  it('escapes characters with a meaning in Markdown', async () => {
    expect(await convert('<p>2 * 3 * 4, _x_, [y](z), &lt;b&gt;, # no</p>')).toBe(
      '2 * 3 * 4, \\_x\\_, [y\\](z), \\<b>, # no',
    );
    expect(await convert('<p># no heading</p><p>1. no list</p>')).toBe('\\# no heading\n\n1\\. no list');
  });

  it('writes a page of several parts like one of a single part', async () => {
    const blocks = Array.from({ length: 3000 }, (_, index) => `<p>Paragraph <b>${index}</b></p>`);
    const expected = blocks.map((_, index) => `Paragraph **${index}**`).join('\n\n');
    expect(await convert(`<div><section>${blocks.join('')}</section></div>`)).toBe(expected);
  });
});

describe('blocks inside elements that Markdown writes on one line', () => {
  it.each([
    ['<h3><div>Analysis</div><span>Seams</span></h3>', '### Analysis Seams'],
    ['<h3>One<br>two</h3>', '### One two'],
    [
      '<details><summary><h5>Deep Dive</h5><div><h4>Why?</h4></div></summary><p>So.</p></details>',
      '##### Deep Dive\n\n#### Why?\n\nSo.',
    ],
    [
      '<table><caption><h3>Fees</h3><p>a year</p></caption><tr><td>a<td>1</tr><tr><td>b<td>2</tr></table>',
      '### Fees\n\na year\n\n| | |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
    ],
    [
      '<ul><a href="/s"><div><h3>Sales</h3></div><p>Close deals.</p></a></ul>',
      '- ### [Sales](https://example.org/s)\n  [Close deals.](https://example.org/s)',
    ],
    [
      '<p><a href="/a"><span><a href="/a">couches</a></span></a> here</p>',
      '[couches](https://example.org/a) here',
    ],
    ['<table><tr><td>Note</td><td>Mind the gap.</td></tr></table>', 'Note\n\nMind the gap.'],
  ])('separates the blocks of %s', async (html, markdown) => {
    expect(await convert(html)).toBe(markdown);
  });

  it('keeps blank lines in code', async () => {
    expect(await convert('<pre>a\n\n\n\nb</pre>')).toBe('```\na\n\n\n\nb\n```');
  });

  it('drops a column of line numbers', async () => {
    const html =
      '<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code class="language-rust">let a;\nlet b;</code></pre></td></tr></table>';
    expect(await convert(html)).toBe('```rust\nlet a;\nlet b;\n```');
  });

  it('splits a table that contains the whole page into its cells', async () => {
    const html = `<table><tr><th>Title</th></tr><tr><td><h2>One</h2><p>${'word '.repeat(1000)}</p></td></tr></table>`;
    expect(await convert(html)).toMatch(/^Title\n\n## One\n\nword/);
  });
});
