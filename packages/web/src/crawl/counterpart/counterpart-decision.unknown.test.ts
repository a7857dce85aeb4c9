import { HostMapFixture, type HostPages, hostPages } from '@quern/testing/web/host-map-fixture';
import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { MemoryWeb } from '@quern/testing/web/memory-web';
import { linkPage, type TestPage } from '@quern/testing/web/serve-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { afterEach, describe, expect, it, vi } from 'vitest';

const fixture = new HostMapFixture();
afterEach(() => {
  vi.useRealTimers();
  return fixture.close();
});

const apex = 'site.test';
const www = 'www.site.test';
type MapArguments = Parameters<HostMapFixture['map']>;
const map = (pages: HostPages, host = apex, input?: MapArguments[2], context?: MapArguments[3]) =>
  fixture.map(pages, host, input, context);
const hitsOf = (hits: readonly string[], host: string) => hits.filter((hit) => hit.startsWith(`${host}/`));
const text = (body: string): TestPage => ({ headers: { 'content-type': 'text/plain' }, body });
const redirect = (location: string): TestPage => ({ status: 301, headers: { location } });
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`);

describe('a counterpart that cannot be compared', () => {
  const home = hostPages(apex, 'Apex', ['/a'], [`http://${www}:PORT/`, `http://${www}:PORT/a`]);
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
      // clock: the client's own, on which no expectation depends.
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const pages = paths(5);
    const fast = new MemoryWeb((path) => {
      if (path === '/') return { body: linkPage('Apex', pages) };
      return pages.includes(path) ? { body: linkPage(`Apex ${path}`, ['/']) } : undefined;
    });
    const slow = new MemoryWeb(
      () => undefined,
      () => Number.POSITIVE_INFINITY,
    );
    const webOf = (url: string) => (new URL(url).host === www ? slow : fast);
    let isFinished = false;
    const mapping = new MapFixture()
      .map(
        `http://${apex}/`,
        { includeSubdomains: true },
        {
          fetch: (url, options) => webOf(url).fetch(url, options),
          open: (url, options) => webOf(url).open(url, options),
          timeBudgetMs: 40_000,
        },
      )
      .finally(() => {
        isFinished = true;
      });
    // Polling advances the clock by its interval: it stands still until the map waits for the counterpart.
    await expect.poll(() => slow.requests.length, { interval: 0 }).toBe(1);
    // A fifth of the budget.
    await vi.advanceTimersByTimeAsync(8000);
    await expect.poll(() => isFinished, { interval: 1 }).toBe(true);
    const result = await mapping;
    expect(pathsOf(result)).toEqual(['/', ...pages]);
    expect(result.truncated).toBe(false);
  });

  it('is asked once more after Retry-After at most, and the map goes on', async () => {
    const limited: TestPage = { status: 429, headers: { 'retry-after': '120' } };
    const { urls, hits } = await map({ ...home, [`${www}/`]: limited, [`${www}/a`]: limited });
    expect(urls).toEqual(all);
    expect(hitsOf(hits, www).length).toBeLessThanOrEqual(2);
  });
});
