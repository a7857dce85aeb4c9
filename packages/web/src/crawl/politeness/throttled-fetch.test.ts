import { type MemoryPage, MemoryWeb } from '@quern/testing/web/memory-web';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostThrottle } from './host-throttle.ts';
import { type FetchOutcome, ThrottledFetcher } from './throttled-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fetcher over a host that responds to its requests with the given pages, the last one repeatedly. */
function createFetcher(...pages: MemoryPage[]) {
  const { signal } = new AbortController();
  const web = new MemoryWeb(() => (pages.length > 1 ? pages.shift() : pages[0]));
  // clock: a fake one.
  const now = () => Date.now();
  const throttle = new HostThrottle(now, signal);
  const fetcher = new ThrottledFetcher({ fetch: web.fetch, now, throttle, signal });
  const fetch = async (url = 'http://example.test/a'): Promise<FetchOutcome> => {
    const outcome = fetcher.fetch(url, {});
    await vi.runAllTimersAsync();
    return outcome;
  };
  return { web, throttle, fetch };
}

const rateLimited = (retryAfter: string) => ({ status: 429, headers: { 'retry-after': retryAfter } });

describe('ThrottledFetcher', () => {
  it('retries after the seconds or the date of Retry-After', async () => {
    const { web, throttle, fetch } = createFetcher(
      rateLimited('3'),
      rateLimited('Thu, 01 Jan 1970 00:00:08 GMT'),
      { body: 'here' },
    );
    expect(await fetch()).toMatchObject({ ok: true, resource: { status: 200 } });
    expect(web.requests.map(({ atMs }) => atMs)).toEqual([0, 3000, 8000]);
    expect(throttle.isDisabled('example.test')).toBe(false);
  });

  it('retries 503 only with Retry-After', async () => {
    const unavailable = createFetcher({ status: 503 });
    expect(await unavailable.fetch()).toMatchObject({ ok: true, resource: { status: 503 } });
    expect(unavailable.web.requests).toHaveLength(1);
    const retried = createFetcher({ status: 503, headers: { 'retry-after': '1' } }, { body: 'here' });
    expect(await retried.fetch()).toMatchObject({ ok: true, resource: { status: 200 } });
  });

  it('disables a host after two retries that are rate-limited, and sends it no more requests', async () => {
    const { web, throttle, fetch } = createFetcher(rateLimited('1'));
    expect(await fetch()).toMatchObject({ ok: true, resource: { status: 429 } });
    expect([web.requests.length, throttle.isDisabled('example.test')]).toEqual([3, true]);
    expect(await fetch('http://example.test/b?token=secret')).toMatchObject({
      ok: false,
      code: 'connect',
      error: { url: 'http://example.test/b', message: expect.not.stringContaining('secret') },
    });
    expect(web.requests).toHaveLength(3);
  });

  it('disables a host that asks for a wait of over 30 s without a retry', async () => {
    const { web, throttle, fetch } = createFetcher(rateLimited('31'));
    await fetch();
    expect([web.requests.length, throttle.isDisabled('example.test')]).toEqual([1, true]);
  });

  it('does not disable a host whose robots.txt is rate-limited', async () => {
    const { throttle, fetch } = createFetcher(rateLimited('31'));
    await fetch('http://example.test/robots.txt');
    expect(throttle.isDisabled('example.test')).toBe(false);
  });
});
