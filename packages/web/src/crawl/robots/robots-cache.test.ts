import { MemoryWeb } from '@quern/testing/web/memory-web';
import { describe, expect, it } from 'vitest';
import { tryFetch } from '../politeness/throttled-fetch.ts';
import { RobotsCache, type RobotsCacheOptions, withAbortSignal } from './robots-cache.ts';

const url = 'http://example.test/private/page';

function createCache(web: MemoryWeb, options: Partial<RobotsCacheOptions> = {}): RobotsCache {
  return new RobotsCache({
    fetch: (target, request) => tryFetch(web.fetch, target, request),
    userAgent: 'Quern/0.1',
    mode: 'obey',
    onDelay: () => undefined,
    ...options,
  });
}

const robots = (body: string, status = 200) => new MemoryWeb(() => ({ body, status }));

describe('RobotsCache', () => {
  it('fetches the robots.txt of a host once', async () => {
    const web = robots('User-agent: *\nDisallow: /private\nSitemap: /map.xml');
    const cache = createCache(web);
    expect(await Promise.all([cache.allows(url), cache.allows('http://example.test/open')])).toEqual([
      false,
      true,
    ]);
    expect(await cache.sitemaps(url)).toEqual(['http://example.test/map.xml']);
    expect(web.requests).toHaveLength(1);
  });

  it('allows everything with mode ignore', async () => {
    expect(await createCache(robots('User-agent: *\nDisallow: /'), { mode: 'ignore' }).allows(url)).toBe(
      true,
    );
  });

  it.each([
    [404, true, false],
    [403, true, false],
    [429, false, true],
    [500, false, true],
  ])('with status %s: allows %s, is unreachable %s', async (status, allows, isUnreachable) => {
    const cache = createCache(robots('User-agent: *\nDisallow: /', status));
    expect([await cache.allows(url), await cache.isUnreachable(url)]).toEqual([allows, isUnreachable]);
  });

  it('allows everything when an HTML page is served in place of robots.txt', async () => {
    expect(await createCache(robots('<!doctype html><p>Disallow: /')).allows(url)).toBe(true);
  });

  it('reports the Crawl-delay, at most 5,000 ms, once per host', async () => {
    const delays: [string, number][] = [];
    const onDelay = (host: string, delayMs: number) => void delays.push([host, delayMs]);
    const cache = createCache(robots('User-agent: *\nCrawl-delay: 60'), { onDelay });
    await cache.allows(url);
    await cache.allows(url);
    expect(delays).toEqual([['example.test', 5000]]);
  });
});

describe('withAbortSignal', () => {
  it('allows nothing after the abort, and keeps the rules for the next phase', async () => {
    const cache = createCache(robots(''));
    const controller = new AbortController();
    const phase = withAbortSignal(cache, controller.signal);
    expect(await phase.allows(url)).toBe(true);
    controller.abort();
    expect([await phase.allows(url), await phase.isUnreachable(url), await phase.sitemaps(url)]).toEqual([
      false,
      true,
      [],
    ]);
    expect(await cache.allows(url)).toBe(true);
  });
});
