import { Semaphore } from '@quern/runtime/scheduling/semaphore';
import { BrowserPool, type BrowserPoolStats } from './browser/browser-pool.ts';
import { launchChromium } from './browser/launch-chromium.ts';
import { locateChromium } from './browser/locate-chromium.ts';
import { RenderError } from './browser/render-error.ts';
import { abortedRenderError, renderPage } from './render-page.ts';
import type { RenderedPage, RenderLimits, RenderRequest } from './rendered-page.ts';

export { RenderError } from './browser/render-error.ts';
export type { RenderedPage, RenderRequest } from './rendered-page.ts';

/** The browser of a `PageRenderer`, and its limits. */
export interface PageRendererOptions extends RenderLimits {
  /** Path of a Chromium executable, or `auto` for the one of the optional package @sparticuz/chromium. */
  readonly chromium: string;
  /** Folder that the browser of the package is unpacked into. */
  readonly installDir: string;
  /** Maximum number of pages at the same time; further ones wait. */
  readonly concurrentPagesMax: number;
  /** Maximum memory of the browser and its pages together. */
  readonly memoryBytesMax: number;
  /** Number of pages after which a browser is replaced. Default 200. */
  readonly pagesPerBrowser?: number;
  /** Time without pages after which a browser is closed. Default 60,000 ms. */
  readonly idleTimeoutMs?: number;
  /** Called with a message for the operator when the browser does not start, crashes, or uses too much memory. */
  readonly onWarning: (message: string) => void;
}

/** Counters of a renderer and its browsers, for the metrics. */
export interface RendererStats extends BrowserPoolStats {
  readonly pagesRendered: number;
}

/** Renders pages in a headless browser. */
export interface PageRenderer {
  /** @throws RenderError */
  render(request: RenderRequest): Promise<RenderedPage>;
  /**
   * Starts the browser before the first page.
   *
   * @throws RenderError `unavailable`
   */
  warmUp(): Promise<void>;
  stats(): Promise<RendererStats>;
  /** Whether a browser runs. */
  readonly isLoaded: boolean;
  /** Closes the browser; pages that are being rendered fail. */
  close(): Promise<void>;
}

/** Maximum number of waiting pages; further ones fail with `busy`. */
const waitingMax = 128;

/**
 * Creates a renderer with one headless Chromium, which starts with the first page and is closed when idle. The number
 * of pages at the same time, the memory, and the pages per browser are limited. When the browser crashes, its pages
 * are tried once more in a new one.
 */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const slots = new Semaphore(options.concurrentPagesMax);
  const pool = new BrowserPool({
    launch: async () => {
      const files = await locateChromium(options.chromium, options.installDir);
      return launchChromium(files, options.onWarning);
    },
    memoryBytesMax: options.memoryBytesMax,
    pagesPerBrowser: options.pagesPerBrowser ?? 200,
    idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
    onWarning: options.onWarning,
  });
  let pagesRendered = 0;

  const acquireSlot = async ({ url, signal }: RenderRequest): Promise<void> => {
    if (slots.waiting >= waitingMax) {
      throw new RenderError('busy', `${waitingMax} pages are already waiting to be rendered`);
    }
    await slots.acquire(signal).catch(() => {
      throw abortedRenderError(url);
    });
  };

  const renderOnce = async (request: RenderRequest): Promise<RenderedPage> => {
    const handle = await pool.acquireBrowser();
    pool.countPage(handle);
    try {
      return await renderPage(handle.browser, request, options);
    } finally {
      await pool.releaseBrowser(handle);
    }
  };

  return {
    render: async (request) => {
      await acquireSlot(request);
      pool.onBusy();
      try {
        const page = await renderOnce(request).catch((error: unknown) => {
          // Actions may have had effects already.
          const hasActed = request.actions !== undefined && request.actions.length > 0;
          const isGone = error instanceof RenderError && error.code === 'browser_gone';
          const mayRetry = isGone && !hasActed && !pool.isClosed;
          if (mayRetry) return renderOnce(request);
          throw error;
        });
        pagesRendered += 1;
        // The browser follows HTTP redirects without asking, so the final URL is checked here.
        if (page.url !== request.url) await request.onNavigate?.(page.url);
        return page;
      } finally {
        slots.release();
        if (slots.inUse === 0) pool.onIdle();
      }
    },
    warmUp: async () => pool.releaseBrowser(await pool.acquireBrowser()),
    get isLoaded() {
      return pool.isLoaded;
    },
    stats: async () => ({ ...(await pool.stats()), pagesRendered }),
    close: () => pool.close(),
  };
}
