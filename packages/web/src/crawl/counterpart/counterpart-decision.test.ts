import { MapFixture } from '@quern/testing/web/map-fixture';
import { linkPage, sitemapXml, type TestPage, type TestSite } from '@quern/testing/web/serve-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { MapInput } from '../map/map-result.ts';

const fixture = new MapFixture();
afterEach(() => fixture.close());

const apex = 'site.test';
const www = 'www.site.test';
type Pages = Readonly<Record<string, TestPage>>;

/** Serves pages by `host/path`. `PORT` in a body or a location is replaced by the port. */
async function serve(pages: Pages): Promise<TestSite> {
  const withPort = (text: string) => text.replaceAll(':PORT', `:${site.port}`);
  const site: TestSite = await fixture.serve((path, host) => {
    const page = pages[`${host}${path}`];
    if (typeof page === 'string') return withPort(page);
    if (typeof page !== 'object') return page;
    const { headers = {}, body } = page;
    return {
      ...page,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withPort(value)])),
      ...(typeof body === 'string' ? { body: withPort(body) } : {}),
    };
  });
  return site;
}

/** Maps the site. @returns the result, and its URLs and the requests as `host/path` */
async function map(
  pages: Pages,
  host = apex,
  input: Partial<MapInput> = {},
  context: Parameters<MapFixture['map']>[2] = {},
) {
  const site = await serve(pages);
  const result = await fixture.map(`http://${host}:${site.port}/`, input, context);
  const urls = result.links.map(({ url }) => {
    const { hostname, pathname, search } = new URL(url);
    return `${hostname}${pathname}${search}`;
  });
  return { urls, hits: site.hits, result };
}

const hitsOf = (hits: readonly string[], host: string) => hits.filter((hit) => hit.startsWith(`${host}/`));
const text = (body: string): TestPage => ({ headers: { 'content-type': 'text/plain' }, body });
const redirect = (location: string): TestPage => ({ status: 301, headers: { location } });
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`);

/** A host whose home page links to its pages, each with its own content. */
const hostOf = (host: string, name: string, links: readonly string[], more: readonly string[] = []): Pages =>
  Object.fromEntries([
    [`${host}/`, linkPage(name, [...links, ...more])],
    ...links.map((path) => [`${host}${path}`, linkPage(`${name} ${path}`, ['/'])]),
  ]);

describe('www and apex with different pages', () => {
  const shared = paths(10);
  const pages: Pages = {
    ...hostOf(apex, 'Apex', shared, [`http://${www}:PORT/`]),
    ...hostOf(www, 'Www', shared),
  };
  const all = [apex, www].flatMap((host) => ['/', ...shared].map((path) => `${host}${path}`));

  it.each([apex, www])('are both listed whole with includeSubdomains, from %s', async (host) => {
    const { urls } = await map(pages, host, { includeSubdomains: true });
    expect([...urls].sort()).toEqual([...all].sort());
    expect(urls[0]).toBe(`${host}/`);
  });

  it('are two sites without includeSubdomains', async () => {
    const { urls, hits } = await map(pages);
    expect(urls).toEqual(['/', ...shared].map((path) => `${apex}${path}`));
    expect(hitsOf(hits, www)).toEqual([`${www}/robots.txt`, `${www}/`]);
  });

  it('are two sites for a redirect from one to a page of the other', async () => {
    const moved: Pages = {
      [`${apex}/`]: linkPage('Apex', ['/old']),
      [`${apex}/old`]: redirect(`http://${www}:PORT/new`),
      ...hostOf(www, 'Www', ['/new']),
    };
    const { urls, hits } = await map(moved);
    expect(urls).toEqual([`${apex}/`]);
    expect(hits).not.toContain(`${www}/new`);
    const wide = await map(moved, apex, { includeSubdomains: true });
    expect(wide.urls.sort()).toEqual([`${apex}/`, `${www}/`, `${www}/new`]);
  });

  it('are both listed when nothing links from one to the other, and each has a sitemap', async () => {
    const unlinked: Pages = {
      ...hostOf(apex, 'Apex', ['/a']),
      [`${www}/`]: linkPage('Www', []),
      [`${www}/sitemap.xml`]: sitemapXml([`http://${www}:PORT/mapped`]),
      [`${www}/mapped`]: linkPage('Mapped', []),
    };
    const { urls } = await map(unlinked, apex, { includeSubdomains: true });
    expect(urls.sort()).toEqual([`${apex}/`, `${apex}/a`, `${www}/`, `${www}/mapped`]);
    const listed = await map(unlinked, apex, { includeSubdomains: true, sitemapOnly: true });
    expect(listed.urls.sort()).toEqual([`${apex}/`, `${www}/mapped`]);
  });

  it('keeps a page with the same content under both hosts once, once both have been visited', async () => {
    const { urls } = await map(
      {
        ...hostOf(apex, 'Apex', ['/terms'], [`http://${www}:PORT/`]),
        ...hostOf(www, 'Www', ['/terms']),
        [`${www}/terms`]: linkPage('Apex /terms', ['/']),
      },
      apex,
      { includeSubdomains: true },
    );
    expect(urls.sort()).toEqual([`${apex}/`, `${apex}/terms`, `${www}/`]);
  });
});

