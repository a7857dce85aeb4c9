import type { ServerResponse } from 'node:http';
import { waitFor } from '@quern/testing/clock/wait-for';
import { startTestService, type TestService, testApiKey } from '@quern/testing/service/start-test-service';
import {
  linkPage,
  serveSite,
  sitemapXml,
  type TestPages,
  type TestSite,
} from '@quern/testing/web/serve-site';
import { redirectPage, textPage } from '@quern/testing/web/site-case';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

interface JobData {
  readonly id: string;
  readonly operation: string;
  readonly status: string;
  readonly usage: number;
  readonly progress: { readonly fraction: number; readonly message: string | null };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly error: string };
}

interface CrawlLine {
  readonly cursor: number;
  readonly index: number;
  readonly url: string;
  readonly status: string;
  readonly usage: number;
  readonly data?: { readonly markdown: string; readonly scrape_id: string };
  readonly error?: { readonly code: string; readonly targetStatus?: number };
}

/** A page with prose, which needs no browser, and links. */
const page = (title: string, links: readonly string[] = [], head = ''): string =>
  linkPage(title, links, head).replace(
    '<body>',
    `<body><main><h1>${title}</h1><p>The water mill at ${title} was built in 1794 and ground wheat and rye.</p></main>`,
  );

/** Pages of a site that are held back. */
const held = new Set<ServerResponse>();
const release = (): void => {
  for (const response of held) response.end(page('Held'));
  held.clear();
};
const holdingPage = (_request: unknown, response: ServerResponse): void => {
  response.setHeader('content-type', 'text/html');
  response.on('close', () => held.delete(response));
  held.add(response);
};

