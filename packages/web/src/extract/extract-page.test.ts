import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';

const url = 'https://news.example.org/2026/11/story.html';
const prose = (count: number, word = 'water') =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p>Paragraph ${index} tells of the ${word}, of the mill that it drives, and of the people who bring their grain, day after day.</p>`,
  ).join('');
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Story</title>${head}</head><body>${body}</body></html>`;
const markdownOf = async (html: string) => (await extractPage({ html, url })).markdown;

describe('extractPage', () => {
  it('keeps the article and drops navigation, banners, related links and footer', async () => {
    const markdown = await markdownOf(
      page(`<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header><div class="cookie-banner">We use cookies</div>
        <main><article><h1>The mill</h1>${prose(6)}<div class="share-buttons"><a href="#">Tweet this</a></div>
        <div class="related-posts"><h3>You may also like</h3><a href="/x">Other story</a></div></article></main>
        <aside>Advertisement</aside><footer>Imprint and privacy</footer>`),
    );
    expect(markdown).toContain('Paragraph 5 tells of the water');
    for (const noise of ['cookies', 'Tweet', 'You may also like', 'Advertisement', 'Imprint', 'News'])
      expect(markdown).not.toContain(noise);
  });

  it('keeps tables and code inside an article', async () => {
    const markdown = await markdownOf(
      page(
        `<article>${prose(5)}<table><tr><th>a<th>b</tr><tr><td>1<td>2</tr></table><pre><code class="language-js">x()</code></pre>${prose(2)}</article>`,
      ),
    );
    expect(markdown).toContain('| 1 | 2 |');
    expect(markdown).toContain('```js\nx()\n```');
  });

  it('keeps all posts of a forum thread, not only the longest', async () => {
    const posts = Array.from(
      { length: 8 },
      (_, index) =>
        `<div class="post"><div class="author">user${index}</div><div class="body"><p>Answer ${index}: try turning the wheel a little to the left.</p></div></div>`,
    );
    const markdown = await markdownOf(
      page(
        `<main><h1>How to?</h1>${posts.join('')}</main>`,
        '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
      ),
    );
    for (let index = 0; index < 8; index++) expect(markdown).toContain(`Answer ${index}`);
  });

  it('finds content outside the body, in noscript, in streamed segments and after CDATA', async () => {
    expect(
      await markdownOf(`<html><head></head><script>1</script><body>${prose(3)}</body></html>`),
    ).toContain('Paragraph 2');
    expect(
      await markdownOf(page(`<div id="app"></div><noscript><div>${prose(8)}</div></noscript>`)),
    ).toContain('Paragraph 7');
    expect(
      await markdownOf(
        page(`<main><h1>T</h1><template id="B:0"></template></main><div hidden id="S:0">${prose(4)}</div>`),
      ),
    ).toContain('Paragraph 3');
    expect(await markdownOf(page(`<![CDATA[ ${prose(3)}`))).toContain('Paragraph 2');
  });

  it('keeps collapsed answers but drops hidden dialogs', async () => {
    const markdown = await markdownOf(
      page(
        `<main>${prose(4)}<div style="display:none" class="answer">${prose(1, 'folded corn')}</div><div hidden class="modal">${prose(1, 'newsletter')}</div></main>`,
      ),
    );
    expect(markdown).toContain('folded corn');
    expect(markdown).not.toContain('newsletter');
  });

  it('reads metadata from Open Graph, JSON-LD and the document, with absolute URLs and ISO 8601 times', async () => {
    const head = `<base href="/base/"><meta property="og:title" content="The  mill"><meta name="description" content="About a mill">
      <meta property="og:image" content="/img/a.jpg"><meta property="og:site_name" content="The News"><link rel="canonical" href="story"><link rel="icon" href="/f.ico">
      <script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","author":[{"name":"Ada"},{"name":"Ben"}],"datePublished":"2026-11-02T10:00:00+01:00","dateModified":"Nov 3, 2026 10:00 GMT"}]}</script>`;
    const { metadata, links } = await extractPage({ html: page('<a href="x">X</a>', head), url });
    expect(metadata).toEqual({
      title: 'The mill',
      description: 'About a mill',
      language: 'en',
      author: 'Ada, Ben',
      publishedTime: '2026-11-02T10:00:00+01:00',
      modifiedTime: '2026-11-03T10:00Z',
      siteName: 'The News',
      image: 'https://news.example.org/img/a.jpg',
      canonical: 'https://news.example.org/base/story',
      favicon: 'https://news.example.org/f.ico',
    });
    expect(links).toEqual([{ url: 'https://news.example.org/base/x', text: 'X' }]);
  });

  it('returns empty strings for an empty page and for input that is not a page', async () => {
    for (const html of ['', ' ', '<', '<html>', '<!-- -->', '\0\0']) {
      const { markdown, metadata } = await extractPage({ html, url });
      expect(markdown.length).toBeLessThan(4);
      expect(Object.values(metadata).every((value) => value === '')).toBe(true);
    }
  });

  it('uses the articleBody of JSON-LD when the page itself is empty', async () => {
    const body = 'A long text. '.repeat(40).trim();
    expect(
      await markdownOf(
        page(
          '<div id="root"></div>',
          `<script type="application/ld+json">{"@type":"Article","articleBody":"${body}"}</script>`,
        ),
      ),
    ).toBe(body);
  });

  it.each([
    ['HTML', '<p>A <b>long</b> text.</p><ul><li>One</li></ul>'],
    [
      'HTML that was encoded',
      '&lt;p&gt;A &lt;b&gt;long&lt;/b&gt; text.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;One&lt;/li&gt;',
    ],
  ])('converts an articleBody that is %s', async (_name, body) => {
    const ld = JSON.stringify({ '@type': 'Article', articleBody: body });
    const html = page('<div id="root"></div>', `<script type="application/ld+json">${ld}</script>`);
    const { markdown, text } = await extractPage({ html, url, content: { withText: true } });
    expect(markdown).toBe('A **long** text.\n\n- One');
    expect(text).toMatch(/^A long text\.\s+\S*\s?One$/);
  });

  it('resolves the links of an articleBody', async () => {
    const ld = JSON.stringify({
      '@type': 'Article',
      articleBody: '<p>See <a href="/b">the <i>other</i> page</a>.</p>',
    });
    const html = page(
      '<div></div>',
      `<base href="https://cdn.example/a/"><script type="application/ld+json">${ld}</script>`,
    );
    expect(await markdownOf(html)).toBe('See [the *other* page](https://cdn.example/b).');
  });

  it('extracts the text inside 100,000 nested elements', async () => {
    for (const tag of ['div', 'b', 'blockquote', 'ul><li', 'table><tr><td', 'span']) {
      expect(await markdownOf(`${`<${tag}>`.repeat(100_000)}inside`)).toContain('inside');
    }
  }, 60_000);

  it('returns a string for arbitrary HTML', async () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<table>',
      '<td colspan=3>',
      '<tr>',
      '</table>',
      '<a href="x">',
      '<pre>',
      '<li>',
      '<ul>',
      '<math>',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<html>',
      '<body>',
      '</body>',
      '<svg/>',
      'text',
      '&amp;',
      '<sup><a href="#fn1">1</a></sup>',
      '<li id="fn1">',
      '<noscript>',
      '<template>',
      '🙂',
      '"',
      '<img src=x srcset=",">',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        expect(typeof (await markdownOf(pieces.join('')))).toBe('string');
      }),
      { numRuns: 150 },
    );
  });
});
