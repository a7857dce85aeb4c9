import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const convert = (html: string) => htmlToMarkdown(html, 'https://example.org/docs/page');

describe('emphasis', () => {
  it.each([
    ['ahead of<b> fitness trends</b>', 'ahead of **fitness trends**'],
    ['<b>Note: </b>mind', '**Note:** mind'],
    ['un<b>frigging</b>believable', 'un**frigging**believable'],
    ['word<b>“quoted”</b>word', 'word“**quoted**”word'],
    ['<b>Sums (</b>net<b>)</b>', '**Sums** (net)'],
    ['<b>one</b><b>two</b>', '**onetwo**'],
    ['<b>a <b>b</b></b>', '**a b**'],
    ['<b><i>both</i></b>', '***both***'],
    ['<b><i>class</i> Decoder(<i>*</i>, <i>strict</i>)</b>', '**_class_ Decoder(_\\*_, _strict_)**'],
    ['<i>5 </i>* 3', '*5* * 3'],
    ['<b>&nbsp;</b>x<b></b>', 'x'],
  ])('writes %s', async (html, expected) => {
    expect(await convert(`<p>${html}</p>`)).toBe(expected);
  });
});

it('writes a link whose code looks like the definition of a link', async () => {
  const html = '<p><a href="https://example.org/a"><code>]:*</code></a></p>';
  expect(await convert(html)).toBe('<span></span>[`]:*`](https://example.org/a)');
});

describe('escapes', () => {
  it.each([
    ['snake_case and __init__.py', 'snake_case and \\_\\_init\\_\\_.py'],
    ['2 * 3', '2 * 3'],
    ['a*b', 'a*b'],
    ['a*b*c', 'a\\*b\\*c'],
    ['AT&amp;T &amp; co', 'AT&T & co'],
    ['&amp;copy; and &amp;#169;', '\\&copy; and \\&#169;'],
    ['1 &lt; 2 &lt;b', '1 < 2 \\<b'],
    ['[1] and [x](y)', '[1] and [x\\](y)'],
    ['[x]: y', '\\[x]: y'],
    ['see [x]: y', 'see [x]: y'],
    ['C:\\dir\\*', 'C:\\dir\\\\*'],
    ['#1 of # 2', '#1 of # 2'],
    ['- 1', '\\- 1'],
    ['2024. Year', '2024\\. Year'],
    ['$5 and $6', '$5 and $6'],
  ])('writes %s', async (html, expected) => {
    expect(await convert(`<p>${html}</p>`)).toBe(expected);
  });

  it('drops characters that are not displayed', async () => {
    expect(await convert('<p>Guar\u00ADan\u00ADtee\u200B \uFEFFx</p>')).toBe('Guarantee x');
  });
});

describe('links', () => {
  it.each([
    ['<a href="/a?b=1&amp;c=2">x</a>', '[x](https://example.org/a?b=1&c=2)'],
    ['<a href="/a_(b)">x</a>', '[x](https://example.org/a_(b))'],
    ['one<a href="/a"> two </a>three', 'one [two](https://example.org/a) three'],
    ['one<a href="/a"> </a>two', 'one two'],
    ['<a href="/a">[1] x</a>', '[[1] x](https://example.org/a)'],
    ['<a href="/a">[ x</a>', '[\\[ x](https://example.org/a)'],
    ['<code><a href="/a">apidoc</a></code>', '[`apidoc`](https://example.org/a)'],
    ['<a href="/a">A, <a href="/b">B</a>, C', '[A,](https://example.org/a) [B](https://example.org/b), C'],
  ])('writes %s', async (html, expected) => {
    expect(await convert(`<p>${html}</p>`)).toBe(expected);
  });
});

describe('what pages repeat', () => {
  it('removes links from headings to themselves', async () => {
    expect(await convert('<h2 id="a"><a href="#a">Head</a></h2>')).toBe('## Head');
  });

  it('shows an image that is a paragraph once', async () => {
    const image = '<div><img src="/a.jpg" alt="A"></div>';
    expect(await convert(`${image}<p>Text</p><ul><li>${image}</li></ul>${image.repeat(2)}`)).toBe(
      '![A](https://example.org/a.jpg)\n\nText',
    );
    expect(await convert('<p>x <img src="/a.jpg"> y <img src="/a.jpg"></p>')).toContain('y ![');
  });
});

describe('content outside the elements that it belongs into', () => {
  it('keeps text and headings between definitions', async () => {
    expect(await convert('<dl>x<h3>Friday</h3><dt>a</dt><dd>b</dd></dl>')).toBe(
      'x\n\n### Friday\n\n- **a**\n\n  b',
    );
  });

  it('makes a row of cells outside a row', async () => {
    expect(await convert('<table><tr><th>a<th>b</tr><tbody><td>1</td><td>2</td></tbody></table>')).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
  });

  it('groups text and links of a list without items, and attaches lists to the item before', async () => {
    expect(await convert('<ul>one <a href="/a">two</a><li>three</li><ul><li>four</li></ul></ul>')).toBe(
      '- one [two](https://example.org/a)\n- three\n  - four',
    );
  });
});

describe('code', () => {
  it('keeps code whose element has a class of line numbers', async () => {
    expect(await convert('<pre class="line-numbers"><code class="language-js">let a;</code></pre>')).toBe(
      '```js\nlet a;\n```',
    );
  });

  it('drops numbers that count the lines, whatever their class', async () => {
    const line = (number: number, code: string) =>
      `<div><span class="css-5">${number}</span><div><span>${code}</span></div></div>`;
    expect(await convert(`<pre><code>${line(9, 'a')}${line(10, 'b')}</code></pre>`)).toBe('```\na\nb\n```');
    expect(await convert(`<pre><code>${line(9, 'a')}${line(7, 'b')}</code></pre>`)).toContain('9a');
  });
});

describe('tables of lists', () => {
  it('writes a list of stories as lines', async () => {
    const story = (rank: number) =>
      `<tr><td>${rank}.</td><td></td><td><a href="/${rank}">Story</a></td></tr><tr><td colspan="2"></td><td>3 points</td></tr>`;
    expect(await convert(`<table>${story(1)}${story(2)}</table>`)).toBe(
      '1\\. [Story](https://example.org/1)\n\n3 points\n\n2\\. [Story](https://example.org/2)\n\n3 points',
    );
  });

  it('writes the heading of a group of rows once', async () => {
    const html = '<table><tr><th>a<th>b</tr><tr><td colspan="2">Group</td></tr><tr><td>1<td>2</tr></table>';
    expect(await convert(html)).toBe('| a | b |\n| --- | --- |\n| Group | |\n| 1 | 2 |');
  });
});

describe('checkboxes', () => {
  it('marks the items of task lists, not those of filters', async () => {
    expect(
      await convert(
        '<ul><li><input type="checkbox" disabled checked> done</li><li class="task"><input type="checkbox"> open</li></ul>',
      ),
    ).toBe('- [x] done\n- [ ] open');
    expect(await convert('<ul><li><label><input type="checkbox"> Red</label></li></ul>')).toBe('- Red');
  });
});