describe('crawls', () => {
  let service: TestService;
  const sites: TestSite[] = [];
  beforeAll(async () => {
    service = await startTestService({ QUERN_CHROMIUM: 'off' });
  }, 60_000);
  afterAll(() => service.stop());
  afterEach(async () => {
    release();
    for (const site of sites.splice(0)) await site.close();
  });

  const serve = async (pages: TestPages): Promise<TestSite> => {
    const site = await serveSite(pages);
    sites.push(site);
    return site;
  };

  const request = (path: string, { method = 'GET', key = testApiKey } = {}) =>
    fetch(`${service.url}/v0/${path}`, { method, headers: { authorization: `Bearer ${key}` } });

  const read = async <Data>(response: Response | Promise<Response>): Promise<Data> =>
    ((await (await response).json()) as { data: Data }).data;

  const start = async (input: object, key = testApiKey): Promise<JobData> => {
    const response = await service.post('crawl', input, { authorization: `Bearer ${key}` });
    const job = await read<JobData>(response);
    expect([response.status, response.headers.get('location')]).toEqual([202, `/v0/jobs/${job.id}`]);
    return job;
  };

  const readPages = async (id: string, query = '', key = testApiKey): Promise<CrawlLine[]> => {
    const response = await request(`crawl/${id}/results${query}`, { key });
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const text = await response.text();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as CrawlLine]));
  };

  /** Crawls a site to the end. */
  const crawl = async (input: object, key = testApiKey) => {
    const { id } = await start(input, key);
    const lines = await readPages(id, '?follow=true', key);
    return { id, lines, job: await read<JobData>(request(`jobs/${id}`, { key })) };
  };

  const paths = (site: TestSite, lines: readonly CrawlLine[], status = 'succeeded'): string[] =>
    lines.filter((line) => line.status === status).map(({ url }) => url.slice(site.origin.length));

  /** Requested pages of a site, without robots.txt and sitemaps. */
  const hits = ({ hits: all }: TestSite): string[] => all.filter((path) => !/robots|sitemap/.test(path));

  const createKey = async (credits: number, scopes?: readonly string[]) => {
    const created = await service.adminRequest('POST', '/accounts', { name: 'crawler', credits });
    const { account } = (await created.json()) as { account: { id: string } };
    const issued = await service.adminRequest('POST', '/keys', {
      accountId: account.id,
      name: 'crawler',
      scopes,
    });
    const { key } = (await issued.json()) as { key: { key: string } };
    return { accountId: account.id, key: key.key };
  };

  it('returns the pages that links and sitemaps lead to, each once, and charges those', async () => {
    const before = await service.balance();
    const site = await serve({
      '/': page('Home', [
        '/a',
        '/old',
        '/a/index.html',
        '/private/x',
        '/gone',
        '/picture.png',
        'https://elsewhere.test/',
      ]),
      '/a': page('A', ['/', 'b?utm_source=mail', '/B', '/listed']),
      '/b': page('B', ['/a', '/a#part']),
      '/B': page('Capital'),
      '/old': redirectPage('/new'),
      '/new': page('New', ['/old']),
      '/private/x': page('Private'),
      '/listed': page('Listed'),
      '/unlinked': page('Unlinked'),
      '/robots.txt': textPage('User-agent: *\nDisallow: /private'),
      '/sitemap.xml': (incoming, response) => {
        const origin = `http://${incoming.headers.host}`;
        response.setHeader('content-type', 'application/xml');
        response.end(sitemapXml([`${origin}/unlinked`, `${origin}/a`]));
      },
    });
    const { job, lines } = await crawl({ url: site.origin });
    expect(paths(site, lines).sort()).toEqual(['/', '/B', '/a', '/b', '/listed', '/old', '/unlinked']);
    expect(lines.filter(({ status }) => status === 'failed')).toMatchObject([
      { url: `${site.origin}/gone`, usage: 0, error: { code: 'target_status', targetStatus: 404 } },
    ]);
    expect(lines[0]).toMatchObject({
      cursor: 1,
      index: 0,
      url: `${site.origin}/`,
      usage: 1,
      data: { markdown: expect.stringContaining('# Home'), scrape_id: expect.stringMatching(/^scr_/) },
    });
    expect(job).toMatchObject({
      operation: 'crawl',
      status: 'succeeded',
      usage: 7,
      progress: { fraction: 1 },
      data: { url: `${site.origin}/`, succeeded: 7, failed: 1, disallowed: 1, found: 9, usage: 7 },
    });
    expect(job.data).not.toHaveProperty('stoppedBy');
    expect(hits(site).sort()).toEqual([
      '/',
      '/B',
      '/a',
      '/b',
      '/gone',
      '/listed',
      '/new',
      '/old',
      '/unlinked',
    ]);
    expect(await service.balance()).toBe(before - 7);
    expect(await readPages(job.id, '?cursor=2&limit=1')).toEqual([lines[2]]);
    expect(await readPages(job.id, `?cursor=${lines.length}`)).toEqual([]);
    const stored = await request(`scrapes/${lines[0]?.data?.scrape_id}`);
    expect((await read<{ markdown: string }>(stored)).markdown).toBe(lines[0]?.data?.markdown);
  });

  it('returns exactly as many pages as its limit, failed ones not counted', async () => {
    const site = await serve((path) => {
      const number = Number(path.slice(1));
      if (number % 3 === 2) return undefined;
      return page(path, [`/${number * 2 + 1}`, `/${number * 2 + 2}`]);
    });
    const { job, lines } = await crawl({ url: `${site.origin}/`, limit: 6, ignoreSitemap: true });
    expect(paths(site, lines)).toHaveLength(6);
    expect(job).toMatchObject({ usage: 6, data: { succeeded: 6, stoppedBy: 'limit' } });
    const dry = await service.post('crawl', { url: site.origin, limit: 6 }, { 'x-dry-run': 'true' });
    expect([dry.status, await read(dry)]).toMatchObject([200, { dryRun: true, price: 6 }]);
  });

  it('keeps to the pages that its rules include', async () => {
    const links = [
      '/docs/a',
      '/docs/a/b',
      '/docs/a/b/c',
      '/docs/draft/x',
      '/docs/manual.pdf?x=1',
      '/blog/a',
      '/',
    ];
    const site = await serve((path) => page(path, links.concat(`${path}?page=2`)));
    const common = { ignoreSitemap: true, maxDepth: 1 };
    const below = await crawl({
      url: `${site.origin}/docs`,
      ...common,
      excludePaths: ['/draft/', String.raw`\.pdf$`],
    });
    expect(paths(site, below.lines).sort()).toEqual(
      ['/docs', '/docs/a', '/docs/a/b', '/docs/a/b/c', '/docs?page=2'].sort(),
    );
    const whole = await crawl({
      url: `${site.origin}/docs`,
      ...common,
      allowBackwardLinks: true,
      ignoreQueryParameters: true,
      includePaths: ['^/blog/', '^/$', '^/docs/a$'],
    });
    expect(paths(site, whole.lines).sort()).toEqual(['/', '/blog/a', '/docs', '/docs/a']);
    const single = await crawl({ url: `${site.origin}/docs`, maxDepth: 0 });
    expect(paths(site, single.lines)).toEqual(['/docs']);
    expect(single.job.data).toMatchObject({ found: 1 });
  });

  it('passes the options of scrape on, and follows links that the options leave out of the result', async () => {
    const site = await serve({ '/': page('Home', ['/a']), '/a': page('A') });
    const scrape = {
      formats: ['text'],
      includeTags: ['h1'],
      headers: { 'x-test': 'yes' },
    };
    const { lines } = await crawl({ url: site.origin, ignoreSitemap: true, scrape });
    expect(lines.map(({ data }) => data)).toMatchObject([
      { markdown: '', text: 'Home', links: [{ url: `${site.origin}/a` }] },
      { markdown: '', text: 'A' },
    ]);
  });

  it('does not follow links that the site asks crawlers not to follow', async () => {
    const site = await serve({
      '/': page('Home', ['/a']).replace('</main>', '<a rel="nofollow" href="/login">Log in</a></main>'),
      '/a': page('A', ['/hidden'], '<meta name="robots" content="nofollow">'),
      '/login': page('Log in'),
      '/hidden': page('Hidden'),
    });
    expect(paths(site, (await crawl({ url: site.origin })).lines)).toEqual(['/', '/a']);
  });

  it('requests one page at a time if robots.txt asks for a delay', async () => {
    let open = 0;
    let openMax = 0;
    const site = await serve((path) => {
      if (path === '/robots.txt') return textPage('User-agent: *\nCrawl-delay: 0.05');
      return (_request, response) => {
        open += 1;
        openMax = Math.max(openMax, open);
        setImmediate(() => {
          open -= 1;
          response.setHeader('content-type', 'text/html');
          response.end(page(path, path === '/' ? ['/1', '/2', '/3', '/4'] : []));
        });
      };
    });
    const { lines } = await crawl({ url: site.origin, ignoreSitemap: true });
    expect([paths(site, lines), openMax]).toEqual([['/', '/1', '/2', '/3', '/4'], 1]);
  });

  it('waits as long as a site asks it to, and tries again', async () => {
    let refusals = 3;
    const site = await serve({
      '/': page('Home', ['/a']),
      '/a': (_request, response) => {
        refusals -= 1;
        response.writeHead(refusals > 0 ? 429 : 200, { 'content-type': 'text/html', 'retry-after': '0' });
        response.end(page('A'));
      },
    });
    const { lines } = await crawl({ url: site.origin, ignoreSitemap: true });
    expect(paths(site, lines)).toEqual(['/', '/a']);
    expect(hits(site)).toEqual(['/', '/a', '/a', '/a']);
  });

  it('returns pages while others are requested, and cancels those with the job', async () => {
    const before = await service.balance();
    const site = await serve({
      '/': page('Home', ['/1', '/2', '/3']),
      '/1': page('1'),
      '/2': holdingPage,
      '/3': holdingPage,
    });
    const { id } = await start({ url: site.origin, ignoreSitemap: true });
    await waitFor(async () => expect(await readPages(id)).toHaveLength(2));
    await waitFor(() => expect(held.size).toBe(2));
    const following = readPages(id, '?follow=true');
    const canceled = await request(`jobs/${id}`, { method: 'DELETE' });
    expect([canceled.status, await read(canceled)]).toMatchObject([200, { status: 'canceled', usage: 2 }]);
    await waitFor(() => expect(held.size).toBe(0));
    expect((await following).map(({ status }) => status).sort()).toEqual([
      'canceled',
      'canceled',
      'succeeded',
      'succeeded',
    ]);
    expect((await request(`jobs/${id}`, { method: 'DELETE' })).status).toBe(409);
    expect(await service.balance()).toBe(before - 2);
  });

  it('stops when the credits are used up, and continues there when its job is replayed', async () => {
    const { accountId, key } = await createKey(3);
    const site = await serve((path) => page(path, path === '/' ? ['/1', '/2', '/3', '/4', '/5'] : []));
    const first = await crawl({ url: site.origin, ignoreSitemap: true, maxConcurrency: 1 }, key);
    expect(first.job).toMatchObject({ status: 'failed', usage: 3, error: { code: 'insufficient_credits' } });
    expect(first.job.error?.error).toMatch(/^the crawl stopped after 3 pages: /);
    expect(paths(site, first.lines)).toEqual(['/', '/1', '/2']);
    await service.adminRequest('POST', `/accounts/${accountId}/credits`, { amount: 10, note: 'more' });
    const replayed = await fetch(`${service.url}/v0/jobs/replay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'failed' }),
    });
    expect(await read(replayed)).toEqual({ count: 1 });
    const lines = await readPages(first.id, '?follow=true', key);
    expect(paths(site, lines).sort()).toEqual(['/', '/1', '/2', '/3', '/4', '/5']);
    const job = await read<JobData>(request(`jobs/${first.id}`, { key }));
    expect(job).toMatchObject({ status: 'succeeded', usage: 6, data: { succeeded: 6, failed: 1, usage: 6 } });
    for (const path of ['/', '/1', '/2', '/4', '/5'])
      expect(
        hits(site).filter((hit) => hit === path),
        path,
      ).toHaveLength(1);
  });

  it('fails with the error of its start page, free of charge', async () => {
    const before = await service.balance();
    const site = await serve({
      '/robots.txt': textPage('User-agent: *\nDisallow: /private'),
      '/private': page('Private'),
    });
    const errors = [];
    for (const url of [`${site.origin}/gone`, `${site.origin}/private`, 'http://10.0.0.1/'])
      errors.push((await crawl({ url })).job);
    expect(errors).toMatchObject([
      { status: 'failed', usage: 0, error: { code: 'target_status' } },
      { status: 'failed', error: { code: 'blocked', error: expect.stringContaining('robots.txt') } },
      { status: 'failed', error: { code: 'forbidden_address' } },
    ]);
    expect(hits(site)).toEqual(['/gone']);
    expect(await service.balance()).toBe(before);
  });

  it('gives up a site that no longer responds, and returns the pages until then', async () => {
    const links = Array.from({ length: 60 }, (_, index) => `/${index}`);
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      return path === '/' ? page('Home', links) : { status: 500, body: '<h1>Error</h1>' };
    });
    const { job, lines } = await crawl({ url: site.origin, ignoreSitemap: true });
    expect(job).toMatchObject({ status: 'succeeded', data: { succeeded: 1, stoppedBy: 'site_unavailable' } });
    expect(lines.length).toBeGreaterThan(16);
    expect(lines.length).toBeLessThan(24);
  });

  it.each([
    [{}, 'url: is required'],
    [{ url: 'ftp://a.test/' }, 'url: '],
    [{ url: 'http://a.test/', limit: 0 }, 'limit: '],
    [{ url: 'http://a.test/', limit: 100_001 }, 'limit: '],
    [{ url: 'http://a.test/', maxDepth: -1 }, 'maxDepth: '],
    [
      { url: 'http://a.test/', includePaths: ['/a', '('] },
      'includePaths.1: is not a regular expression of RE2',
    ],
    [{ url: 'http://a.test/', excludePaths: ['(?=a)'] }, 'excludePaths.0: '],
    [{ url: 'http://a.test/', delay: 61 }, 'delay: '],
    [{ url: 'http://a.test/', pages: 3 }, 'unknown field: "pages"'],
    [{ url: 'http://a.test/', scrape: { url: 'http://a.test/' } }, 'unknown field: "scrape.url"'],
    [{ url: 'http://a.test/', scrape: { formats: ['screenshot'], render: 'never' } }, 'scrape.formats: '],
    [{ url: 'http://a.test/', scrape: { cookies: { '__Host-a': 'b' } } }, 'scrape.cookies.__Host-a: '],
  ])('rejects %j', async (input, message) => {
    const response = await service.post('crawl', input);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(message);
  });

  it('returns 404 for other ids and accounts, and 403 without the scope', async () => {
    const site = await serve({ '/': page('Home') });
    const { id } = await crawl({ url: site.origin, ignoreSitemap: true });
    const other = await createKey(5);
    const scraper = await createKey(5, ['scrape']);
    const scrape = await service.post('scrape', { url: site.origin }, { prefer: 'respond-async' });
    const { id: scrapeId } = await read<JobData>(scrape);
    const statuses = [];
    for (const [path, key] of [
      ['crawl/job_none/results', testApiKey],
      ['crawl/a.b/results', testApiKey],
      [`crawl/${scrapeId}/results`, testApiKey],
      [`crawl/${id}/results`, other.key],
      [`crawl/${id}/results`, scraper.key],
      [`batches/${id}`, testApiKey],
      [`crawl/${id}/results?cursor=-1`, testApiKey],
    ] as const)
      statuses.push((await request(path, { key })).status);
    expect(statuses).toEqual([404, 404, 404, 404, 403, 404, 400]);
    const denied = await service.post(
      'crawl',
      { url: site.origin },
      { authorization: `Bearer ${scraper.key}` },
    );
    expect(denied.status).toBe(403);
  });
});
