import { linkPage, sitemapXml, type TestPage } from '../serve-site.ts';
import { type SiteCase, textPage } from '../site-case.ts';

const home = linkPage('Home', ['/a', '/b']);
const a = linkPage('A', ['/behind-a']);
const b = linkPage('B', ['/behind-b']);
const site: Readonly<Record<string, TestPage>> = {
  '/': home,
  '/a': a,
  '/b': b,
  '/behind-a': 'x',
  '/behind-b': 'x',
};
const whole = ['/', '/a', '/b', '/behind-a', '/behind-b'];

/** Sites with rules for robots. */
export const robotsCases: readonly SiteCase[] = [
  {
    name: 'robots.txt with several sitemaps: relative, in capital letters, and dead',
    pages: (at) => ({
      '/': linkPage('Home', []),
      '/robots.txt': textPage(
        `User-agent: *\nDisallow:\n\nSITEMAP: ${at('/one.xml')}\nSitemap: /two.xml # relative\nsitemap:${at('/dead.xml')}`,
      ),
      '/one.xml': sitemapXml([at('/a')]),
      '/two.xml': sitemapXml([at('/b')]),
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'robots.txt with a byte order mark and CR line ends',
    pages: (at) => ({
      '/': linkPage('Home', ['/secret']),
      '/robots.txt': textPage(`\uFEFFUser-agent: *\rDisallow: /secret\rSitemap: ${at('/one.xml')}`),
      '/one.xml': sitemapXml([at('/a')]),
    }),
    expectedUrls: ['/', '/a', '/secret'],
    neverFetched: ['/secret'],
  },
  {
    name: 'an HTML page as robots.txt',
    pages: () => ({ ...site, '/robots.txt': '<!doctype html><p>User-agent: *<br>Disallow: /' }),
    expectedUrls: whole,
  },
  {
    name: 'a robots.txt that returns 403',
    pages: () => ({ ...site, '/robots.txt': { status: 403 } }),
    expectedUrls: whole,
  },
  {
    name: 'a robots.txt that returns 500: links of the start page are listed but not fetched',
    pages: () => ({ ...site, '/robots.txt': { status: 503 } }),
    expectedUrls: ['/', '/a', '/b'],
    neverFetched: ['/a', '/b'],
  },
  {
    name: 'a robots.txt with a Retry-After of an hour: only the start page is fetched',
    pages: () => ({ ...site, '/robots.txt': { status: 429, headers: { 'retry-after': '3600' } } }),
    expectedUrls: ['/', '/a', '/b'],
    neverFetched: ['/a', '/b'],
  },
  {
    name: 'a robots.txt of two megabytes, of which the beginning counts',
    pages: () => ({
      ...site,
      '/robots.txt': textPage(`User-agent: *\nDisallow: /b\n${'# padding\n'.repeat(200_000)}`),
    }),
    expectedUrls: ['/', '/a', '/b', '/behind-a'],
    neverFetched: ['/b'],
  },
  {
    name: 'robots.txt that disallows everything: sitemap URLs and the start page are listed, no page is fetched',
    pages: (at) => ({
      ...site,
      '/robots.txt': textPage(`User-agent: *\nDisallow: /\nSitemap: ${at('/map.xml')}`),
      '/map.xml': sitemapXml([at('/a'), at('/c')]),
    }),
    expectedUrls: ['/', '/a', '/c'],
    neverFetched: ['/', '/a', '/c'],
  },
  {
    name: 'robots.txt ignored by the operator',
    robots: 'ignore',
    pages: () => ({ ...site, '/robots.txt': textPage('User-agent: *\nDisallow: /') }),
    expectedUrls: whole,
  },
  {
    name: 'wildcards and longest match in robots.txt',
    pages: () => ({
      '/': linkPage('Home', ['/shop/1', '/shop/open/2', '/doc/x', '/list?sort=up']),
      '/shop/1': linkPage('', ['/behind-1']),
      '/shop/open/2': linkPage('', ['/behind-2']),
      '/doc/x': linkPage('', ['/behind-3']),
      '/list?sort=up': linkPage('', ['/behind-4']),
      '/behind-2': '',
      '/robots.txt': textPage(
        'User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /*/x$\nDisallow: /*?sort=',
      ),
    }),
    expectedUrls: ['/', '/shop/1', '/shop/open/2', '/doc/x', '/list?sort=up', '/behind-2'],
    neverFetched: ['/shop/1', '/doc/x', '/list?sort=up'],
  },
  {
    name: 'a page that redirects to a disallowed page',
    pages: () => ({
      '/': linkPage('Home', ['/door']),
      '/door': { status: 302, headers: { location: '/secret/room' } },
      '/secret/room': linkPage('', ['/treasure']),
      '/robots.txt': textPage('User-agent: *\nDisallow: /secret'),
    }),
    expectedUrls: ['/', '/door'],
    neverFetched: ['/secret/room'],
  },
  {
    name: 'a Crawl-delay in robots.txt',
    pages: () => ({ ...site, '/robots.txt': textPage('User-agent: *\nCrawl-delay: 0.05') }),
    expectedUrls: whole,
  },
  {
    name: 'nofollow links are listed but not followed, unless another link allows it',
    pages: () => ({
      '/': '<a href="/a" rel="nofollow">a</a><a rel="ugc NOFOLLOW" href="/b">b</a><a href="/c">c</a>',
      '/a': a,
      '/b': b,
      '/c': '<a href="/b">b</a>',
      '/behind-b': '',
    }),
    expectedUrls: ['/', '/a', '/b', '/c', '/behind-b'],
    neverFetched: ['/a'],
  },
  {
    name: 'nofollow links when the operator ignores robots rules',
    robots: 'ignore',
    pages: () => ({
      '/': '<a href="/a" rel="nofollow">a</a>',
      '/a': `<meta name="robots" content="none">${a}`,
      '/behind-a': linkPage('', ['/further']),
      '/further': '',
    }),
    expectedUrls: ['/', '/a', '/behind-a', '/further'],
  },
  {
    name: 'a page whose robots meta tag forbids following',
    pages: () => ({
      ...site,
      '/a': `<meta name="ROBOTS" content="noindex, NoFollow">${a}`,
      '/b': `<meta name="robots" content="max-snippet:-1, index, follow">${b}`,
    }),
    expectedUrls: whole,
    neverFetched: ['/behind-a'],
  },
  {
    name: 'an X-Robots-Tag with nofollow, for all crawlers and for another crawler',
    pages: () => ({
      ...site,
      '/a': { headers: { 'x-robots-tag': 'none' }, body: a },
      '/b': { headers: { 'x-robots-tag': 'otherbot: nofollow' }, body: b },
    }),
    expectedUrls: whole,
    neverFetched: ['/behind-a'],
  },
];
