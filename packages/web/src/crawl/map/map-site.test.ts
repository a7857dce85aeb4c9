import { gzipSync } from 'node:zlib';
import {
  linkPage,
  serveSite,
  sitemapIndexXml,
  sitemapXml,
  type TestPage,
  type TestSite,
} from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';
import { FetchError } from '../../fetch/fetch-error.ts';
import { createGuardedClient, type GuardedClient } from '../../fetch/guarded-client.ts';
import { type MapContext, type MapInput, type MapResult, mapSite } from './map-site.ts';

const userAgent = 'Quern/0.1 (+https://example.org)';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of open.splice(0)) await item.close();
});

function client(): GuardedClient {
  const made = createGuardedClient({
    allow: ['127.0.0.0/8'],
    userAgent,
    now: () => 0,
    lookup: async (host) => {
      if (host.endsWith('.invalid')) throw new Error('ENOTFOUND');
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  open.push(made);
  return made;
}

async function serve(pages: Parameters<typeof serveSite>[0]): Promise<TestSite> {
  const site = await serveSite(pages);
  open.push(site);
  return site;
}

function map(
  url: string,
  input: Partial<MapInput> = {},
  context: Partial<MapContext> = {},
): Promise<MapResult> {
  const web = client();
  return mapSite(
    {
      url,
      ignoreSitemap: false,
      includeSubdomains: false,
      limit: 5000,
      sitemapOnly: false,
      enrichLinks: false,
      ...input,
    },
    {
      fetch: web.fetch,
      open: web.open,
      now: () => performance.now() + 1.8e12,
      timeBudgetMs: 10_000,
      robots: 'obey',
      userAgent,
      ...context,
    },
  );
}

const paths = (result: MapResult) =>
  result.links.map(({ url }) => new URL(url).pathname + new URL(url).search);

/** Builds pages once the port is known, for sitemaps with absolute addresses. */
async function serveWith(build: (origin: string) => Record<string, TestPage>): Promise<TestSite> {
  const pages: Record<string, TestPage> = {};
  const site = await serve((path, host) => pages[`${host}${path}`] ?? pages[path]);
  Object.assign(pages, build(site.origin));
  return site;
}

describe('sitemaps', () => {
  it('at the usual place gives its pages, the start page first', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml([`${origin}/b`, `${origin}/a`]),
    }));
    const result = await map(site.origin);
    expect(paths(result)).toEqual(['/', '/b', '/a']);
    expect(result).toMatchObject({ total: 3, truncated: false, sources: { sitemap: 2, crawl: 1, feed: 0 } });
  });

  it('named in robots.txt, nested three deep and gzipped under a wrong type, are all read', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow:\nSitemap: ${origin}/maps/index.xml`,
      },
      '/maps/index.xml': sitemapIndexXml([`${origin}/maps/second.xml`, `${origin}/maps/index.xml`]),
      '/maps/second.xml': sitemapIndexXml([`${origin}/maps/third.xml.gz`]),
      '/maps/third.xml.gz': {
        headers: { 'content-type': 'text/html' },
        body: gzipSync(sitemapXml([`${origin}/deep`])),
      },
    }));
    expect(paths(await map(site.origin))).toEqual(['/', '/deep']);
  });

  it('that break off in the middle keep what they gave', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': `${sitemapXml([`${origin}/one`, `${origin}/two`]).slice(0, -60)}<url><loc>${origin}/thr`,
    }));
    expect(paths(await map(site.origin))).toContain('/one');
  });

  it('with faults in the XML lose nothing but the fault', async () => {
    const broken = (origin: string) =>
      `<urlset><url><loc>${origin}/a?x=1&y=2</loc></url><url><loc>${origin}/b</loc></wrong></url><url><loc> ${origin}/c </loc></url>&nope;</urlset>`;
    const site = await serveWith((origin) => ({ '/': linkPage('Home', []), '/sitemap.xml': broken(origin) }));
    expect(paths(await map(site.origin))).toEqual(expect.arrayContaining(['/b', '/c']));
  });

  it('in a damaged gzip give what could be unpacked', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `/page-${index}-${(index * 7919) % 1013}`);
    const site = await serveWith((origin) => {
      const packed = gzipSync(sitemapXml(many.map((path) => origin + path)));
      return {
        '/': linkPage('Home', []),
        '/sitemap.xml.gz': packed ? { body: packed.subarray(0, packed.length / 2) } : '',
      };
    });
    const { total } = await map(site.origin, { sitemapOnly: true });
    expect(total).toBeGreaterThan(500);
    expect(total).toBeLessThan(3001);
  });

  it('that are HTML error pages count as none, and the next place is tried', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': `<!doctype html><html><body><url><loc>${origin}/not</loc></url></body></html>`,
      '/sitemap.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `\uFEFF${origin}/from-text\r\nnonsense\r\n${origin}/last`,
      },
    }));
    expect(paths(await map(site.origin))).toEqual(['/', '/from-text', '/last']);
  });

  it('as RSS and Atom are read, image addresses are not pages, hreflang variants are', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/robots.txt': `Sitemap: ${origin}/rss.xml\nSitemap: ${origin}/atom.xml\nSitemap: ${origin}/rich.xml`,
      '/rss.xml': `<rss version="2.0"><channel><link>${origin}/channel</link><item><link>${origin}/rss-item</link></item></channel></rss>`,
      '/atom.xml': `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="alternate" href="${origin}/atom-entry"/><link rel="edit" href="${origin}/edit"/></entry></feed>`,
      '/rich.xml': `<urlset xmlns:image="i" xmlns:xhtml="x"><url><loc>${origin}/en</loc><image:image><image:loc>${origin}/photo</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="${origin}/de"/></url></urlset>`,
    }));
    const found = paths(await map(site.origin));
    expect(found).toEqual(expect.arrayContaining(['/rss-item', '/atom-entry', '/en', '/de']));
    expect(found).not.toContain('/photo');
    expect(found).not.toContain('/edit');
  });

  it('of 50,000 addresses stream in bounded memory, and limit cuts after counting', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml(
        Array.from(
          { length: 50_000 },
          (_, index) => `${origin}/article/${index}/some-longer-title-of-a-page`,
        ),
      ),
    }));
    const before = process.memoryUsage().heapUsed;
    const result = await map(site.origin, { limit: 100, sitemapOnly: true }, { timeBudgetMs: 60_000 });
    expect(result.links).toHaveLength(100);
    expect(result).toMatchObject({ total: 50_001, truncated: true });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('that loop or lead to themselves end', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapIndexXml([`${origin}/a.xml`]),
      '/a.xml': sitemapIndexXml([`${origin}/sitemap.xml`, `${origin}/a.xml`]),
    }));
    expect(paths(await map(site.origin))).toEqual(['/']);
  });

  it('list no foreign hosts', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml(['https://example.com/x', `${origin}/own`]),
    }));
    expect(paths(await map(site.origin))).toEqual(['/', '/own']);
  });
});

describe('crawling', () => {
  it('finds pages breadth-first, through base href, areas, frames, meta refresh and pagination', async () => {
    const site = await serve({
      '/': linkPage(
        'Home',
        ['/a', 'mailto:x@y.z', 'javascript:void(0)', '#top'],
        '<link rel="next" href="/page/2">',
      ),
      '/a': `<base href="/sub/"><a href="b">b</a><map><area href="c"></map><frameset><frame src="/framed"></frameset>`,
      '/sub/b': '<meta http-equiv="refresh" content="0; URL=/refreshed">',
      '/sub/c': 'C',
      '/framed': 'Framed',
      '/page/2': 'Two',
      '/refreshed': 'Refreshed',
    });
    expect(paths(await map(site.origin))).toEqual([
      '/',
      '/page/2',
      '/a',
      '/sub/b',
      '/sub/c',
      '/framed',
      '/refreshed',
    ]);
  });

  it('adds to sitemaps, and reads feeds that pages announce', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', ['/linked'], '<link rel="alternate" type="application/rss+xml" href="/feed">'),
      '/linked': linkPage('Linked', ['/deeper']),
      '/deeper': linkPage('Deeper', []),
      '/fed': linkPage('Fed', []),
      '/mapped': linkPage('Mapped', []),
      '/feed': `<rss><channel><item><link>${origin}/fed</link></item></channel></rss>`,
      '/sitemap.xml': sitemapXml([`${origin}/mapped`]),
    }));
    const result = await map(site.origin);
    expect(paths(result).sort()).toEqual(['/', '/deeper', '/fed', '/linked', '/mapped']);
    expect(result.sources).toEqual({ crawl: 3, feed: 1, sitemap: 1 });
  });

  it('lists what robots.txt disallows but never fetches it', async () => {
    const site = await serve({
      '/': linkPage('Home', ['/open', '/secret/x']),
      '/open': linkPage('Open', []),
      '/robots.txt': 'User-agent: Quern\nDisallow: /secret/\n\nUser-agent: *\nDisallow: /open',
    });
    expect(paths(await map(site.origin))).toEqual(['/', '/open', '/secret/x']);
    expect(site.hits).not.toContain('/secret/x');
    expect(site.hits).toContain('/open');
    const ignoring = await map(site.origin, {}, { robots: 'ignore' });
    expect(site.hits).toContain('/secret/x');
    expect(paths(ignoring)).toEqual(['/', '/open']);
  });

  it('of a host whose robots.txt fails touches nothing but the start page', async () => {
    const site = await serve({
      '/': linkPage('Home', ['/a']),
      '/a': linkPage('A', []),
      '/robots.txt': { status: 500 },
    });
    expect(paths(await map(site.origin))).toEqual(['/', '/a']);
    expect(site.hits).not.toContain('/a');
  });

  it('keeps to one page at a time with a crawl delay', async () => {
    let running = 0;
    let most = 0;
    const slow: TestPage = (_request, response) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        response.setHeader('content-type', 'text/html');
        response.end('');
      }, 20);
    };
    const site = await serve({
      '/': linkPage('Home', ['/1', '/2', '/3']),
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.05',
      '/1': slow,
      '/2': slow,
      '/3': slow,
    });
    await map(site.origin, { ignoreSitemap: true });
    expect(most).toBe(1);
  });

  it('asks a host for at most eight pages at once', async () => {
    let running = 0;
    let most = 0;
    const site = await serve((path) => {
      if (path === '/')
        return linkPage(
          'Home',
          Array.from({ length: 40 }, (_, index) => `/p${index}`),
        );
      return (_request, response) => {
        most = Math.max(most, ++running);
        setTimeout(() => {
          running--;
          response.setHeader('content-type', 'text/html');
          response.end('');
        }, 15);
      };
    });
    await map(site.origin, { ignoreSitemap: true });
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('waits after 429 with Retry-After and asks again', async () => {
    let asked = 0;
    const site = await serve({
      '/': linkPage('Home', ['/busy']),
      '/busy': (_request, response) => {
        asked++;
        if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(linkPage('Busy', ['/behind']));
      },
      '/behind': linkPage('Behind', []),
    });
    expect(paths(await map(site.origin, { ignoreSitemap: true }))).toEqual(['/', '/busy', '/behind']);
    expect(asked).toBe(2);
  });

  it('bounds an endless calendar, and still finds the pages beside it', async () => {
    const site = await serve((path) => {
      if (path === '/') return linkPage('Home', ['/calendar/2026/1', '/events?month=1', '/about']);
      if (path === '/about') return linkPage('About', []);
      const calendar = /^\/calendar\/(\d+)\/(\d+)$/.exec(path);
      if (calendar) return linkPage('Month', [`/calendar/${calendar[1]}/${Number(calendar[2]) + 1}`]);
      const month = /month=(\d+)/.exec(path);
      return month ? linkPage('Events', [`/events?month=${Number(month[1]) + 1}`]) : undefined;
    });
    const result = await map(site.origin);
    expect(paths(result)).toContain('/about');
    expect(result.total).toBeLessThan(60);
    expect(result.truncated).toBe(false);
  });

  it('bounds paths that grow by repeating themselves', async () => {
    const site = await serve((path) => (/^\/(a\/)*$/.test(path) ? `<a href="a/">more</a>` : undefined));
    expect((await map(site.origin)).total).toBeLessThan(6);
  });

  it('bounds the permutations of sorting and filtering', async () => {
    const keys = ['price', 'name', 'date', 'rating'];
    const site = await serve((path) =>
      path.startsWith('/shop') || path === '/'
        ? linkPage('Shop', [
            '/shop',
            ...keys.flatMap((key) => [
              `/shop?sort=${key}&dir=asc`,
              `/shop?sort=${key}&dir=desc`,
              `${path}${path.includes('?') ? '&' : '?'}filter=${key}`,
            ]),
          ])
        : undefined,
    );
    expect((await map(site.origin)).total).toBeLessThan(12);
  });

  it('takes session ids for no part of an address', async () => {
    let session = 0;
    const site = await serve((path) => {
      session++;
      if (path === '/' || path.startsWith('/page'))
        return linkPage('Page', [`/page?PHPSESSID=${session}`, `/page2;jsessionid=${session}?a=1`]);
      return undefined;
    });
    expect(paths(await map(site.origin))).toEqual(['/', '/page', '/page2?a=1']);
  });

  it('takes spellings of one address for one page, and returns the first that was seen', async () => {
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', [
        `${origin}/About/`,
        '/About',
        '/About?utm_source=x',
        '/About#team',
        '/x/../About',
        '/caf%c3%a9',
        '/caf%C3%A9',
        '/caf\u00e9',
        '/index.html',
        '/q?b=2&a=1',
        '/q?a=1&b=2',
      ]),
      '/About/': linkPage('About', []),
      '/caf%c3%a9': linkPage('Cafe', []),
      '/q?b=2&a=1': linkPage('Q', []),
    }));
    expect(paths(await map(site.origin))).toEqual(['/', '/About/', '/caf%c3%a9', '/q?b=2&a=1']);
  });

  it("lists a redirect's target in its place, nothing that leads off the site, and no page that is gone", async () => {
    const site = await serve({
      '/': linkPage('Home', ['/old', '/away', '/gone', '/kept']),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': linkPage('New', ['/from-new']),
      '/from-new': linkPage('From new', []),
      '/away': { status: 302, headers: { location: 'http://other.test/' } },
      '/gone': { status: 410 },
      '/kept': { status: 503 },
    });
    expect(paths(await map(site.origin)).sort()).toEqual(['/', '/from-new', '/kept', '/new']);
  });

  it('takes a canonical address for a variant by query, but believes no page that names another', async () => {
    const site = await serve({
      '/': linkPage('Home', ['/item?ref=a', '/odd']),
      '/item?ref=a': linkPage('Item', [], '<link rel="canonical" href="/item">'),
      '/item': linkPage('Item', []),
      '/odd': linkPage('Odd', [], '<link rel="canonical" href="/">'),
    });
    expect(paths(await map(site.origin)).sort()).toEqual(['/', '/item', '/odd']);
  });

  it('lists documents but neither images, styles nor scripts, also when only the answer tells', async () => {
    const site = await serve({
      '/': linkPage('Home', ['/report.pdf', '/photo.jpg', '/style.css', '/download']),
      '/download': { headers: { 'content-type': 'image/png' }, body: 'x' },
    });
    expect(paths(await map(site.origin))).toEqual(['/', '/report.pdf']);
    expect(site.hits).not.toContain('/report.pdf');
  });

  it('lists translations that hreflang names', async () => {
    const site = await serve({
      '/': linkPage('Home', [], '<link rel="alternate" hreflang="de" href="/de/">'),
      '/de/': linkPage('De', []),
    });
    expect(paths(await map(site.origin))).toEqual(['/', '/de/']);
  });

  it('of a shell that a script fills falls back on the sitemap', async () => {
    const site = await serveWith((origin) => ({
      '/': '<div id="root"></div><script src="/app.js"></script>',
      '/sitemap.xml': sitemapXml([`${origin}/app/one`]),
    }));
    expect(paths(await map(site.origin))).toEqual(['/', '/app/one']);
  });
});

describe('scope', () => {
  it('follows the start page from the bare domain to www, and takes both for one', async () => {
    const site = await serveWith((origin) => {
      const port = new URL(origin).port;
      return {
        'example.co.uk/': { status: 301, headers: { location: `http://www.example.co.uk:${port}/` } },
        'www.example.co.uk/': linkPage('Home', [
          '/a',
          `http://example.co.uk:${port}/b`,
          `http://shop.example.co.uk:${port}/c`,
          `http://other.co.uk:${port}/d`,
        ]),
        'www.example.co.uk/a': linkPage('A', []),
        'example.co.uk/b': linkPage('B', []),
      };
    });
    const result = await map(`http://example.co.uk:${site.port}/`);
    expect(result.url).toBe(`http://www.example.co.uk:${site.port}/`);
    expect(result.links.map(({ url }) => new URL(url).hostname)).toEqual([
      'www.example.co.uk',
      'www.example.co.uk',
      'example.co.uk',
    ]);
  });

  it('includes subdomains of the registrable domain only when asked', async () => {
    const site = await serveWith((origin) => {
      const port = new URL(origin).port;
      return {
        'www.example.co.uk/': linkPage('Home', [
          `http://shop.example.co.uk:${port}/`,
          `http://other.co.uk:${port}/`,
        ]),
        'shop.example.co.uk/': linkPage('Shop', ['/deal']),
        'shop.example.co.uk/deal': linkPage('Deal', []),
      };
    });
    const url = `http://www.example.co.uk:${site.port}/`;
    expect((await map(url)).total).toBe(1);
    const wide = await map(url, { includeSubdomains: true });
    expect(
      wide.links.map((link) => new URL(link.url).host.replace(/:.*/, '') + new URL(link.url).pathname),
    ).toEqual(['www.example.co.uk/', 'shop.example.co.uk/', 'shop.example.co.uk/deal']);
  });
});

