import { analyzePage } from '@quern/web/extract/analyze-page';
import { segmentBlocks } from '@quern/web/extract/segments/segment-blocks';
import { describe, expect, it } from 'vitest';
import { composePage } from './compose-page.ts';
import { findForeignGroups } from './foreign-units.ts';
import type { LabeledPage } from './labeled-page.ts';

const paragraphs = ['first', 'second', 'third', 'fourth', 'fifth'].map(
  (word) => `<p>The ${word} paragraph tells how the ferry crossed the lake with a band on its deck.</p>`,
);
const articleHtml = `<nav><a href="/">Home</a></nav><main><article>${paragraphs.join('')}</article></main><footer>Imprint</footer>`;
const teasers = Array.from(
  { length: 6 },
  (_, index) =>
    `<div class="card"><a href="/t/${index}"><img src="/${index}.jpg"></a><h3><a href="/t/${index}">Teaser ${index}</a></h3><p>Excerpt ${index} of a text on another page of the site</p></div>`,
);
const donorHtml = `<main><div>${teasers.join('')}</div></main>`;

async function labeled(html: string, type: string, content: string): Promise<LabeledPage> {
  const page = await analyzePage({ html: `<body>${html}</body>`, url: 'https://example.org/page' });
  const labels = Float32Array.from(page.blocks.blocks, ({ text }) => Number(text.includes(content)));
  return { page, labels, type };
}

const texts = {
  headlines: ['Headline of a story about a train', 'Headline of a report on the weather'],
  prompts: ['Prompt to create an account'],
};

async function compose(seed: string) {
  const article = await labeled(articleHtml, 'article', 'paragraph');
  const [foreign] = findForeignGroups(await labeled(donorHtml, 'listing', 'Teaser'));
  if (!foreign) throw new Error('the donor has no group');
  const composed = composePage(article, foreign, texts, seed);
  if (!composed) throw new Error('nothing was composed');
  const found = segmentBlocks(composed.tree).blocks.map(({ text }) => text);
  return { texts: found, labels: [...composed.labels], isForeign: [...composed.isForeign] };
}

const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`);

describe('composePage', () => {
  it.each(seeds.slice(0, 12))(
    'adds text that is not content and leaves the article as it is (%s)',
    async (seed) => {
      const { texts: found, labels, isForeign } = await compose(seed);
      expect(labels).toEqual(found.map((text) => Number(text.includes('paragraph'))));
      expect(isForeign).toEqual(found.map((text) => Number(!/paragraph|Home|Imprint/.test(text))));
      expect(isForeign).toContain(1);
      expect(found.filter((text) => text.includes('paragraph')).length).toBeGreaterThanOrEqual(4);
    },
  );

  it('adds teasers after the article, and titles of other articles and prompts inside', async () => {
    const composed = await Promise.all(seeds.map(compose));
    const indexOf = (found: readonly string[], word: string) =>
      found.findIndex((text) => text.includes(word));
    const teasers = composed.filter(({ texts: found }) => indexOf(found, 'Teaser') >= 0);
    for (const { texts: found } of teasers)
      expect(indexOf(found, 'Teaser')).toBeGreaterThan(
        found.findLastIndex((text) => text.includes('paragraph')),
      );
    const inside = composed.filter(({ texts: found }) => {
      const headline = indexOf(found, 'Headline');
      return headline > 0 && headline < found.findLastIndex((text) => text.includes('paragraph'));
    });
    expect(teasers.length).toBeGreaterThan(20);
    expect(inside.length).toBeGreaterThan(10);
  });

  it('drops parts of the surroundings of some articles', async () => {
    const composed = await Promise.all(seeds.map(compose));
    const withMenu = composed.filter(({ texts: found }) => found.includes('Home'));
    expect(withMenu.length).toBeGreaterThan(20);
    expect(withMenu.length).toBeLessThan(seeds.length);
  });

  it('composes the same page from the same seed', async () => {
    expect(await compose('seed')).toEqual(await compose('seed'));
  });

  it('composes nothing for an article with fewer than four blocks', async () => {
    const article = await labeled(paragraphs.slice(0, 3).join(''), 'article', 'paragraph');
    const [foreign] = findForeignGroups(await labeled(donorHtml, 'listing', 'Teaser'));
    expect(foreign && composePage(article, foreign, texts, 'a')).toBeUndefined();
  });
});

describe('findForeignGroups', () => {
  it('does not take repeated sections that are content of an article', async () => {
    expect(findForeignGroups(await labeled(donorHtml, 'article', 'Teaser'))).toEqual([]);
    expect(findForeignGroups(await labeled(donorHtml, 'article', 'nothing'))).toHaveLength(1);
  });

  it('takes the posts of a forum without links', async () => {
    const posts =
      `<div class="post"><b>ann</b><p>Try to turn the wheel a little to the left first.</p></div>`.repeat(4);
    const groups = findForeignGroups(await labeled(`<main>${posts}</main>`, 'forum', 'wheel'));
    expect(groups).toMatchObject([{ isDiscussion: true }]);
  });
});
