import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { MemoryWeb } from '@quern/testing/web/memory-web';
import { linkPage } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FetchError } from '../../fetch/fetch-error.ts';

const fixture = new MapFixture();
afterEach(() => fixture.close());

/** A site whose start page responds at once and whose other pages never do. */
const slowSite = () =>
  new MemoryWeb(
    (path) => (path === '/' ? { body: linkPage('Home', ['/a', '/b']) } : undefined),
    (path) => (path === '/' || path === '/robots.txt' ? 0 : Number.POSITIVE_INFINITY),
  );

describe('time budget', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns partial results with truncated=true when it runs out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { origin, fetch, open } = slowSite();
    const startedMs = Date.now();
    const mapping = fixture.map(origin, { ignoreSitemap: true }, { fetch, open, timeBudgetMs: 700 });
    let finishedMs = 0;
    mapping.then(() => {
      finishedMs = Date.now();
    });
    while (finishedMs === 0) await vi.advanceTimersByTimeAsync(100);
    const result = await mapping;
    expect(pathsOf(result)).toEqual(['/', '/a', '/b']);
    expect(result.truncated).toBe(true);
    expect(finishedMs - startedMs).toBeGreaterThanOrEqual(700);
  });
});

describe('cancellation', () => {
  it('fails with aborted when the caller aborts', async () => {
    const controller = new AbortController();
    const { origin, fetch, open } = slowSite();
    const failure = await fixture
      .map(
        origin,
        { ignoreSitemap: true },
        {
          fetch: (url, options) => {
            if (url.endsWith('/a')) controller.abort();
            return fetch(url, options);
          },
          open,
          signal: controller.signal,
        },
      )
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FetchError);
    expect(failure).toMatchObject({ code: 'aborted', message: expect.stringContaining('canceled') });
  });
});

describe('progress', () => {
  it('reports progress between 0 and 1', async () => {
    const seen: number[] = [];
    const site = await fixture.serve((path) =>
      linkPage('Page', path.length < 6 ? [`${path}a`, `${path}b`] : []),
    );
    await fixture.map(site.origin, { ignoreSitemap: true }, { progress: (fraction) => seen.push(fraction) });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
  });
});
