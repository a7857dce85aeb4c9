import { parseDocument } from '@quern/content/dom/parse-document';
import { describe, expect, it } from 'vitest';
import { buildTree } from '../../page/tree/build-tree.ts';
import { segmentBlocks } from './segment-blocks.ts';

async function blocksOf(html: string) {
  const { body } = await parseDocument(html);
  const page = segmentBlocks(buildTree(body, { baseUrl: 'https://example.org/' }));
  return { page, texts: page.blocks.map((block) => block.text.replace(/\s+/g, ' ').trim()) };
}

describe('segmentBlocks', () => {
  it('splits at block-level elements and two line breaks, but not at inline elements or one line break', async () => {
    const { texts } = await blocksOf(
      '<div>lead <b>bold</b> end<p>one <a href="/x">two</a></p>tail<br>same<br><br>next</div><table><tr><td>a<td>b</table>',
    );
    expect(texts).toEqual(['lead bold end', 'one two', 'tail same', 'next', 'a', 'b']);
  });

  it('splits inside a link that contains blocks, and counts the characters of links', async () => {
    const { page, texts } = await blocksOf(
      '<a href="/x"><h3>Head</h3><p>Text</p></a><p>ab <a href="/">cd</a></p>',
    );
    expect(texts).toEqual(['Head', 'Text', 'ab cd']);
    expect(page.blocks.map((block) => block.linkChars)).toEqual([4, 4, 2]);
  });

  it('does not interrupt a paragraph at custom elements, and separates those that contain blocks', async () => {
    const { texts } = await blocksOf(
      '<p>A <x-source><a href="#1">large study</a></x-source> of mills</p><x-card><p>one</p></x-card><x-card><p>two</p></x-card>',
    );
    expect(texts).toEqual(['A large study of mills', 'one', 'two']);
  });

  it('separates hidden text from the visible text around it', async () => {
    const { texts } = await blocksOf('<p>Read<span class="sr-only">about mills</span></p>');
    expect(texts).toEqual(['Read', 'about mills']);
  });

  it('returns the range of blocks inside each element', async () => {
    const { page } = await blocksOf('<div><p>a</p><p>b</p></div><p>c</p>');
    const range = (tag: string) => {
      const index = page.elements.findIndex((element) => element.name === tag);
      return [page.firstBlock[index], page.endBlock[index]];
    };
    expect(range('body')).toEqual([0, 3]);
    expect(range('div')).toEqual([0, 2]);
    expect(range('p')).toEqual([0, 1]);
  });
});
