import { linkPage, sitemapXml } from '../serve-site.ts';
import { type SiteCase, textPage, type UrlBuilder } from '../site-case.ts';

const small = (at: UrlBuilder) => ({
  '/': linkPage('Home', ['/linked'], '<link rel="alternate" type="application/rss+xml" href="/feed">'),
  '/linked': linkPage('Linked', ['/deeper']),
  '/deeper': 'x',
  '/feed': `<rss><channel><item><link>${at('/fed')}</link></item></channel></rss>`,
  '/fed': 'x',
  '/sitemap.xml': sitemapXml([at('/mapped')]),
  '/mapped': 'x',
});

const subdomains = (at: UrlBuilder) => ({
  'www.example.co.uk/': linkPage('Home', ['/a', at('shop.example.co.uk/'), at('other.co.uk/')]),
  'www.example.co.uk/a': 'x',
  'www.example.co.uk/sitemap.xml': sitemapXml([at('docs.example.co.uk/guide')]),
  'shop.example.co.uk/': linkPage('Shop', ['/deal']),
  'shop.example.co.uk/deal': 'x',
  'shop.example.co.uk/robots.txt': textPage(`Sitemap: ${at('shop.example.co.uk/goods.xml')}`),
  'shop.example.co.uk/goods.xml': sitemapXml([
    at('shop.example.co.uk/hidden'),
    at('deep.shop.example.co.uk/'),
  ]),
  'docs.example.co.uk/sitemap.xml': sitemapXml([at('docs.example.co.uk/only-there')]),
  'deep.shop.example.co.uk/sitemap.xml': sitemapXml([at('deep.shop.example.co.uk/deepest')]),
});
const fromSubdomains = [
  'docs.example.co.uk/guide',
  'docs.example.co.uk/only-there',
  'shop.example.co.uk/hidden',
  'deep.shop.example.co.uk/',
  'deep.shop.example.co.uk/deepest',
];

const searched = (at: UrlBuilder) => ({
  '/': linkPage('Home', [
    '/blog/a-day',
    '/docs/pricing/enterprise-plans-in-detail',
    '/x1',
    '/x2',
    '/Caf%C3%A9Prices',
  ]),
  '/blog/a-day': linkPage('A day', []),
  '/docs/pricing/enterprise-plans-in-detail': linkPage('Plans', []),
  '/x1': linkPage('Price list', []),
  '/x2': linkPage('Other', ['/pricing']),
  '/Caf%C3%A9Prices': 'x',
  '/pricing': linkPage('Pricing', []),
  '/sitemap.xml': sitemapXml([at('/zebra')]),
});

/** Sites that show the effect of each option. */
export const optionCases: readonly SiteCase[] = [
  {
    name: 'default options: sitemap, feed and links',
    pages: small,
    expectedUrls: ['/', '/linked', '/deeper', '/fed', '/mapped'],
  },
  {
    name: 'ignoreSitemap: only links, no feeds',
    input: { ignoreSitemap: true },
    pages: small,
    expectedUrls: ['/', '/linked', '/deeper'],
    neverFetched: ['/sitemap.xml', '/feed'],
  },
  {
    name: 'sitemapOnly: only the sitemap',
    input: { sitemapOnly: true },
    pages: small,
    expectedUrls: ['/', '/mapped'],
    neverFetched: ['/linked', '/mapped', '/feed'],
  },
  {
    name: 'limit 1: only the start page',
    input: { limit: 1 },
    pages: small,
    expectedUrls: ['/'],
    expectedResult: { truncated: true },
  },
  {
    name: 'limit 3: the pages nearest to the start page',
    input: { limit: 3 },
    pages: () => ({
      '/': linkPage('Home', ['/a', '/b', '/c', '/d']),
      '/a': linkPage('A', ['/e']),
      '/b': 'B',
      '/d': 'D',
      '/e': 'E',
    }),
    expectedUrls: ['/', '/a', '/b'],
    isOrdered: true,
    // '/c' does not exist.
    expectedResult: { truncated: true, total: 5 },
  },
  {
    name: 'a limit equal to the size of the site',
    input: { limit: 5 },
    pages: small,
    expectedUrls: ['/', '/linked', '/deeper', '/fed', '/mapped'],
    expectedResult: { total: 5, truncated: false },
  },
  {
    name: 'without includeSubdomains: no subdomain',
    host: 'www.example.co.uk',
    pages: subdomains,
    expectedUrls: ['/', '/a'],
    neverFetched: ['shop.example.co.uk/'],
  },
  {
    name: 'includeSubdomains: pages and sitemaps of subdomains, including those in robots.txt',
    host: 'www.example.co.uk',
    input: { includeSubdomains: true },
    pages: subdomains,
    expectedUrls: ['/', '/a', 'shop.example.co.uk/', 'shop.example.co.uk/deal', ...fromSubdomains],
  },
  {
    name: 'includeSubdomains with sitemapOnly: sitemaps of subdomains found in sitemaps',
    host: 'www.example.co.uk',
    input: { includeSubdomains: true, sitemapOnly: true },
    pages: subdomains,
    expectedUrls: ['/', 'docs.example.co.uk/guide', 'docs.example.co.uk/only-there'],
  },
  {
    name: 'includeSubdomains with ignoreSitemap: no sitemap is requested',
    host: 'www.example.co.uk',
    input: { includeSubdomains: true, ignoreSitemap: true },
    pages: subdomains,
    expectedUrls: ['/', '/a', 'shop.example.co.uk/', 'shop.example.co.uk/deal'],
    neverFetched: ['shop.example.co.uk/goods.xml'],
  },
  {
    name: 'includeSubdomains from a subdomain: the parent domain too',
    host: 'shop.example.test',
    input: { includeSubdomains: true },
    pages: (at) => ({
      'shop.example.test/': linkPage('Shop', [at('example.test/'), at('blog.example.test/')]),
      'example.test/': linkPage('Home', ['/a']),
      'example.test/a': 'x',
      'blog.example.test/': 'x',
    }),
    expectedUrls: ['/', 'example.test/', 'example.test/a', 'blog.example.test/'],
  },
  {
    name: 'search: matches by URL or title, best first, ranked before the limit applies',
    input: { search: 'Pricing', limit: 2 },
    pages: searched,
    expectedUrls: ['/pricing', '/docs/pricing/enterprise-plans-in-detail'],
    isOrdered: true,
    expectedResult: { total: 2, truncated: false },
  },
  {
    name: 'search ignores case, accents and word separators',
    input: { search: 'CAFE prices' },
    pages: searched,
    expectedUrls: ['/Caf%C3%A9Prices', '/x1'],
    isOrdered: true,
  },
  {
    name: 'search without matches',
    input: { search: 'quagga' },
    pages: searched,
    expectedUrls: [],
    expectedResult: { total: 0, truncated: false },
  },
  {
    name: 'search in pages that are only in a sitemap',
    input: { search: 'zebra', sitemapOnly: true },
    pages: searched,
    expectedUrls: ['/zebra'],
  },
  {
    name: 'enrichLinks: redirected pages as their target, dead pages of the sitemap with their status',
    input: { enrichLinks: true, sitemapOnly: true },
    pages: (at) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml([at('/old'), at('/new'), at('/dead'), at('/report.pdf')]),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': linkPage('New', []),
      '/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: 'x' },
    }),
    expectedUrls: ['/', '/new', '/dead', '/report.pdf'],
  },
];
