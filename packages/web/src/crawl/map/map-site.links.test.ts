import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { linkPage, sitemapXml } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

describe('crawled links', () => {
  it('finds pages breadth-first, by base href, areas, frames, meta refresh and pagination', async () => {
    const site = await fixture.serve({
      '/': linkPage(
        'Home',
        ['/a', 'mailto:x@y.z', 'javascript:void(0)', '#top'],
        '<link rel="next" href="/page/2">',
      ),
      '/a': `<base href="/sub/"><a href="b">b</a><map><area href="c"></map><frameset><frame src="/framed"></frameset>`,
      '/sub/b': '<meta http-equiv="refresh" content="0; URL=/refreshed">',
      '/sub/c': 'C',
      '/framed': 'Framed',
      '/page/2': 'Two',
      '/refreshed': 'Refreshed',
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual([
      '/',
      '/page/2',
      '/a',
      '/sub/b',
      '/sub/c',
      '/framed',
      '/refreshed',
    ]);
  });

  it('adds links to those of sitemaps, and reads the feeds that pages name', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', ['/linked'], '<link rel="alternate" type="application/rss+xml" href="/feed">'),
      '/linked': linkPage('Linked', ['/deeper']),
      '/deeper': linkPage('Deeper', []),
      '/fed': linkPage('Fed', []),
      '/mapped': linkPage('Mapped', []),
      '/feed': `<rss><channel><item><link>${origin}/fed</link></item></channel></rss>`,
      '/sitemap.xml': sitemapXml([`${origin}/mapped`]),
    }));
    const result = await fixture.map(site.origin);
    expect(pathsOf(result).sort()).toEqual(['/', '/deeper', '/fed', '/linked', '/mapped']);
    expect(result.sources).toEqual({ crawl: 3, feed: 1, sitemap: 1 });
  });

  it('removes session ids from URLs', async () => {
    let session = 0;
    const site = await fixture.serve((path) => {
      session++;
      if (path === '/' || path.startsWith('/page'))
        return linkPage('Page', [`/page?PHPSESSID=${session}`, `/page2;jsessionid=${session}?a=1`]);
      return undefined;
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/page', '/page2?a=1']);
  });

  it('lists a page once under the first of its equivalent URLs', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', [
        `${origin}/About/`,
        '/About',
        '/About?utm_source=x',
        '/About#team',
        '/x/../About',
        '/caf%c3%a9',
        '/caf%C3%A9',
        '/caf\u00e9',
        '/index.html',
        '/q?b=2&a=1',
        '/q?a=1&b=2',
      ]),
      '/About/': linkPage('About', []),
      '/caf%c3%a9': linkPage('Cafe', []),
      '/q?b=2&a=1': linkPage('Q', []),
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/About/', '/caf%c3%a9', '/q?b=2&a=1']);
  });

  it('lists a page once also when the limit ends the crawl before its other URL is visited', async () => {
    const folders = Array.from({ length: 300 }, (_, index) => `/d${index}/`);
    const site = await fixture.serve((path) => {
      if (path === '/' || path === '/index.html') return linkPage('Home', ['/index.html', '/a', ...folders]);
      return path.startsWith('/d') || path === '/a' ? linkPage(path, [`${path}index.html`]) : undefined;
    });
    expect(pathsOf(await fixture.map(site.origin, { limit: 2 }))).toEqual(['/', '/a']);
    expect(site.hits.filter((path) => !/robots|sitemap/.test(path))).toEqual(['/', '/index.html']);
  });

  it("lists a redirect's target in its place, nothing that leads off the site, and no page that is gone", async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/old', '/away', '/gone', '/kept']),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': linkPage('New', ['/from-new']),
      '/from-new': linkPage('From new', []),
      '/away': { status: 302, headers: { location: 'http://other.test/' } },
      '/gone': { status: 410 },
      '/kept': { status: 503 },
    });
    expect(pathsOf(await fixture.map(site.origin)).sort()).toEqual(['/', '/from-new', '/kept', '/new']);
  });

  it('replaces a page by its canonical page only if their queries differ', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/item?ref=a', '/odd']),
      '/item?ref=a': linkPage('Item', [], '<link rel="canonical" href="/item">'),
      '/item': linkPage('Item', []),
      '/odd': linkPage('Odd', [], '<link rel="canonical" href="/">'),
    });
    expect(pathsOf(await fixture.map(site.origin)).sort()).toEqual(['/', '/item', '/odd']);
  });

  it('lists documents but not images, styles and scripts, by URL or content type', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/report.pdf', '/photo.jpg', '/style.css', '/download']),
      '/download': { headers: { 'content-type': 'image/png' }, body: 'x' },
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/report.pdf']);
    expect(site.hits).not.toContain('/report.pdf');
  });

  it('lists translations that hreflang names', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', [], '<link rel="alternate" hreflang="de" href="/de/">'),
      '/de/': linkPage('De', []),
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/de/']);
  });

  it('lists the sitemap of an app without links', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': '<div id="root"></div><script src="/app.js"></script>',
      '/sitemap.xml': sitemapXml([`${origin}/app/one`]),
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/app/one']);
  });
});
