import { analyzePage } from '@quern/web/extract/analyze-page';
import { segmentBlocks } from '@quern/web/extract/segments/segment-blocks';
import { describe, expect, it } from 'vitest';
import { composePage, findForeignGroups, type LabeledPage } from './compose-page.ts';

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

async function compose(seed: string) {
  const article = await labeled(articleHtml, 'article', 'paragraph');
  const [foreign] = findForeignGroups(await labeled(donorHtml, 'listing', 'Teaser'));
  if (!foreign) throw new Error('the donor has no group');
  const composed = composePage(article, foreign, seed);
  if (!composed) throw new Error('nothing was composed');
  const texts = segmentBlocks(composed.tree).blocks.map(({ text }) => text);
  return { texts, labels: [...composed.labels] };
}

describe('composePage', () => {
  it.each(['a', 'b', 'c', 'd', 'e', 'f'])(
    'adds teasers that are not content and leaves the article as it is (seed %s)',
    async (seed) => {
      const { texts, labels } = await compose(seed);
      expect(texts.filter((text) => text.startsWith('Teaser')).length).toBeGreaterThanOrEqual(3);
      expect(labels).toEqual(texts.map((text) => Number(text.includes('paragraph'))));
      expect(texts.filter((text) => text.includes('paragraph'))).toHaveLength(5);
      expect(texts.indexOf('Home')).toBe(0);
    },
  );

  it('composes the same page from the same seed', async () => {
    expect(await compose('seed')).toEqual(await compose('seed'));
  });

  it('composes nothing for an article with fewer than four blocks', async () => {
    const article = await labeled(paragraphs.slice(0, 3).join(''), 'article', 'paragraph');
    const [foreign] = findForeignGroups(await labeled(donorHtml, 'listing', 'Teaser'));
    expect(foreign && composePage(article, foreign, 'a')).toBeUndefined();
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