describe('each field of the request', () => {
  const small = () =>
    serveWith((origin) => ({
      '/': linkPage('Home', ['/crawled']),
      '/crawled': linkPage('Crawled', []),
      '/mapped': linkPage(
        'Pricing of mapped things',
        [],
        '<meta name="description" content="What it costs">',
      ),
      '/sitemap.xml': sitemapXml([`${origin}/mapped`]),
    }));

  it('url: a start page that cannot be had and no sitemap is an error that names it', async () => {
    const site = await serve({});
    await expect(map(`${site.origin}/x`)).rejects.toMatchObject({ name: 'FetchError', code: 'bad_response' });
    await expect(map('http://nowhere.invalid/')).rejects.toMatchObject({ code: 'dns' });
    await expect(map('http://10.0.0.1/')).rejects.toMatchObject({ code: 'forbidden_address' });
  });

  it('url: a start page that cannot be had is no error when a sitemap gives links', async () => {
    const site = await serveWith((origin) => ({
      '/': { status: 500 },
      '/sitemap.xml': sitemapXml([`${origin}/a`]),
    }));
    expect(paths(await map(site.origin))).toEqual(['/', '/a']);
  });

  it('ignoreSitemap: only what links lead to', async () => {
    const site = await small();
    expect(paths(await map(site.origin, { ignoreSitemap: true }))).toEqual(['/', '/crawled']);
    expect(site.hits.filter((path) => path.includes('sitemap'))).toEqual([]);
  });

  it('sitemapOnly: only what sitemaps name', async () => {
    expect(paths(await map((await small()).origin, { sitemapOnly: true }))).toEqual(['/', '/mapped']);
  });

  it('limit: cuts the list and says so', async () => {
    const result = await map((await small()).origin, { limit: 2 });
    expect(paths(result)).toEqual(['/', '/crawled']);
    expect(result).toMatchObject({ total: 3, truncated: true });
  });

  it('search: keeps what matches, best first, ranked before the limit', async () => {
    const site = await serve({
      '/': linkPage('Home', [
        '/blog/a-day',
        '/pricing',
        '/preisliste/caf%C3%A9-prices',
        '/docs/pricing/enterprise-plans-in-detail',
      ]),
      '/blog/a-day': 'A day',
      '/pricing': 'Pricing',
      '/preisliste/caf%C3%A9-prices': 'Coffee',
      '/docs/pricing/enterprise-plans-in-detail': 'Plans',
    });
    const result = await map(site.origin, { search: 'Pricing', limit: 1 });
    expect(paths(result)).toEqual(['/pricing']);
    expect(result.total).toBe(2);
    expect(result.links[0]?.score).toBeGreaterThan(0);
    expect(paths(await map(site.origin, { search: 'CAFE' }))).toEqual(['/preisliste/caf%C3%A9-prices']);
    expect((await map(site.origin, { search: 'zebra' })).links).toEqual([]);
  });

  it('enrichLinks: adds what the pages say', async () => {
    const result = await map((await small()).origin, { enrichLinks: true });
    expect(result.links.find(({ url }) => url.endsWith('/mapped'))).toMatchObject({
      title: 'Pricing of mapped things',
      description: 'What it costs',
      lastModified: '2026-01-02',
      status: 200,
      contentType: 'text/html',
      source: 'sitemap',
      language: 'en',
    });
    expect(result.links.find(({ url }) => url.endsWith('/crawled'))).toMatchObject({
      depth: 1,
      source: 'crawl',
    });
  });
});

