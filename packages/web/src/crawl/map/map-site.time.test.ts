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
    const { origin, fetch, open, requests } = slowSite();
    const timeBudgetMs = 700;
    let isFinished = false;
    const mapping = fixture
      .map(origin, { ignoreSitemap: true }, { fetch, open, timeBudgetMs })
      .finally(() => {
        isFinished = true;
      });
    // Polling advances the clock by its interval: it stands still while the map does what it can.
    await expect.poll(() => requests.length, { interval: 0 }).toBe(4);
    await vi.advanceTimersByTimeAsync(timeBudgetMs - 1);
    expect(isFinished).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const result = await mapping;
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/', '/a', '/b']);
    expect(pathsOf(result)).toEqual(['/', '/a', '/b']);
    expect(result.truncated).toBe(true);
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
