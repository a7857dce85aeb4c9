import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../page/parse-document.ts';
import { buildTree } from '../../page/tree/build-tree.ts';
import { segmentBlocks } from './segment-blocks.ts';

async function blocksOf(html: string) {
  const { body } = await parseDocument(html);
  const page = segmentBlocks(buildTree(body, { baseUrl: 'https://example.org/' }));
  return { page, texts: page.blocks.map((block) => block.text.replace(/\s+/g, ' ').trim()) };
}

describe('segmentBlocks', () => {
  it('cuts at block elements and at two line breaks, not at inline elements', async () => {
    const { texts } = await blocksOf(
      '<div>lead <b>bold</b> end<p>one <a href="/x">two</a></p>tail<br>same<br><br>next</div><table><tr><td>a<td>b</table>',
    );
    expect(texts).toEqual(['lead bold end', 'one two', 'tail same', 'next', 'a', 'b']);
  });

  it('cuts inside of a link that holds blocks, and counts the words of links', async () => {
    const { page, texts } = await blocksOf(
      '<a href="/x"><h3>Head</h3><p>Text</p></a><p>ab <a href="/">cd</a></p>',
    );
    expect(texts).toEqual(['Head', 'Text', 'ab cd']);
    expect(page.blocks.map((block) => block.linkChars)).toEqual([4, 4, 2]);
  });

  it('parts what is hidden from what is shown around it', async () => {
    const { texts } = await blocksOf('<p>Read<span class="sr-only">about mills</span></p>');
    expect(texts).toEqual(['Read', 'about mills']);
  });

  it('says for each element which blocks lie inside', async () => {
    const { page } = await blocksOf('<div><p>a</p><p>b</p></div><p>c</p>');
    const range = (tag: string) => {
      const number = page.elements.findIndex((element) => element.tagName === tag);
      return [page.firstBlock[number], page.endBlock[number]];
    };
    expect(range('body')).toEqual([0, 3]);
    expect(range('div')).toEqual([0, 2]);
    expect(range('p')).toEqual([0, 1]);
  });
});