describe('www and apex that are one site', () => {
  const links = [`http://${www}:PORT/a`, `http://${apex}:PORT/a`, '/b', `http://${www}:PORT/b`];
  const home = linkPage('Home', links);
  const copies = (host: string): Pages => ({
    [`${host}/a`]: linkPage('A', []),
    [`${host}/b`]: linkPage('B', []),
  });

  const evidence: readonly (readonly [name: string, pages: Pages, requests: readonly string[]])[] = [
    [
      'the counterpart redirects',
      { [`${apex}/`]: home, [`${www}/`]: redirect(`http://${apex}:PORT/`) },
      ['/robots.txt', '/'],
    ],
    [
      'the counterpart redirects to another path',
      { [`${apex}/`]: home, [`${www}/`]: redirect(`http://${apex}:PORT/en`) },
      ['/robots.txt', '/'],
    ],
    [
      'the counterpart has a meta refresh',
      {
        [`${apex}/`]: home,
        [`${www}/`]: `<meta http-equiv="refresh" content="0; url=http://${apex}:PORT/">`,
      },
      ['/robots.txt', '/'],
    ],
    [
      'the counterpart redirects by a script',
      { [`${apex}/`]: home, [`${www}/`]: `<script>location.replace("http://${apex}:PORT/")</script>` },
      ['/robots.txt', '/'],
    ],
    [
      'the start page names a canonical URL of the counterpart',
      { [`${apex}/`]: linkPage('Home', links, `<link rel="canonical" href="http://${www}:PORT/">`) },
      [],
    ],
    [
      'the page of the counterpart names the start page as canonical',
      {
        [`${apex}/`]: home,
        [`${www}/`]: linkPage('Copy', [], `<link rel="canonical" href="http://${apex}:PORT">`),
      },
      ['/robots.txt', '/'],
    ],
    ['both send the same page', { [`${apex}/`]: home, [`${www}/`]: home }, ['/robots.txt', '/']],
  ];

  it.each(evidence)('lists each page once, as observed, when %s', async (_, pages, requests) => {
    for (const input of [{}, { includeSubdomains: true }]) {
      const { urls, hits } = await map({ ...copies(apex), ...copies(www), ...pages }, apex, input);
      expect(urls).toEqual([`${apex}/`, `${www}/a`, `${apex}/b`]);
      const decisive = hitsOf(hits, www).filter((hit) => !/\/[ab]$|sitemap/.test(hit));
      // The page of the counterpart that is listed is fetched, with robots.txt.
      expect(decisive).toEqual(
        requests.length > 0 ? requests.map((path) => `${www}${path}`) : [`${www}/robots.txt`],
      );
    }
  });

  it('is mapped from the host that the script of the start page redirects to', async () => {
    const { urls } = await map({
      [`${apex}/`]: `<script>window.location.href = "http://${www}:PORT/"</script>`,
      ...hostOf(www, 'Home', ['/a'], [`http://${apex}:PORT/a`]),
    });
    expect(urls).toEqual([`${www}/`, `${www}/a`]);
  });

  it('is decided before a sitemap of the counterpart is read, whose host allows one request at a time', async () => {
    const { urls } = await map(
      {
        [`${apex}/`]: linkPage('Home', []),
        [`${www}/`]: linkPage('Home', []),
        [`${apex}/robots.txt`]: text(`Sitemap: http://${www}:PORT/map.txt`),
        [`${www}/robots.txt`]: text('User-agent: *\nCrawl-delay: 0.01'),
        [`${www}/map.txt`]: text(`http://${www}:PORT/a\nhttp://${apex}:PORT/a\n`),
      },
      apex,
      { sitemapOnly: true },
    );
    expect(urls).toEqual([`${apex}/`, `${www}/a`]);
  });

  it('is known without a request when the start page redirects', async () => {
    const { urls, hits } = await map({
      [`${apex}/`]: redirect(`http://${www}:PORT/`),
      ...hostOf(www, 'Home', ['/a'], [`http://${apex}:PORT/`, `http://${apex}:PORT/a`]),
    });
    expect(urls).toEqual([`${www}/`, `${www}/a`]);
    expect(hitsOf(hits, apex)).toEqual([`${apex}/robots.txt`, `${apex}/`]);
  });

  it('does not double the requests of a crawl', async () => {
    const many = paths(60);
    const both = (host: string) =>
      hostOf(host, 'Same', many, [
        ...many.map((path) => `http://${www}:PORT${path}`),
        `http://${apex}:PORT/`,
      ]);
    const { urls, hits } = await map({ ...both(apex), ...both(www) }, apex, { ignoreSitemap: true });
    expect(urls).toHaveLength(61);
    // Pages, the robots.txt of both hosts, and the home page of the counterpart.
    expect(hits.length).toBe(61 + 2 + 1);
  });

  it('asks nothing of the counterpart when nothing names it', async () => {
    const { hits } = await map(hostOf(apex, 'Home', ['/a']));
    expect(hitsOf(hits, www)).toEqual([]);
  });

  it('is decided for a sitemap whose URLs all name the counterpart', async () => {
    const { urls } = await map({
      ...hostOf(apex, 'Home', ['/a']),
      ...hostOf(www, 'Home', ['/a']),
      [`${apex}/sitemap.xml`]: sitemapXml([
        `http://${www}:PORT/`,
        `http://${www}:PORT/a`,
        `http://${www}:PORT/s`,
      ]),
    });
    expect(urls).toEqual([`${apex}/`, `${apex}/a`, `${www}/s`]);
  });
});

