import { describe, expect, it } from 'vitest';
import { parseDocument } from '../dom/parse-document.ts';
import { writeMarkdown } from '../markdown/blocks/write-markdown.ts';
import { writeText } from '../plain-text/write-text.ts';
import { readHtmlBlocks } from './read-html-blocks.ts';
import { createResolver } from './resolve-address.ts';

async function blocksOf(html: string) {
  const { body } = await parseDocument(html);
  return readHtmlBlocks(body, createResolver('https://example.org/'));
}

const markdownOf = async (html: string) => writeMarkdown(await blocksOf(html)).markdown;

describe('superscripts and subscripts', () => {
  it.each([
    ['10<sup>-4</sup> m', '10⁻⁴ m'],
    ['10<sup>−19</sup>', '10⁻¹⁹'],
    ['C<sub>6</sub>H<sub>12</sub>O<sub>6</sub>', 'C₆H₁₂O₆'],
    ['x<sup>n+1</sup>', 'xⁿ⁺¹'],
    ['2<sup>2n/3</sup>', '2^(2n/3)'],
    ['log<sub>b</sub> y', 'log_b y'],
    ['a<sub>max</sub>', 'a max'],
    ['Chat<sup>New</sup> is here', 'Chat New is here'],
    ['the 21<sup>st</sup> and 1<sup>er</sup> and M<sup>me</sup>', 'the 21st and 1er and Mme'],
    ['growth.<sup>3</sup> Then', 'growth.³ Then'],
    ['Acme<sup>®</sup>', 'Acme®'],
    ['free*<sup>*</sup>', 'free**'],
    ['word<sup><a href="#note">7</a></sup>', 'word7'],
  ])('writes %s', async (html, expected) => {
    expect(await markdownOf(`<p>${html}</p>`)).toBe(expected);
  });

  it('marks them in headings, cells and links too', async () => {
    expect(await markdownOf('<h2>CO<sub>2</sub></h2><p><a href="/a">m<sup>2</sup></a></p>')).toBe(
      '## CO₂\n\n[m²](https://example.org/a)',
    );
  });
});

describe('ruby', () => {
  it.each([
    ['<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>', '東京（とうきょう）'],
    ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢（かん）字（じ）'],
    ['<ruby>abc<rt>x</rt></ruby>', 'abc(x)'],
    ['<ruby>明日<rt></rt></ruby>', '明日'],
  ])('sets readings apart in %s', async (html, expected) => {
    expect(await markdownOf(`<p>${html}</p>`)).toBe(expected);
  });
});

describe('lists', () => {
  it('keeps what stands between items in the item before', async () => {
    const html = '<ol><li>Run</li><pre>make</pre><li>Test</li></ol>';
    expect(await markdownOf(html)).toBe('1. Run\n\n   ```\n   make\n   ```\n\n2. Test');
  });

  it('does not change the tree', async () => {
    const { body } = await parseDocument('<ul><li>a</li><ul><li>b</li></ul><pre>c</pre><li>d</li></ul>');
    const before = structuredClone(body);
    const [first, second] = [1, 2].map(() => readHtmlBlocks(body, createResolver('')));
    expect(body).toEqual(before);
    expect(second).toEqual(first);
  });

  it('numbers as the page does', async () => {
    const html =
      '<ol start="4"><li>a</li><li value="9">b</li><li>c</li></ol><ol reversed><li>x</li><li>y</li></ol>';
    expect(await markdownOf(html)).toBe('4. a\n9. b\n10. c\n\n2) x\n1) y');
  });

  it('begins items with headings, code, tables and lists', async () => {
    const table = '<table><tr><th>k<th>v<tr><td>a<td>1</table>';
    const html = `<ul><li><h3>Title</h3>Text</li><li><pre>x</pre></li><li>${table}</li><li><ul><li>in</li></ul></li></ul>`;
    expect(await markdownOf(html)).toBe(
      '- ### Title\n  Text\n- ```\n  x\n  ```\n- | k | v |\n  | --- | --- |\n  | a | 1 |\n- - in',
    );
  });

  it('has no marker in plain text for an item that begins with a list', async () => {
    expect(writeText(await blocksOf('<ul><li><ul><li>in</li></ul></li></ul>'))).toBe('- in');
  });
});

describe('tables', () => {
  it('moves content outside of cells above the table, and the foot to the end', async () => {
    const html =
      '<table>loose<tfoot><tr><td>sum<td>3</tfoot><tr><th>a<th>b</tr><tbody><tr><td>x<td>1</tbody></table>';
    expect(await markdownOf(html)).toBe('loose\n\n| a | b |\n| --- | --- |\n| x | 1 |\n| sum | 3 |');
  });

  it('keeps further heads and feet in their places', async () => {
    const row = (tag: string, value: string) => `<${tag}><tr><td>${value}<td>x</tr></${tag}>`;
    const html = `<table><thead><tr><th>a<th>b</thead>${row('tbody', '1')}${row('tfoot', 'sum')}${row('thead', 'group')}${row('tbody', '2')}${row('tfoot', 'total')}${row('tbody', '3')}</table>`;
    const cells = (await markdownOf(html)).matchAll(/^\| (\w+) \| x \|$/gm);
    expect(Array.from(cells, ([, value]) => value)).toEqual(['1', 'group', '2', 'total', '3', 'sum']);
  });

  it('keeps the cells of a table inside of a cell apart', async () => {
    const inner = '<table><tr><td>Width<td>10<tr><td>Depth<td>20</table>';
    const html = `<table><tr><th>Model<th>Size<tr><td>A<td>${inner}<tr><td>B<td>none<tr><td>C<td>none<tr><td>D<td>none</table>`;
    expect(await markdownOf(html)).toContain('| A | Width 10<br>Depth 20 |');
  });

  it('writes the blocks of a cell as lines', async () => {
    const html = '<table><tr><th>a<th>b<tr><td><ul><li><p>one</p></li><li>two</li></ul><td>x<br>y</table>';
    expect(await markdownOf(html)).toContain('| - one<br>- two | x<br>y |');
  });
});

it('keeps the links of a card together', async () => {
  const html = '<a href="/p"><span>Acme</span> <b>Anvil</b><div>5 kg</div></a>';
  expect(await markdownOf(html)).toBe(
    '[Acme **Anvil**](https://example.org/p)\n\n[5 kg](https://example.org/p)',
  );
});

describe('tables without end tags', () => {
  const expected = '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |';

  it.each([
    ['none', '<table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2<tr><td>3<td>4</table>'],
    [
      'of sections',
      '<table><thead><tr><th>A</th><th>B</th></tr><tbody><tr><td>1</td><td>2</td></tr><tbody><tr><td>3</td><td>4</td></tr></table>',
    ],
    ['a cell with an open element', '<table><tr><th>A<th><b>B<tr><td>1<td><div>2<tr><td>3<td>4</table>'],
    ['a foot', '<table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2<tfoot><tr><td>3<td>4</table>'],
  ])('reads rows with %s', async (_name, html) => {
    expect((await markdownOf(html)).replaceAll('**', '').replaceAll('<br>', '')).toBe(expected);
  });

  it('keeps a table inside a cell', async () => {
    const html = '<table><tr><td>outer<table><tr><td>inner</table><td>next</table>';
    expect(await markdownOf(html)).toContain('next');
    expect((await parseDocument(html)).body.children).toHaveLength(1);
  });
});
