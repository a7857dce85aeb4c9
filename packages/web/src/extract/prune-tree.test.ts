import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { analyzePage } from './analyze-page.ts';
import { pruneTree } from './prune-tree.ts';

/** Returns the Markdown of the blocks that do not contain `dropped`. */
async function markdownWithout(body: string, dropped: string): Promise<string> {
  const { tree, blocks, features } = await analyzePage({
    html: `<body>${body}</body>`,
    url: 'https://example.org/',
  });
  const mask = Uint8Array.from(blocks.blocks, ({ text }) => Number(!text.includes(dropped)));
  const words = features.textFeatures.map((text) => text.words);
  return toMarkdown(pruneTree(tree, blocks, mask, words));
}

describe('pruneTree', () => {
  it('keeps the image of a figure whose caption is dropped', async () => {
    const html = `<p>The mill turns again.</p><figure><div><img src="/mill.jpg" alt="Mill"></div><figcaption>Photo: Quill</figcaption></figure><p>It grinds rye.</p>`;
    const markdown = await markdownWithout(html, 'Photo');
    expect(markdown).toContain('![Mill](https://example.org/mill.jpg)');
    expect(markdown).not.toContain('Photo');
  });

  it('drops the image of a figure in dropped text', async () => {
    const html = `<p>The mill turns again.</p><aside><p>Teaser of another story</p><figure><img src="/x.jpg" alt="X"></figure></aside>`;
    expect(await markdownWithout(html, 'Teaser')).not.toContain('x.jpg');
  });
});
