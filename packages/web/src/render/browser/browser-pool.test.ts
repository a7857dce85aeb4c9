import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserPool, type BrowserPoolOptions } from './browser-pool.ts';
import { RenderError } from './render-error.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser without processes, which reports its end to the pool. */
class FakeBrowser {
  isClosed = false;
  #onDisconnect = (): void => undefined;

  once(_event: string, listener: () => void): void {
    this.#onDisconnect = listener;
  }

  async newBrowserCDPSession() {
    return { send: async () => ({ processInfo: [] }), detach: async () => undefined };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#onDisconnect();
  }

  crash(): void {
    this.#onDisconnect();
  }
}

function createPool(options: Partial<BrowserPoolOptions> = {}) {
  const browsers: FakeBrowser[] = [];
  const warnings: string[] = [];
  const pool = new BrowserPool({
    launch: async () => {
      const browser = new FakeBrowser();
      browsers.push(browser);
      return browser as unknown as Browser;
    },
    memoryBytesMax: 1e9,
    pagesPerBrowser: 2,
    idleTimeoutMs: 60_000,
    onWarning: (message) => void warnings.push(message),
    ...options,
  });
  return { pool, browsers, warnings };
}

async function servePage(pool: BrowserPool): Promise<Browser> {
  const handle = await pool.acquireBrowser();
  pool.countPage(handle);
  await pool.releaseBrowser(handle);
  return handle.browser;
}

describe('BrowserPool', () => {
  it('shares one browser between concurrent pages', async () => {
    const { pool, browsers } = createPool({ pagesPerBrowser: 100 });
    const handles = await Promise.all([pool.acquireBrowser(), pool.acquireBrowser()]);
    expect(handles[0]).toBe(handles[1]);
    expect([browsers.length, handles[0]?.active, (await pool.stats()).launches]).toEqual([1, 2, 1]);
  });

  it('replaces a browser after its number of pages, and closes it after the last one', async () => {
    const { pool, browsers } = createPool();
    const open = await pool.acquireBrowser();
    await servePage(pool);
    await servePage(pool);
    await servePage(pool);
    expect(browsers.map(({ isClosed }) => isClosed)).toEqual([false, false]);
    await pool.releaseBrowser(open);
    expect(browsers.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('launches a new browser after a crash, and warns', async () => {
    const { pool, browsers, warnings } = createPool();
    await servePage(pool);
    browsers[0]?.crash();
    await servePage(pool);
    expect([browsers.length, warnings.length]).toEqual([2, 1]);
    expect(warnings[0]).toContain('ended unexpectedly');
  });

  it('repeats the error of a failed launch for 30 s without another launch', async () => {
    let launches = 0;
    const launch = async (): Promise<Browser> => {
      launches += 1;
      throw new RenderError('unavailable', 'Chromium does not start');
    };
    const { pool, warnings } = createPool({ launch });
    for (let page = 0; page < 3; page++) {
      await expect(pool.acquireBrowser()).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect([launches, warnings]).toEqual([1, ['Chromium does not start']]);
    vi.advanceTimersByTime(30_000);
    await expect(pool.acquireBrowser()).rejects.toThrow('does not start');
    expect(launches).toBe(2);
  });

  it('closes the browser after the idle timeout, unless a page comes first', async () => {
    const { pool, browsers } = createPool({ pagesPerBrowser: 100 });
    await servePage(pool);
    pool.onIdle();
    vi.advanceTimersByTime(59_999);
    pool.onBusy();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browsers[0]?.isClosed).toBe(false);
    pool.onIdle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browsers[0]?.isClosed).toBe(true);
  });

  it('closes its browsers and launches no more when it is closed', async () => {
    const { pool, browsers, warnings } = createPool();
    await servePage(pool);
    await pool.close();
    expect([browsers[0]?.isClosed, warnings]).toEqual([true, []]);
    await expect(pool.acquireBrowser()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
