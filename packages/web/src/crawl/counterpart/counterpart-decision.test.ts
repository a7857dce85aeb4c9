import { HostMapFixture, type HostPages, hostPages } from '@quern/testing/web/host-map-fixture';
import { linkPage, sitemapXml, type TestPage } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new HostMapFixture();
afterEach(() => fixture.close());

const apex = 'site.test';
const www = 'www.site.test';
type MapArguments = Parameters<HostMapFixture['map']>;
const map = (pages: HostPages, host = apex, input?: MapArguments[2], context?: MapArguments[3]) =>
  fixture.map(pages, host, input, context);
const hitsOf = (hits: readonly string[], host: string) => hits.filter((hit) => hit.startsWith(`${host}/`));
const text = (body: string): TestPage => ({ headers: { 'content-type': 'text/plain' }, body });
const redirect = (location: string): TestPage => ({ status: 301, headers: { location } });
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`);

describe('www and apex with different pages', () => {
  const shared = paths(10);
  const pages: HostPages = {
    ...hostPages(apex, 'Apex', shared, [`http://${www}:PORT/`]),
    ...hostPages(www, 'Www', shared),
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
    const moved: HostPages = {
      [`${apex}/`]: linkPage('Apex', ['/old']),
      [`${apex}/old`]: redirect(`http://${www}:PORT/new`),
      ...hostPages(www, 'Www', ['/new']),
    };
    const { urls, hits } = await map(moved);
    expect(urls).toEqual([`${apex}/`]);
    expect(hits).not.toContain(`${www}/new`);
    const wide = await map(moved, apex, { includeSubdomains: true });
    expect(wide.urls.sort()).toEqual([`${apex}/`, `${www}/`, `${www}/new`]);
  });

  it('are both listed when nothing links from one to the other, and each has a sitemap', async () => {
    const unlinked: HostPages = {
      ...hostPages(apex, 'Apex', ['/a']),
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
        ...hostPages(apex, 'Apex', ['/terms'], [`http://${www}:PORT/`]),
        ...hostPages(www, 'Www', ['/terms']),
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
  const copies = (host: string): HostPages => ({
    [`${host}/a`]: linkPage('A', []),
    [`${host}/b`]: linkPage('B', []),
  });

  const evidence: readonly (readonly [name: string, pages: HostPages, requests: readonly string[]])[] = [
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
      ...hostPages(www, 'Home', ['/a'], [`http://${apex}:PORT/a`]),
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
      ...hostPages(www, 'Home', ['/a'], [`http://${apex}:PORT/`, `http://${apex}:PORT/a`]),
    });
    expect(urls).toEqual([`${www}/`, `${www}/a`]);
    expect(hitsOf(hits, apex)).toEqual([`${apex}/robots.txt`, `${apex}/`]);
  });

  it('does not double the requests of a crawl', async () => {
    const many = paths(60);
    const both = (host: string) =>
      hostPages(host, 'Same', many, [
        ...many.map((path) => `http://${www}:PORT${path}`),
        `http://${apex}:PORT/`,
      ]);
    const { urls, hits } = await map({ ...both(apex), ...both(www) }, apex, { ignoreSitemap: true });
    expect(urls).toHaveLength(61);
    // HostPages, the robots.txt of both hosts, and the home page of the counterpart.
    expect(hits.length).toBe(61 + 2 + 1);
  });

  it('asks nothing of the counterpart when nothing names it', async () => {
    const { hits } = await map(hostPages(apex, 'Home', ['/a']));
    expect(hitsOf(hits, www)).toEqual([]);
  });

  it('is decided for a sitemap whose URLs all name the counterpart', async () => {
    const { urls } = await map({
      ...hostPages(apex, 'Home', ['/a']),
      ...hostPages(www, 'Home', ['/a']),
      [`${apex}/sitemap.xml`]: sitemapXml([
        `http://${www}:PORT/`,
        `http://${www}:PORT/a`,
        `http://${www}:PORT/s`,
      ]),
    });
    expect(urls).toEqual([`${apex}/`, `${apex}/a`, `${www}/s`]);
  });
});
