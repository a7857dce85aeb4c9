import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { type MemoryPage, MemoryWeb } from '@quern/testing/web/memory-web';
import { linkPage, sitemapXml } from '@quern/testing/web/serve-site';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

describe('robots.txt and rate limits', () => {
  it('does not wait for a sitemap whose host asks for a minute', async () => {
    const site = await fixture.serve((path) => {
      if (path === '/') return linkPage('Home', ['/a']);
      if (path === '/sitemap.xml') return { status: 503, headers: { 'retry-after': '60' } };
      return path === '/a' ? 'A' : undefined;
    });
    const result = await fixture.map(site.origin);
    expect(pathsOf(result)).toEqual(['/', '/a']);
    expect(result.truncated).toBe(false);
  });

  it('lists URLs that robots.txt disallows but does not fetch them', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/open', '/secret/x']),
      '/open': linkPage('Open', []),
      '/robots.txt': 'User-agent: Quern\nDisallow: /secret/\n\nUser-agent: *\nDisallow: /open',
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/open', '/secret/x']);
    expect(site.hits).not.toContain('/secret/x');
    expect(site.hits).toContain('/open');
    const ignoring = await fixture.map(site.origin, {}, { robots: 'ignore' });
    expect(site.hits).toContain('/secret/x');
    expect(pathsOf(ignoring)).toEqual(['/', '/open']);
  });

  it('fetches only the start page of a host whose robots.txt fails', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/a']),
      '/a': linkPage('A', []),
      '/robots.txt': { status: 500 },
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/a']);
    expect(site.hits).not.toContain('/a');
  });

  it('enriching does not request a host that was rate-limited during discovery', async () => {
    let busyRequests = 0;
    const site = await fixture.serve({
      // Links marked nofollow are listed but not crawled, so only enriching asks for them.
      '/': `<a href="/busy">busy</a><a rel="nofollow" href="/later">1</a><a rel="nofollow" href="/later2">2</a>`,
      '/busy': (_request, response) => {
        busyRequests++;
        response.writeHead(429, { 'retry-after': '3600' }).end();
      },
    });
    await fixture.map(site.origin, { ignoreSitemap: true, enrichLinks: true });
    expect(busyRequests).toBe(1);
    expect(site.hits.filter((path) => path.startsWith('/later'))).toEqual([]);
  });

  it('retries a page after a 429 response with Retry-After', async () => {
    let requests = 0;
    const site = await fixture.serve({
      '/': linkPage('Home', ['/busy']),
      '/busy': (_request, response) => {
        requests++;
        if (requests === 1) response.writeHead(429, { 'retry-after': '0' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(linkPage('Busy', ['/behind']));
      },
      '/behind': linkPage('Behind', []),
    });
    const result = await fixture.map(site.origin, { ignoreSitemap: true });
    expect(pathsOf(result)).toEqual(['/', '/busy', '/behind']);
    expect(requests).toBe(2);
  });
});

describe('the request rate, on a fake clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Maps a site in memory and advances the clock until the map is finished. */
  async function mapInMemory(web: MemoryWeb, input: Parameters<MapFixture['map']>[1] = {}) {
    const { fetch, open } = web;
    // The budget is not reached, however much the clock advances while the map works.
    const mapping = fixture.map(web.origin, input, { fetch, open, timeBudgetMs: 1e9 });
    let isFinished = false;
    const finish = () => {
      isFinished = true;
    };
    mapping.then(finish, finish);
    while (!isFinished) await vi.advanceTimersByTimeAsync(5);
    return mapping;
  }

  /** The shortest time between the starts of two requests whose path matches. */
  function shortestGapMs(web: MemoryWeb, pattern: RegExp): number {
    const times = web.requests.filter(({ path }) => pattern.test(path)).map(({ atMs }) => atMs);
    return Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  }

  const sitePages = (pages: Record<string, MemoryPage>) => (path: string) =>
    pages[path] ?? (/^\/p\d+$/.test(path) ? { body: '<title>Page</title>' } : undefined);
  const numberedPaths = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`);

  it('is at most eight requests to a host at the same time', async () => {
    const home = { body: linkPage('Home', numberedPaths(40)) };
    const web = new MemoryWeb(sitePages({ '/': home }), () => 15);
    await mapInMemory(web, { ignoreSitemap: true });
    expect(web.concurrencyPeak).toBe(8);
  });

  it('is none before the retry of a sitemap after a 429 response with Retry-After', async () => {
    let count = 0;
    const web = new MemoryWeb((path) => {
      if (path === '/') return { body: linkPage('Home', ['/a']) };
      if (path !== '/sitemap.xml') return undefined;
      count++;
      if (count === 1) return { status: 429, headers: { 'retry-after': '1' } };
      return { body: sitemapXml([`${web.origin}/mapped`]) };
    });
    const result = await mapInMemory(web, { sitemapOnly: true });
    expect(pathsOf(result)).toEqual(['/', '/mapped']);
    expect(web.requests.map(({ path }) => path)).toEqual([
      '/robots.txt',
      '/',
      '/sitemap.xml',
      '/sitemap.xml',
    ]);
    expect(shortestGapMs(web, /^\/sitemap/)).toBeGreaterThanOrEqual(1000);
  });

  it('is one request at a time with a Crawl-delay between their starts', async () => {
    const pages = {
      '/': { body: linkPage('Home', numberedPaths(3)) },
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 0.05' },
    };
    const web = new MemoryWeb(sitePages(pages), () => 20);
    await mapInMemory(web, { ignoreSitemap: true });
    expect(web.concurrencyPeak).toBe(1);
    expect(shortestGapMs(web, /^\/p\d/)).toBeGreaterThanOrEqual(50);
  });

  it('keeps the Crawl-delay between the requests of enriching', async () => {
    const pages = {
      '/': { body: linkPage('Home', []) },
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 0.1' },
      '/sitemap.xml': { body: sitemapXml(numberedPaths(5).map((path) => `http://example.test${path}`)) },
    };
    const web = new MemoryWeb(sitePages(pages));
    const result = await mapInMemory(web, { sitemapOnly: true, enrichLinks: true });
    expect(result.links.filter(({ title }) => title === 'Page')).toHaveLength(5);
    expect(shortestGapMs(web, /^\/p\d/)).toBeGreaterThanOrEqual(100);
  });
});
