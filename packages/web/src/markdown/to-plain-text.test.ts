import { parseDocument } from '@quern/content/dom/parse-document';
import { expect, it } from 'vitest';
import { buildTree } from '../page/tree/build-tree.ts';
import { toPlainText } from './to-plain-text.ts';

async function plainTextOf(html: string): Promise<string> {
  const document = await parseDocument(html);
  return toPlainText(buildTree(document.body, { baseUrl: 'https://example.com/' }));
}

it.each([
  ['<h1>Title</h1><p>One <b>two</b>\n three.</p><p>Four</p>', 'Title\n\nOne two three.\n\nFour'],
  ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', 'a\nb\n\nc'],
  ['<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2 3</td></tr></table>', 'A\tB\n1\t2 3'],
  ['<p>a<br>b</p><pre>x\n  y</pre>', 'a\nb\n\nx\n  y'],
  ['<p>see <img src="a.png" alt="a chart"> here</p>', 'see a chart here'],
  ['<p>a*b_c [d](e) &lt;f&gt;</p>', 'a*b_c [d](e) <f>'],
  ['', ''],
])('converts %j', async (html, expected) => {
  expect(await plainTextOf(html)).toBe(expected);
});
