import { linkPage, sitemapXml } from '../serve-site.ts';
import { redirectPage, type SiteCase } from '../site-case.ts';

/** Sites whose start page redirects, fails or is unusual. */
export const startUrlCases: readonly SiteCase[] = [
  {
    name: 'the bare domain redirects to www, with links to both',
    host: 'example.co.uk',
    pages: (at) => ({
      'example.co.uk/': redirectPage(at('www.example.co.uk/')),
      'www.example.co.uk/': linkPage('Home', ['/a', at('/b'), at('www.example.co.uk/b')]),
      'www.example.co.uk/a': 'A',
      'example.co.uk/b': 'B',
    }),
    expectedUrls: ['www.example.co.uk/', 'www.example.co.uk/a', '/b'],
  },
  {
    name: 'www redirects to the bare domain',
    host: 'www.example.test',
    pages: (at) => ({
      'www.example.test/': redirectPage(at('example.test/')),
      'example.test/': linkPage('Home', ['/a']),
      'example.test/a': 'A',
    }),
    expectedUrls: ['example.test/', 'example.test/a'],
  },
  {
    name: 'the start page redirects to a path, in two steps with a cookie',
    pages: () => ({
      '/': redirectPage('/hop', 302),
      '/hop': (request, response) => {
        const seen = request.headers.cookie === 'seen=1';
        response.writeHead(302, seen ? { location: '/en/' } : { location: '/hop', 'set-cookie': 'seen=1' });
        response.end();
      },
      '/en/': linkPage('Home', ['about']),
      '/en/about': 'About',
    }),
    expectedUrls: ['/en/', '/en/about'],
  },
  {
    name: 'the start page redirects to another domain, which becomes the site',
    host: 'old.test',
    pages: (at) => ({
      'old.test/': redirectPage(at('new.test/')),
      'new.test/': linkPage('Home', ['/a', at('old.test/b')]),
      'new.test/a': 'A',
      'new.test/sitemap.xml': sitemapXml([at('new.test/c'), at('old.test/d')]),
    }),
    expectedUrls: ['new.test/', 'new.test/a', 'new.test/c'],
  },
  {
    name: 'the start page has an immediate refresh to another domain',
    host: 'old.test',
    pages: (at) => ({
      'old.test/': `<meta http-equiv="refresh" content="0; URL='${at('new.test/')}'"><a href="/x">x</a>`,
      'new.test/': linkPage('Home', ['/a']),
      'new.test/a': 'A',
    }),
    expectedUrls: ['new.test/', 'new.test/a'],
  },
  {
    name: 'the start page has an immediate refresh to another path',
    pages: () => ({
      '/': '<META HTTP-EQUIV=Refresh CONTENT="0;url=/en/">',
      '/en/': linkPage('Home', ['a']),
      '/en/a': 'A',
    }),
    expectedUrls: ['/', '/en/', '/en/a'],
  },
  {
    name: 'the start page is a deep page of the site',
    startPath: '/docs/intro?lang=en',
    pages: () => ({
      '/docs/intro?lang=en': linkPage('Intro', ['next', '/']),
      '/docs/next': linkPage('Next', []),
      '/': linkPage('Home', ['/a']),
      '/a': 'A',
    }),
    expectedUrls: ['/docs/intro?lang=en', '/docs/next', '/', '/a'],
  },
  {
    name: 'the start page fails, but there is a sitemap',
    pages: (at) => ({ '/': { status: 500 }, '/sitemap.xml': sitemapXml([at('/a')]), '/a': 'A' }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'the start page is a document',
    startPath: '/report.pdf',
    pages: (at) => ({
      '/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' },
      '/sitemap.xml': sitemapXml([at('/a')]),
      '/a': linkPage('A', ['/b']),
      '/b': 'B',
    }),
    expectedUrls: ['/report.pdf', '/a', '/b'],
  },
  {
    name: 'an empty site',
    pages: () => ({ '/': '' }),
    expectedUrls: ['/'],
  },
  {
    name: 'a Cyrillic host name and a non-ASCII path',
    host: '\u043f\u0440\u0438\u043c\u0435\u0440.test',
    startPath: '/\u0434\u043e\u043c',
    pages: () => ({
      '/%D0%B4%D0%BE%D0%BC': linkPage('Dom', [
        '/\u0441\u0442\u0440\u0430\u043d\u0438\u0446\u0430',
        '//xn--e1afmkfd.test:PORT/b',
      ]),
      '/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0': 'Page',
      '/b': 'B',
    }),
    expectedUrls: ['/%D0%B4%D0%BE%D0%BC', '/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0', '/b'],
  },
  {
    name: 'hosts under a private public suffix are different sites, also with includeSubdomains',
    host: 'alice.github.io',
    input: { includeSubdomains: true },
    pages: (at) => ({
      'alice.github.io/': linkPage('Alice', ['/a', at('bob.github.io/'), at('github.io/')]),
      'alice.github.io/a': 'A',
      'bob.github.io/': 'Bob',
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'similar host names are different sites',
    pages: (at) => ({
      '/': linkPage('Home', [
        at('notexample.test/'),
        at('example.test.evil.test/'),
        at('shop.example.test/'),
        at('www2.example.test/'),
        'http://example.test:9/port',
        at('EXAMPLE.test./a'),
      ]),
      'example.test./a': 'A',
    }),
    expectedUrls: ['/', 'example.test./a'],
  },
];
