import { linkPage, sitemapXml } from '../serve-site.ts';
import { redirectPage, type SiteCase, textPage, type UrlBuilder } from '../site-case.ts';

const host = 'www.example.co.uk';
const apex = 'example.co.uk';
const paths = Array.from({ length: 10 }, (_, index) => `/p${index}`);

/** Each host has its own pages under the same paths. */
const twoSites = (at: UrlBuilder) =>
  Object.fromEntries(
    [host, apex].flatMap((name) => [
      [`${name}/`, linkPage(name, [...paths, at(`${apex}/`), at(`${host}/`)])],
      ...paths.map((path) => [`${name}${path}`, linkPage(`${name} ${path}`, ['/'])]),
    ]),
  );
const onHost = (name: string) => ['/', ...paths].map((path) => (name === host ? path : `${name}${path}`));

/** Sites with a host with and without `www.`, which may be one site or two. */
export const counterpartCases: readonly SiteCase[] = [
  {
    name: 'www and apex with different pages under the same paths, with includeSubdomains',
    host,
    input: { includeSubdomains: true },
    pages: twoSites,
    expectedUrls: [...onHost(host), ...onHost(apex)],
  },
  {
    name: 'www and apex with different pages under the same paths, without includeSubdomains',
    host,
    pages: twoSites,
    expectedUrls: onHost(host),
  },
  {
    name: 'www and apex with the same pages, linked in both notations',
    host,
    input: { includeSubdomains: true },
    pages: (at) => ({
      '/': linkPage('Home', [at(`${apex}/a`), '/a', at(`${apex}/`), '/b']),
      '/a': linkPage('A', []),
      '/b': linkPage('B', []),
      '/sitemap.xml': sitemapXml([at(`${apex}/a`), at(`${apex}/b`), at(`${apex}/c`)]),
      '/c': linkPage('C', []),
    }),
    expectedUrls: ['/', `${apex}/a`, '/b', `${apex}/c`],
  },
  {
    name: 'an apex that redirects to www, linked from it',
    host,
    pages: (at) => ({
      [`${host}/`]: linkPage('Home', [at(`${apex}/`), at(`${apex}/a`), '/a']),
      [`${host}/a`]: linkPage('A', []),
      [`${apex}/`]: redirectPage(at(`${host}/`)),
      [`${apex}/a`]: redirectPage(at(`${host}/a`)),
    }),
    expectedUrls: ['/', '/a'],
  },
  {
    name: 'an apex whose robots.txt disallows everything is not asked for a page',
    host,
    pages: (at) => ({
      [`${host}/`]: linkPage('Home', [at(`${apex}/a`)]),
      [`${apex}/robots.txt`]: textPage('User-agent: *\nDisallow: /'),
      [`${apex}/a`]: 'x',
    }),
    expectedUrls: ['/', `${apex}/a`],
    neverFetched: [`${apex}/`, `${apex}/a`],
  },
  {
    name: 'default documents and double slashes are listed once only if they show the same page',
    host,
    pages: () => ({
      '/': linkPage('Home', ['/index.html', '/app/', '/app/index.php', '/a//b', '/a/b', '/c//d', '/c/d']),
      '/index.html': linkPage('Home', [
        '/index.html',
        '/app/',
        '/app/index.php',
        '/a//b',
        '/a/b',
        '/c//d',
        '/c/d',
      ]),
      '/app/': linkPage('App', []),
      '/app/index.php': linkPage('Login', []),
      '/a//b': linkPage('B', []),
      '/a/b': linkPage('B', []),
      '/c//d': linkPage('Another D', []),
      '/c/d': linkPage('D', []),
    }),
    expectedUrls: ['/', '/app/', '/app/index.php', '/a//b', '/c//d', '/c/d'],
  },
];
