import type { Browser } from 'playwright-core';
import { measureBrowserMemory } from './browser-memory.ts';
import { launchChromium } from './launch-chromium.ts';
import { locateChromium } from './locate-chromium.ts';
import { createPageSlots } from './page-slots.ts';
import { RenderError } from './render-error.ts';
import { type RenderedPage, type RenderLimits, type RenderRequest, renderPage } from './render-page.ts';

export { RenderError } from './render-error.ts';
export type { RenderedPage, RenderRequest } from './render-page.ts';

export interface PageRendererOptions extends RenderLimits {
  /** `auto`: the Chromium of the optional package; else the path of one. */
  readonly chromium: string;
  /** Where the package's browser is unpacked. */
  readonly installDir: string;
  /** Pages at once; more wait in line. */
  readonly concurrentPagesMax: number;
  /** Memory that the browser and its pages may take together. */
  readonly memoryBytesMax: number;
  /** A browser is replaced after so many pages. Default 200. */
  readonly pagesPerBrowser?: number;
  /** A browser without work ends after so long. Default 60,000 ms. */
  readonly idleTimeoutMs?: number;
  /** Told of what an operator should know: a browser that does not start, crashes, memory. */
  readonly onWarning: (message: string) => void;
}

export interface RendererStats {
  /** Process ids of the browser and its children; empty without a browser. */
  readonly pids: readonly number[];
  readonly memoryBytes: number;
  readonly launches: number;
  readonly pagesRendered: number;
}

export interface PageRenderer {
  /** @throws RenderError */
  render(request: RenderRequest): Promise<RenderedPage>;
  /** Starts the browser ahead of the first page. */
  warmUp(): Promise<void>;
  stats(): Promise<RendererStats>;
  close(): Promise<void>;
}

interface Lease {
  readonly browser: Browser;
  served: number;
  active: number;
  retired: boolean;
}

const waitingMax = 128;
const memoryEveryMs = 1000;
/** A browser that did not start is not tried again for so long. */
const retryLaunchMs = 30_000;

/**
 * Renders pages in one headless Chromium, which starts with the first page and ends when idle. Bounded: pages
 * at once, memory, pages a browser. A browser that ends in the middle is replaced, and the pages it had are
 * tried once more.
 */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const places = createPageSlots(options.concurrentPagesMax, waitingMax);
  const open = new Set<Lease>();
  let current: Promise<Lease> | undefined;
  let failed: { readonly error: RenderError; readonly atMs: number } | undefined;
  let closed = false;
  let launches = 0;
  let rendered = 0;
  let idle: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;

  const start = async (): Promise<Lease> => {
    const files = await locateChromium(options.chromium, options.installDir);
    const browser = await launchChromium(files, options.onWarning);
    launches += 1;
    const lease: Lease = { browser, served: 0, active: 0, retired: false };
    open.add(lease);
    browser.once('disconnected', () => {
      open.delete(lease);
      if (!lease.retired) options.onWarning('the browser ended unexpectedly; the next page starts a new one');
      lease.retired = true;
    });
    return lease;
  };

  const tryStart = (): Promise<Lease> =>
    start().catch((error: unknown) => {
      if (error instanceof RenderError) {
        failed = { error, atMs: performance.now() };
        options.onWarning(error.message);
      }
      throw error;
    });

  /** A browser that takes pages, counted as one page more in it. */
  const lend = async (): Promise<Lease> => {
    for (;;) {
      if (closed) throw new RenderError('unavailable', 'the service is shutting down');
      if (failed !== undefined && performance.now() - failed.atMs < retryLaunchMs) throw failed.error;
      failed = undefined;
      current ??= tryStart();
      const attempt = current;
      const lease = await attempt.catch((error: unknown) => {
        if (current === attempt) current = undefined;
        throw error;
      });
      if (!lease.retired && !closed) {
        lease.active += 1;
        return lease;
      }
      if (current === attempt) current = undefined;
    }
  };

  const giveBack = async (lease: Lease): Promise<void> => {
    lease.active -= 1;
    if (lease.retired) await retire(lease);
  };

  const retire = async (lease: Lease): Promise<void> => {
    lease.retired = true;
    if (lease.active === 0) await lease.browser.close().catch(() => undefined);
  };

  const once = async (request: RenderRequest): Promise<RenderedPage> => {
    const lease = await lend();
    lease.served += 1;
    if (lease.served >= (options.pagesPerBrowser ?? 200)) lease.retired = true;
    try {
      return await renderPage(lease.browser, request, options);
    } finally {
      await giveBack(lease);
    }
  };

  const checkMemory = async (): Promise<void> => {
    for (const lease of open) {
      const memory = await measureBrowserMemory(lease.browser).catch(() => undefined);
      if (memory === undefined) continue;
      if (memory.bytes > options.memoryBytesMax && memory.largestPage !== undefined) {
        options.onWarning(
          `the browser holds ${Math.round(memory.bytes / 1e6)} MB; its largest page is ended`,
        );
        endProcess(memory.largestPage.pid);
      }
      if (memory.bytes > options.memoryBytesMax / 2 && lease.active === 0) await retire(lease);
      else if (memory.bytes > options.memoryBytesMax) lease.retired = true;
    }
  };

  const rest = (): void => {
    clearInterval(watch);
    watch = undefined;
    checkMemory().catch(() => undefined);
    clearTimeout(idle);
    idle = setTimeout(() => {
      for (const lease of open) retire(lease).catch(() => undefined);
    }, options.idleTimeoutMs ?? 60_000);
    idle.unref();
  };

  return {
    render: async (request) => {
      const leave = await places.acquire(request.signal);
      clearTimeout(idle);
      watch ??= setInterval(() => void checkMemory().catch(() => undefined), memoryEveryMs).unref();
      try {
        const page = await once(request).catch((error: unknown) => {
          if (error instanceof RenderError && error.code === 'browser_gone' && !closed) return once(request);
          throw error;
        });
        rendered += 1;
        // Redirects on the way are followed inside the browser: where they ended is looked at here.
        if (page.url !== request.url) await request.onNavigate?.(page.url);
        return page;
      } finally {
        leave();
        if (places.inUse() === 0) rest();
      }
    },
    warmUp: async () => {
      await giveBack(await lend());
    },
    stats: async () => {
      const states = await Promise.all([...open].map((lease) => processesOf(lease.browser)));
      const memory = await Promise.all([...open].map((lease) => measureBrowserMemory(lease.browser)));
      const memoryBytes = memory.reduce((sum, { bytes }) => sum + bytes, 0);
      return { pids: states.flat(), memoryBytes, launches, pagesRendered: rendered };
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      clearInterval(watch);
      await current?.catch(() => undefined);
      await Promise.all(
        [...open].map((lease) => {
          lease.retired = true;
          return lease.browser.close().catch(() => undefined);
        }),
      );
    },
  };
}

async function processesOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.map(({ id }) => id);
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
