import { linkPage, sitemapXml } from '../serve-site.ts';
import type { SiteCase } from '../site-case.ts';

/** Sites with failing or slow pages. */
export const failureCases: readonly SiteCase[] = [
  {
    name: 'dead links are dropped; failing pages and pages in the sitemap are kept',
    pages: (at) => ({
      '/': linkPage('Home', ['/gone', '/missing', '/error', '/forbidden', '/vouched']),
      '/gone': { status: 410 },
      '/error': { status: 500 },
      '/forbidden': { status: 403 },
      '/sitemap.xml': sitemapXml([at('/vouched')]),
    }),
    expectedUrls: ['/', '/error', '/forbidden', '/vouched'],
  },
  {
    name: 'links of an error page are not followed',
    pages: () => ({
      '/': linkPage('Home', ['/error']),
      '/error': { status: 500, body: linkPage('Oops', ['/from-error']) },
      '/from-error': 'x',
    }),
    expectedUrls: ['/', '/error'],
  },
  {
    name: 'connection resets, truncated bodies and responses that are not HTTP',
    pages: () => ({
      '/': linkPage('Home', ['/reset', '/broken', '/noise', '/sound']),
      '/reset': (_request, response) => void response.socket?.destroy(),
      '/broken': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
        response.write('<a href="/cut">');
        setTimeout(() => response.socket?.destroy(), 20);
      },
      '/noise': (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n'),
      '/sound': linkPage('Sound', ['/behind']),
      '/behind': 'x',
    }),
    expectedUrls: ['/', '/reset', '/broken', '/noise', '/sound', '/behind'],
  },
  {
    name: 'circular and endless redirects',
    pages: () => (path) => {
      if (path === '/') return linkPage('Home', ['/circle', '/endless/1', '/sound']);
      if (path === '/circle') return { status: 302, headers: { location: '/circle2' } };
      if (path === '/circle2') return { status: 302, headers: { location: '/circle' } };
      const endless = /^\/endless\/(\d+)$/.exec(path);
      if (endless) return { status: 302, headers: { location: `/endless/${Number(endless[1]) + 1}` } };
      return path === '/sound' ? 'x' : undefined;
    },
    expectedUrls: ['/', '/circle', '/endless/1', '/sound'],
  },
  {
    name: 'a page over the size limit, and one with an endless body',
    passes: { '/behind': 60_000 },
    pages: () => ({
      '/': linkPage('Home', ['/huge', '/endless', '/sound']),
      '/huge': { headers: { 'content-length': '999999999' }, body: 'x' },
      '/endless': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<a href="/x">'), 50);
        response.on('close', () => clearInterval(timer));
      },
      '/sound': linkPage('Sound', ['/behind']),
      '/behind': 'x',
    }),
    expectedUrls: ['/', '/huge', '/endless', '/sound', '/behind'],
    expectedResult: { truncated: true },
  },
  {
    name: 'a page of 60,000 links',
    input: { limit: 5000 },
    pages: () => ({
      '/': linkPage(
        'Home',
        Array.from({ length: 60_000 }, (_, index) => `/list-${'abcdefghij'[index % 10]}/x${index}`),
      ),
    }),
    expectedUrls: ['/'],
    bounded: { pattern: /^\/list-[a-j]\/x\d+$/, max: 4999 },
    expectedResult: { truncated: true },
  },
  {
    name: 'a page of 100,000 nested tags with links at the bottom',
    pages: () => ({
      '/': `${'<div><b>'.repeat(50_000)}<a href="/deep">x</a>`,
      '/deep': 'x',
    }),
    expectedUrls: ['/', '/deep'],
  },
  {
    name: 'a slow page does not delay the others',
    passes: { '/c': 60_000 },
    pages: () => ({
      '/': linkPage('Home', ['/slow', '/a']),
      '/slow': () => undefined,
      '/a': linkPage('A', ['/b']),
      '/b': linkPage('B', ['/c']),
      '/c': 'x',
    }),
    expectedUrls: ['/', '/slow', '/a', '/b', '/c'],
    expectedResult: { truncated: true },
  },
  {
    name: 'a sitemap that never responds does not stop the crawl',
    // The crawl waits five seconds for it.
    passes: { '/sitemap.xml': 5000, '/b': 60_000 },
    pages: () => ({
      '/': linkPage('Home', ['/a']),
      '/sitemap.xml': () => undefined,
      '/a': linkPage('A', ['/b']),
      '/b': 'x',
    }),
    expectedUrls: ['/', '/a', '/b'],
  },
  {
    name: 'a page that first returns 429 with Retry-After in seconds',
    pages: () => {
      let asked = 0;
      return {
        '/': linkPage('Home', ['/busy']),
        '/busy': (_request, response) => {
          if (++asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
          else response.writeHead(200, { 'content-type': 'text/html' }).end(linkPage('Busy', ['/behind']));
        },
        '/behind': 'x',
      };
    },
    expectedUrls: ['/', '/busy', '/behind'],
    expectedResult: { truncated: false },
  },
  {
    name: 'a page that first returns 503 with Retry-After as a date',
    pages: () => {
      let asked = 0;
      return {
        '/': linkPage('Home', ['/busy']),
        '/busy': (_request, response) => {
          const date = new Date(Date.now() + 1500).toUTCString();
          if (++asked === 1) response.writeHead(503, { 'retry-after': date }).end();
          else response.writeHead(200, { 'content-type': 'text/html' }).end(linkPage('Busy', ['/behind']));
        },
        '/behind': 'x',
      };
    },
    expectedUrls: ['/', '/busy', '/behind'],
  },
  {
    name: 'a host with a Retry-After of an hour is not requested again',
    pages: () => {
      let asked = 0;
      return {
        '/': linkPage('Home', ['/busy']),
        '/busy': (_request, response) => {
          if (++asked === 1) response.writeHead(429, { 'retry-after': '3600' }).end();
          else response.writeHead(200, { 'content-type': 'text/html' }).end(linkPage('', ['/asked-again']));
        },
      };
    },
    expectedUrls: ['/', '/busy'],
    expectedResult: { truncated: true },
  },
  {
    name: 'a host that keeps returning 429 is not requested again',
    pages: () => ({
      '/': linkPage('Home', ['/1', '/2', '/3']),
      '/1': { status: 429, headers: { 'retry-after': '0' } },
      '/2': { status: 429, headers: { 'retry-after': '0' } },
      '/3': { status: 429, headers: { 'retry-after': '0' } },
    }),
    expectedUrls: ['/', '/1', '/2', '/3'],
    expectedResult: { truncated: true },
  },
  {
    name: 'a wrong Content-Encoding header',
    pages: () => ({
      '/': linkPage('Home', ['/gzip', '/br', '/words']),
      '/gzip': { headers: { 'content-encoding': 'gzip' }, body: linkPage('', ['/from-gzip']) },
      '/br': { headers: { 'content-encoding': 'br' }, body: linkPage('', ['/from-br']) },
      '/words': { headers: { 'content-encoding': 'utf-8' }, body: linkPage('', ['/from-words']) },
      '/from-gzip': 'x',
      '/from-br': 'x',
      '/from-words': 'x',
    }),
    expectedUrls: ['/', '/gzip', '/br', '/words', '/from-gzip', '/from-br', '/from-words'],
  },
];