describe('enriching keeps the pace that finding was given', () => {
  it('a Crawl-delay of robots.txt lies between the requests of both', async () => {
    const times: number[] = [];
    const timed: TestPage = (_request, response) => {
      times.push(performance.now());
      response.setHeader('content-type', 'text/html');
      response.end('<title>Page</title>');
    };
    const site = await serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.1',
      '/sitemap.xml': sitemapXml(Array.from({ length: 5 }, (_, index) => `${origin}/p${index}`)),
      ...Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`/p${index}`, timed])),
    }));
    const result = await map(site.origin, { sitemapOnly: true, enrichLinks: true });
    expect(result.links.filter(({ title }) => title === 'Page')).toHaveLength(5);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // Timers may fire a little early, and a request may take a little longer to arrive than the next.
    expect(Math.min(...gaps)).toBeGreaterThan(70);
  });

  it('a host that answered 429 while links were found is not asked again', async () => {
    let asked = 0;
    const site = await serve({
      // Links marked nofollow are listed but not crawled, so only enriching asks for them.
      '/': `<a href="/busy">busy</a><a rel="nofollow" href="/later">1</a><a rel="nofollow" href="/later2">2</a>`,
      '/busy': (_request, response) => {
        asked++;
        response.writeHead(429, { 'retry-after': '3600' }).end();
      },
    });
    await map(site.origin, { ignoreSitemap: true, enrichLinks: true });
    expect(asked).toBe(1);
    expect(site.hits.filter((path) => path.startsWith('/later'))).toEqual([]);
  });
});

describe('time and cancellation', () => {
  it('over gives what was found, as truncated', async () => {
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      return path === '/' ? linkPage('Home', ['/a', '/b']) : { delayMs: 5000, body: 'late' };
    });
    const started = performance.now();
    const result = await map(site.origin, { ignoreSitemap: true }, { timeBudgetMs: 700 });
    expect(performance.now() - started).toBeLessThan(4800);
    expect(paths(result)).toEqual(['/', '/a', '/b']);
    expect(result.truncated).toBe(true);
  });

  it('cancelled by the caller is an error', async () => {
    const site = await serve((path) => (path === '/' ? linkPage('Home', ['/a']) : { delayMs: 5000 }));
    const failure = await map(
      site.origin,
      { ignoreSitemap: true },
      { signal: AbortSignal.timeout(200) },
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FetchError);
    expect(failure).toMatchObject({ code: 'aborted' });
  });

  it('is reported on the way', async () => {
    const seen: number[] = [];
    const site = await serve((path) => linkPage('Page', path.length < 6 ? [`${path}a`, `${path}b`] : []));
    await map(site.origin, { ignoreSitemap: true }, { progress: (fraction) => seen.push(fraction) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
  });
});
