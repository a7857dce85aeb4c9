import { gzipSync } from 'node:zlib';
import { linkPage, sitemapIndexXml, sitemapXml, type TestPage } from '../serve-site.ts';
import { type SiteCase, textPage, type UrlBuilder, xmlPage } from '../site-case.ts';

const home = linkPage('Home', []);
const numbered = (at: UrlBuilder, count: number) =>
  Array.from({ length: count }, (_, index) => at(`/p${index}`));
const utf16 = (body: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${body}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const withSitemap = (body: string | Uint8Array, more: Record<string, TestPage> = {}) => ({
  '/': home,
  '/sitemap.xml': xmlPage(body),
  ...more,
});

/** Sites with unusual or malformed sitemaps. */
export const sitemapCases: readonly SiteCase[] = [
  {
    name: 'three levels of sitemap indexes',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml': sitemapIndexXml([at('/s/one.xml'), at('/s/two.xml')]),
      '/s/one.xml': sitemapIndexXml([at('/s/three.xml')]),
      '/s/two.xml': sitemapXml([at('/b')]),
      '/s/three.xml': sitemapXml([at('/a')]),
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'a sitemap index that contains itself',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml': sitemapIndexXml([at('/s/one.xml'), at('/sitemap.xml')]),
      '/s/one.xml': sitemapIndexXml([at('/sitemap.xml'), at('/s/one.xml'), at('/s/two.xml')]),
      '/s/two.xml': sitemapXml([at('/a')]),
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a sitemap index with a dead, a malformed and a valid entry',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml': sitemapIndexXml([at('/s/dead.xml'), at('/s/reset.xml'), at('/s/sound.xml')]),
      '/s/dead.xml': { status: 500 },
      '/s/reset.xml': (_request, response) => void response.socket?.destroy(),
      '/s/sound.xml': sitemapXml([at('/a')]),
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a sitemap index with relative URLs',
    pages: () => ({
      '/': home,
      '/sitemap.xml': sitemapIndexXml(['/s/one.xml', 's/two.xml']),
      '/s/one.xml': sitemapXml(['/a']),
      '/s/two.xml': sitemapXml(['b']),
    }),
    expectedUrls: ['/', '/a', '/s/b'],
  },
  {
    name: 'a gzipped sitemap with a wrong name and content type',
    pages: (at) => ({
      '/': home,
      '/robots.txt': textPage(`Sitemap: ${at('/map.php')}`),
      '/map.php': { headers: { 'content-type': 'text/html' }, body: gzipSync(sitemapXml([at('/a')])) },
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'an uncompressed sitemap named .gz',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml.gz': { headers: { 'content-type': 'application/gzip' }, body: sitemapXml([at('/a')]) },
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a .gz sitemap with Content-Encoding gzip',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml.gz': {
        headers: { 'content-type': 'application/gzip', 'content-encoding': 'gzip' },
        body: gzipSync(gzipSync(sitemapXml([at('/a')]))),
      },
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'truncated XML',
    pages: (at) =>
      withSitemap(`${sitemapXml([at('/a'), at('/b')]).replace('</urlset>', '')}<url><loc>${at('/brok')}`),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'a truncated gzip file',
    pages: (at) => withSitemap(gzipSync(sitemapXml(numbered(at, 40))).subarray(0, -12)),
    expectedUrls: ['/', ...Array.from({ length: 40 }, (_, index) => `/p${index}`)],
  },
  {
    name: 'XML with bare ampersands, unknown entities and an unclosed tag',
    pages: (at) =>
      withSitemap(
        `<urlset><url><loc>${at('/a?x=1&y=2')}</loc></url><url><loc>${at('/b')}</loc><wrong></url>&nope;<url><loc>${at('/c')}</loc></url></urlset>`,
      ),
    expectedUrls: ['/', '/a?x=1&y=2', '/b', '/c'],
  },
  {
    name: 'entities, CDATA and white space around URLs',
    pages: (at) =>
      withSitemap(
        `<urlset><url><loc>\n  ${at('/a?x=1&amp;y=2')}\n </loc></url><url><loc><![CDATA[${at('/b?x=1&y=2')}]]></loc></url><url><loc>${at('/c')}&#x2F;d</loc></url></urlset>`,
      ),
    expectedUrls: ['/', '/a?x=1&y=2', '/b?x=1&y=2', '/c/d'],
  },
  {
    name: 'namespace prefixes and uppercase tags',
    pages: (at) => ({
      '/': home,
      '/robots.txt': textPage(`Sitemap: ${at('/one.xml')}\nSitemap: ${at('/two.xml')}`),
      '/one.xml': `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><sm:loc>${at('/a')}</sm:loc></sm:url></sm:urlset>`,
      '/two.xml': `<URLSET><URL><LOC>${at('/b')}</LOC></URL></URLSET>`,
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'images and videos in a sitemap are not listed, translations are',
    pages: (at) =>
      withSitemap(
        `<urlset xmlns:image="i" xmlns:video="v" xmlns:xhtml="x"><url><loc>${at('/en')}</loc><image:image><image:loc>${at('/picture')}</image:loc></image:image><video:video><video:player_loc>${at('/player')}</video:player_loc></video:video><xhtml:link rel="alternate" hreflang="de" href="${at('/de')}"/></url></urlset>`,
      ),
    expectedUrls: ['/', '/en', '/de'],
  },
  {
    name: 'a sitemap in UTF-16 little-endian',
    pages: (at) => withSitemap(utf16(sitemapXml([at('/a'), at('/b')]), 'le')),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'a sitemap in UTF-16 big-endian',
    pages: (at) => withSitemap(utf16(sitemapXml([at('/a'), at('/b')]), 'be')),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'a sitemap with a byte order mark and blank lines before the declaration',
    pages: (at) => withSitemap(`\uFEFF\n\n  ${sitemapXml([at('/a')])}`),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a sitemap in Latin-1',
    pages: (at) =>
      withSitemap(
        Buffer.from(
          `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>${at('/caf\u00e9')}</loc></url></urlset>`,
          'latin1',
        ),
      ),
    expectedUrls: ['/', '/caf%C3%A9'],
  },
  {
    name: 'a plain text sitemap with CRLF line ends and invalid lines',
    pages: (at) => ({
      '/': home,
      '/sitemap.txt': textPage(`\uFEFF${at('/a')}\r\nnot an address\r\n\r\n${at('/b')}`),
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'RSS and Atom as sitemaps',
    pages: (at) => ({
      '/': home,
      '/robots.txt': textPage(`Sitemap: ${at('/rss')}\nSitemap: ${at('/atom')}`),
      '/rss': `<rss version="2.0"><channel><link>${at('/')}</link><item><title>A</title><link>${at('/a')}</link></item><item><guid isPermaLink="true">${at('/b')}</guid></item></channel></rss>`,
      '/atom': `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${at('/')}"/><entry><link rel="alternate" href="${at('/c')}"/><link rel="enclosure" href="${at('/sound')}"/></entry></feed>`,
    }),
    expectedUrls: ['/', '/a', '/b', '/c'],
  },
  {
    name: 'HTML with links in place of every sitemap',
    pages: () => (path) =>
      path === '/' || path === '/a'
        ? linkPage('Page', ['/a'])
        : `<!-- soft 404 -->\n<!doctype html><html><body><a href="/">Home</a><loc>http://example.test/not</loc></body></html>`,
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a sitemap on another host, listed in robots.txt',
    pages: (at) => ({
      'example.test/': home,
      'example.test/robots.txt': textPage(`Sitemap: ${at('maps.hoster.test/customer.xml')}`),
      'maps.hoster.test/customer.xml': sitemapXml([at('/a'), at('maps.hoster.test/foreign')]),
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a sitemap that redirects',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml': { status: 302, headers: { location: '/maps/today.xml' } },
      '/maps/today.xml': sitemapXml([at('/a')]),
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a sitemap in a link element of the page',
    pages: (at) => ({
      '/': linkPage('Home', [], '<link rel="sitemap" type="application/xml" href="/hidden-map.xml">'),
      '/hidden-map.xml': sitemapXml([at('/a')]),
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'a URL twice in a sitemap, and in two sitemaps',
    pages: (at) => ({
      '/': home,
      '/sitemap.xml': sitemapIndexXml([at('/1.xml'), at('/2.xml')]),
      '/1.xml': sitemapXml([at('/a'), at('/a/'), at('/a?utm_source=map')]),
      '/2.xml': sitemapXml([at('/a#x'), at('/b')]),
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'a sitemap with URLs of other ports, schemes and sites',
    pages: (at) =>
      withSitemap(
        sitemapXml([
          at('/a'),
          'http://example.test:1/other-port',
          'ftp://example.test/file',
          at('other.test/x'),
          at('example.test.evil.test/y'),
          at('notexample.test/z'),
          'garbage',
          '',
        ]),
      ),
    expectedUrls: ['/', '/a', '/garbage'],
  },
];
