import { describe, expect, it } from 'vitest';
import { extractPage } from '../extract/extract-page.ts';
import { isPlaceholderTitle, isSiteName, normalizeTitle, TitleComparison } from './title-text.ts';

const prose =
  'The old mill by the river has been repaired by volunteers, who worked on its wheel and its roof for three years. ';
const body = `<p>${prose.repeat(3)}</p><p>${prose.repeat(2)}</p><p>${prose.repeat(4)}</p>`;

async function headings(
  html: string,
  title = 'Town restores the old watermill | The Daily Post',
): Promise<string[]> {
  const page = `<html><head><title>${title}</title></head><body>${html}</body></html>`;
  const { markdown } = await extractPage({ html: page, url: 'https://www.dailypost.example/news/1' });
  return markdown.split('\n').filter((line) => line.startsWith('#'));
}

const title = '# Town restores the old watermill';

describe('the visible title', () => {
  it.each([
    ['inside the article', `<article><h1>Town restores the old watermill</h1>${body}</article>`],
    ['above the article', `<header><h1>Town restores the old watermill</h1></header><main>${body}</main>`],
    [
      'with a link to the page and an image',
      `<article><h1><a href="/news/1"><img src="/i.png" alt="Icon"> Town restores the old watermill</a></h1>${body}</article>`,
    ],
    [
      'repeated as a subheading and as text',
      `<article><h1>Town restores the old watermill</h1><p>Town restores the old watermill</p><h2>Town restores the old watermill</h2>${body}</article>`,
    ],
    [
      'below the name of the site',
      `<header><h1><a href="/">The Daily Post</a></h1></header><article><h2>Town restores the old watermill</h2>${body}</article>`,
    ],
    [
      'below a section',
      `<header><h1>Local news</h1></header><article><h2>Town restores the old watermill</h2>${body}</article>`,
    ],
    [
      'below a long section that is a heading of the first level',
      `<article><h1>News of the counties and towns along the lower river</h1><h1>Town restores the old watermill</h1>${body}</article>`,
    ],
    [
      'below a kicker that is a heading',
      `<article><h4>Local news</h4><h1>Town restores the old watermill</h1>${body}</article>`,
    ],
    [
      'in an element of a class',
      `<article><div class="post-title">Town restores the old watermill</div>${body}</article>`,
    ],
    ['in a line of text', `<div>Town restores the old watermill</div><article>${body}</article>`],
    [
      'next to hidden ones',
      `<h1 class="sr-only">Welcome</h1><div style="display: none"><h1>Menu</h1></div><article><h1>Town restores the old watermill</h1>${body}</article>`,
    ],
    [
      'one of several h1',
      `<h1>The Daily Post</h1><article><h1>Town restores the old watermill</h1>${body}</article><h1>Newsletter</h1>`,
    ],
  ])('is the first heading, once: %s', async (_, html) => {
    const found = await headings(html);
    expect(found[0]).toBe(title);
    expect(found.filter((line) => line.includes('Town restores'))).toHaveLength(1);
  });

  it('is the heading of a chapter below the name of the book', async () => {
    const html = `<h1>The Book of Mills</h1><main><h2><a href="#wheels">Building wheels of oak</a></h2>${body}</main>`;
    expect(await headings(html, 'Wheels: building with oak - The Book of Mills')).toEqual([
      '# Building wheels of oak',
    ]);
  });

  it('keeps emphasis and formulas', async () => {
    const html = `<article><h1>Town restores <em>the old</em> watermill</h1>${body}</article>`;
    expect(await headings(html)).toEqual(['# Town restores *the old* watermill']);
  });

  it('is an h1 that differs from the stated title if it is the only one', async () => {
    const html = `<article><h1>Volunteers and their wheel</h1>${body}</article>`;
    expect(await headings(html)).toEqual(['# Volunteers and their wheel']);
  });

  it('is not invented', async () => {
    expect(await headings(`<article>${body}</article>`)).toEqual([]);
    expect(
      await headings(`<h1 hidden>Town restores the old watermill</h1><article>${body}</article>`),
    ).toEqual([]);
  });

  it('does not come from a footer or from below the content', async () => {
    const html = `<article>${body}</article><footer><h1>Town restores the old watermill</h1></footer>`;
    expect(await headings(html)).toEqual([]);
  });

  it('is found in other scripts', async () => {
    const text = '古い水車は川のそばにあり、三年かけて修理された。'.repeat(20);
    const html = `<header><h1>毎日新聞</h1></header><article><h2>町が古い水車を修復</h2><p>${text}</p><p>${text}</p></article>`;
    expect((await headings(html, '町が古い水車を修復 | 毎日新聞'))[0]).toBe('# 町が古い水車を修復');
  });

  it('takes time in proportion to the page for many headings', async () => {
    const html = `${'<h1>Town restores the old watermill and more</h1>'.repeat(20_000)}<article>${body}</article>`;
    expect((await headings(html)).length).toBeGreaterThan(0);
  });
});

describe('TitleComparison', () => {
  it.each([
    ['The mill', 'The mill', 1],
    ['The mill', 'The Mill – Daily', 1],
    ['The old mill of the town', 'Daily: The old mill of the town', 1],
    ['Daily', 'The old mill of the town | Daily', 0],
    ['', 'The mill', 0],
  ])('compares %s with %s', (text, stated, expected) => {
    const similarity = new TitleComparison([stated]).similarity(text);
    if (expected === 1) expect(similarity).toBe(1);
    else expect(similarity).toBeLessThan(0.4);
  });

  it('is high for titles that differ in a word', () => {
    const titles = new TitleComparison(['What to expect on a first trip']);
    expect(titles.similarity('What to expect on your first trip')).toBeGreaterThan(0.75);
    expect(titles.isEqual('What to expect on your first trip')).toBe(false);
    expect(titles.isEqual('What to expect, on a first trip')).toBe(true);
  });
});

describe('titles that say nothing', () => {
  it.each(['report_v2.docx', 'index.html', 'Untitled Document', 'Microsoft Word - Report final', 'Home', ''])(
    'are replaced by the visible title: %s',
    async (stated) => {
      const html = `<html><head><title>${stated}</title></head><body><article><h1>The old mill</h1>${body}</article></body></html>`;
      const { metadata } = await extractPage({ html, url: 'https://www.dailypost.example/news/1' });
      expect(metadata.title).toBe('The old mill');
    },
  );

  it.each(['Node.js', 'How to open a .docx', 'Home sweet home', 'Page by page'])('are not %s', (text) => {
    expect(isPlaceholderTitle(text)).toBe(false);
  });
});

describe('normalizeTitle and isSiteName', () => {
  it('ignores case, width, punctuation and spaces', () => {
    expect(normalizeTitle(' “The  ＭＩＬＬ”! ')).toBe('themill');
  });

  it('recognizes the stated name of a site and that of its host', () => {
    const page = {
      stated: ['The old mill | Mill Weekly'],
      siteName: 'The Daily Post',
      url: 'https://www.mill-news.com/a',
    };
    expect(['The Daily Post', 'Mill News', 'mill-news'].map((text) => isSiteName(text, page))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['The old mill', 'Example', ''].map((text) => isSiteName(text, page))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

it('drops the rule between a menu and the title', async () => {
  const html = `<html><head><title>Town restores the old watermill</title></head><body><p><a href="/">home</a> | <a href="/n">notes</a></p><hr><h1>Town restores the old watermill</h1>${body}</body></html>`;
  const { markdown } = await extractPage({ html, url: 'https://www.dailypost.example/news/1' });
  expect(markdown).toMatch(/^# Town restores the old watermill\n\nThe old mill/);
});
