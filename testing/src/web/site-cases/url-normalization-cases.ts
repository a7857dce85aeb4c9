import { linkPage, sitemapXml } from '../serve-site.ts';
import { redirectPage, type SiteCase } from '../site-case.ts';

/** Sites with several URLs for one page. */
export const urlNormalizationCases: readonly SiteCase[] = [
  {
    name: 'equivalent URLs are one page, listed as first seen',
    pages: (at) => ({
      '/': linkPage('Home', [
        '/About/',
        '/About',
        at('/About').replace('http:', 'https:'),
        at('www.example.test/About'),
        at('EXAMPLE.TEST/About'),
        '/x/../About',
        '/./About#team',
        '//example.test:PORT/About',
        '/Ab%6Fut',
      ]),
      '/About/': 'x',
    }),
    expectedUrls: ['/', '/About/'],
  },
  {
    name: 'paths that differ in case are different pages; index files are the same page',
    pages: () => ({
      '/': linkPage('Home', ['/Page', '/page', '/index.html', '/dir/index.php', '/dir/']),
      '/Page': 'x',
      '/page': 'x',
      '/dir/index.php': 'x',
      '/dir/': 'x',
    }),
    expectedUrls: ['/', '/Page', '/page', '/dir/index.php'],
  },
  {
    name: 'percent encoding: equivalent escapes are normalized, reserved characters are not',
    pages: () => ({
      '/': linkPage('Home', [
        '/caf%c3%a9',
        '/caf%C3%A9',
        '/caf\u00e9',
        '/a%2Fb',
        '/a/b',
        '/t%7Eilde',
        '/t~ilde',
        '/sp ace',
      ]),
      '/caf%c3%a9': 'x',
      '/a%2Fb': 'x',
      '/a/b': 'x',
      '/t%7Eilde': 'x',
      '/sp%20ace': 'x',
    }),
    expectedUrls: ['/', '/caf%c3%a9', '/a%2Fb', '/a/b', '/t%7Eilde', '/sp%20ace'],
  },
  {
    name: 'tracking and session parameters are removed; the order of others does not matter',
    pages: () => ({
      '/': linkPage('Home', [
        '/a?utm_source=x&utm_medium=y',
        '/a?gclid=1',
        '/a?fbclid=2#frag',
        '/b?PHPSESSID=abc&id=7',
        '/b;jsessionid=9F?id=7',
        '/q?b=2&a=1',
        '/q?a=1&b=2',
        '/q?a=1&b=2&',
        '/empty?',
      ]),
      '/a': 'x',
      '/b?id=7': 'x',
      '/q?b=2&a=1': 'x',
      '/empty': 'x',
    }),
    expectedUrls: ['/', '/a', '/b?id=7', '/q?b=2&a=1', '/empty'],
  },
  {
    name: 'a canonical URL replaces a query variant, but not another page',
    pages: (at) => ({
      '/': linkPage('Home', ['/item?ref=a', '/item?ref=b', '/odd', '/print']),
      '/item?ref=a': linkPage('Item', [], '<link rel="canonical" href="/item">'),
      '/item?ref=b': linkPage('Item', [], `<link rel="canonical" href="${at('/item')}">`),
      '/item': 'x',
      '/odd': linkPage('Odd', [], '<link rel="canonical" href="/">'),
      '/print': linkPage('Print', [], `<link rel="canonical" href="${at('other.test/x')}">`),
    }),
    expectedUrls: ['/', '/item', '/odd', '/print'],
  },
  {
    name: 'redirects are listed once as their target; redirects to other sites are not listed',
    pages: (at) => ({
      '/': linkPage('Home', ['/old', '/older', '/new', '/away', '/out-and-back']),
      '/old': redirectPage('/new'),
      '/older': redirectPage('/old', 308),
      '/new': linkPage('New', ['/from-new']),
      '/from-new': 'x',
      '/away': redirectPage(at('other.test/'), 302),
      '/out-and-back': redirectPage(at('other.test/back'), 302),
      'other.test/back': redirectPage(at('/new'), 302),
    }),
    expectedUrls: ['/', '/new', '/from-new'],
  },
  {
    name: 'a site that redirects to a trailing slash',
    pages: (at) => ({
      '/': linkPage('Home', ['/a', '/b/']),
      '/a': redirectPage('/a/'),
      '/a/': linkPage('A', ['/a', '/a/']),
      '/b/': 'x',
      '/sitemap.xml': sitemapXml([at('/a'), at('/b')]),
    }),
    expectedUrls: ['/', '/a/', '/b/'],
  },
  {
    name: 'URLs of 3,000 characters, and URLs with tabs and line breaks',
    pages: () => ({
      '/': linkPage('Home', [`/${'x'.repeat(3000)}`, '/a\tb', '/c\nd', '/ok']),
      '/ab': 'x',
      '/cd': 'x',
      '/ok': 'x',
    }),
    expectedUrls: ['/', '/ab', '/cd', '/ok'],
  },
];