describe('a counterpart that cannot be compared', () => {
  const home = hostOf(apex, 'Apex', ['/a'], [`http://${www}:PORT/`, `http://${www}:PORT/a`]);
  const all = [`${apex}/`, `${apex}/a`, `${www}/`, `${www}/a`];

  it('is not requested when its robots.txt disallows it, and stays another host of the site', async () => {
    const { urls, hits } = await map({ ...home, [`${www}/robots.txt`]: text('User-agent: *\nDisallow: /') });
    expect(urls).toEqual(all);
    expect(hitsOf(hits, www)).toEqual([`${www}/robots.txt`]);
  });

  it('is not followed to a path that its robots.txt disallows', async () => {
    const { hits } = await map({
      ...home,
      [`${www}/robots.txt`]: text('User-agent: *\nDisallow: /closed'),
      [`${www}/`]: redirect('/closed'),
      [`${www}/closed`]: 'closed',
    });
    expect(hits).not.toContain(`${www}/closed`);
  });

  it.each([401, 403, 500, 503])('stays another host of the site when it responds with %i', async (status) => {
    const { urls } = await map({ ...home, [`${www}/`]: { status }, [`${www}/a`]: { status } });
    expect(urls).toEqual(all);
  });

  it('is another site when it has no such page, redirects elsewhere, or does not exist', async () => {
    const onlyApex = [`${apex}/`, `${apex}/a`];
    expect((await map({ ...home, [`${www}/`]: { status: 404 } })).urls).toEqual(onlyApex);
    expect((await map({ ...home, [`${www}/`]: redirect('http://parking.test:PORT/') })).urls).toEqual(
      onlyApex,
    );
    const web = createGuardedClient({
      allow: ['127.0.0.0/8'],
      userAgent: 'Quern/0.1',
      now: () => Date.now(),
      lookup: async (host) => {
        if (host === www) throw new Error('ENOTFOUND');
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    expect((await map(home, apex, {}, { fetch: web.fetch, open: web.open })).urls).toEqual(onlyApex);
    await web.close();
  });

  it('leaves most of the time to the map when it is slow', async () => {
    const slow: TestPage = { delayMs: 60_000 };
    const { urls, result } = await map(
      { ...hostOf(apex, 'Apex', paths(5)), [`${www}/robots.txt`]: slow, [`${www}/`]: slow },
      apex,
      { includeSubdomains: true },
      { timeBudgetMs: 4000 },
    );
    expect(urls).toEqual(['/', ...paths(5)].map((path) => `${apex}${path}`));
    expect(result.truncated).toBe(false);
  });

  it('is asked once more after Retry-After at most, and the map goes on', async () => {
    const limited: TestPage = { status: 429, headers: { 'retry-after': '120' } };
    const { urls, hits } = await map({ ...home, [`${www}/`]: limited, [`${www}/a`]: limited });
    expect(urls).toEqual(all);
    expect(hitsOf(hits, www).length).toBeLessThanOrEqual(2);
  });

  it('does not exist for an IP address', async () => {
    const site = await fixture.serve({ '/': linkPage('Home', ['/a']), '/a': linkPage('A', []) });
    const { links } = await fixture.map(site.origin, { includeSubdomains: true });
    expect(links).toHaveLength(2);
  });
});
