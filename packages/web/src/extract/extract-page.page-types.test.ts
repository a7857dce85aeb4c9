import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';

/** Complete pages of several types, written for this test, with texts to keep and to drop. */
const pages = [
  {
    file: 'article.html',
    type: 'article',
    keeps: [
      'After three years of work, the watermill',
      'The wheel was rebuilt from local oak',
      '## What it cost',
      '| Wheel and gears | 96,500 |',
      '> A mill that does not turn',
      'a loaf for every child who turns the sieve',
      'youtube.com/watch?v=ab12CD34efg',
      '![The mill](https://example.org/img/mill.jpg)',
    ],
    drops: [
      'cookies',
      'Skip to content',
      'Sport',
      'Tweet',
      'two pairs of boots',
      'Ten walks along the Ash',
      'About time too',
      'newsletter',
      'All rights reserved',
      'Mayor opens the new pool',
    ],
  },
  {
    file: 'forum.html',
    type: 'forum',
    keeps: [
      'My chain slips whenever I stand',
      'A new chain on a worn cassette',
      'it was a stiff link from the joining pin',
      'The old one had teeth like shark fins',
    ],
    drops: ['Log in', 'Privacy policy', 'Best lube for wet roads', 'Forum software', 'Report'],
  },
  {
    file: 'documentation.html',
    type: 'documentation',
    keeps: [
      'A timer runs a task once after a delay',
      '```js\nconst handle = after(250, () => {',
      '| `delay` | number | Milliseconds until the first run |',
      '$t_0 + n d$',
      'when it ends, its timers are cancelled',
    ],
    drops: ['Installation', 'Edit this page', 'Was this page helpful', 'Copyright', 'GitHub'],
  },
  {
    file: 'product.html',
    type: 'product',
    keeps: ['boils a litre of water on a small fire', 'Spout with a strainer', '410 g'],
    drops: ['Free shipping', 'Folding cup', 'sign up', 'Cart (0)', 'Returns'],
  },
];

describe.each(pages)('extractPage on $file', ({ file, type, keeps, drops }) => {
  const extracted = readFile(new URL(`./fixtures/${file}`, import.meta.url), 'utf8').then((html) =>
    extractPage({ html, url: 'https://example.org/pages/one', debug: true }),
  );

  it.each(keeps)('keeps %s', async (text) => {
    expect((await extracted).markdown).toContain(text);
  });

  it.each(drops)('drops %s', async (text) => {
    expect((await extracted).markdown).not.toContain(text);
  });

  it('explains the decision on every block when debug is set', async () => {
    const { debug, markdown } = await extracted;
    expect(debug?.pageType).toBe(type);
    const blocks = debug?.blocks ?? [];
    expect(blocks.length).toBeGreaterThan(20);
    const plain = markdown.replace(/[`*]/g, '');
    // The title is decided apart from the blocks.
    const title = /^# (.*)/.exec(plain)?.[1] ?? '';
    for (const block of blocks) {
      expect(block.reasons[0]).toMatch(/^rule: \S|^\S.* [+-]?\d/);
      // Markdown syntax for code and emphasis interrupts the text of some blocks.
      const start = block.text.split(/[^\w ]/)[0]?.trim() ?? '';
      if (start.length > 30 && !title.startsWith(start))
        expect(plain.includes(start), block.text).toBe(block.kept);
    }
  });
});
