import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';

/** Complete pages of several types, written for this test, with texts to keep and to drop. */
const pages = [
  {
    file: 'article.html',
    url: 'https://courier.example.org/culture/watermill',
    type: 'article',
    keeps: [
      'After three years of work, the watermill',
      'The wheel was rebuilt from local oak',
      '## What it cost',
      '| Wheel and gears | 96,500 |',
      '> A mill that does not turn',
      'a loaf for every child who turns the sieve',
      'youtube.com/watch?v=ab12CD34efg',
      '![The mill](https://courier.example.org/img/mill.jpg)',
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
    file: 'news-article.html',
    url: 'https://courier.example.org/2026/05/ferry-returns',
    type: 'article',
    keeps: [
      'The ferry Marta crossed the upper lake on Sunday',
      '## A hull from the north',
      'still scraped the paint',
      'the batteries last for six crossings',
      'there will be no music',
    ],
    drops: [
      // Streams of teasers, related stories inside and after the text
      'Library extends its opening hours',
      'Gardeners counted its rings',
      'Drivers must take the valley road',
      'Marina sale falls through',
      // Comments
      'My grandfather was a stoker',
      'Take the bike, then',
      // Newsletter box, tag cloud, hidden microdata, repeated byline, share count
      'Get the Courier in your inbox',
      'Sign up for our free morning newsletter',
      'public transport',
      'Courier Media Holding microdata',
      'Local Editor',
      '1,284 shares',
      'Share on Facebook',
      'has covered the lake towns',
      'All rights reserved',
    ],
  },
  {
    file: 'listing.html',
    url: 'https://paths.example.org/routes/category/ash-valley',
    type: 'listing',
    keeps: [
      'An easy walk along both banks of the Ash',
      'two of which still grind',
      'rails and carts have been left in place',
      'A two-day tour with a night in the hut',
    ],
    drops: ['Apply filters', 'Subscribe to our newsletter', 'Next page', 'Privacy policy'],
  },
  {
    file: 'collection.html',
    url: 'https://outfit.example.org/collections/stoves',
    type: 'collection',
    keeps: ['every stove here has been tested by us', 'Spark gas burner', 'Nest cook system'],
    drops: ['Cart (0)', 'Get 10 % off your first order', 'All rights reserved'],
  },
  {
    file: 'service.html',
    url: 'https://hartmann.example.org/services/chimney-sweeping',
    type: 'service',
    keeps: [
      'with an appointment within ten days',
      'A camera inspection shows cracks and nests',
      'certified to inspect gas, oil and wood',
      'A single flue of up to ten meters costs 85 dollars',
    ],
    drops: ['Call 555-0100', 'Privacy policy', 'All rights reserved'],
  },
  {
    file: 'forum.html',
    url: 'https://forum.example.org/t/chain-slips',
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
    url: 'https://timers.example.org/docs/after',
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
    url: 'https://shop.example.org/products/kettle',
    type: 'product',
    keeps: ['boils a litre of water on a small fire', 'Spout with a strainer', '410 g'],
    drops: ['Free shipping', 'Folding cup', 'sign up', 'Cart (0)', 'Returns'],
  },
];

describe.each(pages)('extractPage on $file', ({ file, url, type, keeps, drops }) => {
  const extracted = readFile(new URL(`./fixtures/${file}`, import.meta.url), 'utf8').then((html) =>
    extractPage({ html, url, debug: true }),
  );

  it.each(keeps)('keeps %s', async (text) => {
    expect((await extracted).markdown).toContain(text);
  });

  it.each(drops)('drops %s', async (text) => {
    expect((await extracted).markdown).not.toContain(text);
  });

  it('explains the decision on every block when debug is set', async () => {
    const { debug, markdown, pageType } = await extracted;
    expect(pageType).toBe(type);
    expect(debug?.pageType).toBe(type);
    expect(debug?.pageTypes[0]?.type).toBe(type);
    const blocks = debug?.blocks ?? [];
    expect(blocks.length).toBeGreaterThan(15);
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
