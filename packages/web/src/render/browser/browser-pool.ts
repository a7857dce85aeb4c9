import type { Browser } from 'playwright-core';
import { measureBrowserMemory } from './browser-memory.ts';
import { RenderError } from './render-error.ts';

/** How a `BrowserPool` launches browsers, and their limits. */
export interface BrowserPoolOptions {
  /** @throws RenderError `unavailable` */
  readonly launch: () => Promise<Browser>;
  /** Maximum memory of the browser and its pages together. */
  readonly memoryBytesMax: number;
  /** Number of pages after which a browser is replaced. */
  readonly pagesPerBrowser: number;
  /** Time without pages after which a browser is closed. */
  readonly idleTimeoutMs: number;
  readonly onWarning: (message: string) => void;
}

/** A running browser and the pages it renders. */
export interface BrowserHandle {
  readonly browser: Browser;
  /** Pages that are being rendered. */
  active: number;
  /** Pages that the browser was acquired for. */
  served: number;
  /** Whether the browser takes no more pages, and is closed after its last one. */
  isRetired: boolean;
}

/** Running browsers of a pool, for the metrics. */
export interface BrowserPoolStats {
  /** Ids of all processes of the running browsers. */
  readonly pids: readonly number[];
  readonly memoryBytes: number;
  /** Browsers launched since the pool was created. */
  readonly launches: number;
}

const memoryCheckIntervalMs = 1000;
/** After a failed launch, the error is returned without another attempt for this long. */
const relaunchDelayMs = 30_000;

/**
 * Launches a browser when a page needs one, and closes it when idle. At most one browser takes new pages; those it
 * replaced finish theirs. A browser is replaced when it crashed, has rendered its number of pages, or uses too much
 * memory.
 */
export class BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #handles = new Set<BrowserHandle>();
  #current: Promise<BrowserHandle> | undefined;
  #lastFailure: { readonly error: RenderError; readonly atMs: number } | undefined;
  #isClosed = false;
  #launches = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #memoryTimer: NodeJS.Timeout | undefined;

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether a browser runs. */
  get isLoaded(): boolean {
    return this.#handles.size > 0;
  }

  /**
   * Acquires the current browser for one page, launching one if needed.
   *
   * @throws RenderError `unavailable`
   */
  async acquireBrowser(): Promise<BrowserHandle> {
    for (;;) {
      if (this.#isClosed) throw new RenderError('unavailable', 'The renderer has been closed');
      const failure = this.#lastFailure;
      if (failure !== undefined && performance.now() - failure.atMs < relaunchDelayMs) throw failure.error;
      this.#lastFailure = undefined;
      this.#current ??= this.#launchOrReport();
      const attempt = this.#current;
      const handle = await attempt.catch((error: unknown) => {
        if (this.#current === attempt) this.#current = undefined;
        throw error;
      });
      if (!handle.isRetired && !this.#isClosed) {
        handle.active += 1;
        return handle;
      }
      if (this.#current === attempt) this.#current = undefined;
    }
  }

  /** Counts a page of a browser, and retires the browser with its last one. */
  countPage(handle: BrowserHandle): void {
    handle.served += 1;
    if (handle.served >= this.#options.pagesPerBrowser) handle.isRetired = true;
  }

  /** Releases a browser; a retired one is closed after its last page. */
  async releaseBrowser(handle: BrowserHandle): Promise<void> {
    handle.active -= 1;
    if (handle.isRetired) await this.#retire(handle);
  }

  /** Starts the checks that run while pages are rendered. */
  onBusy(): void {
    clearTimeout(this.#idleTimer);
    this.#memoryTimer ??= setInterval(() => this.#checkMemory(), memoryCheckIntervalMs).unref();
  }

  /** Ends the checks, and closes the browsers after the idle timeout. */
  onIdle(): void {
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
    this.#checkMemory();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const handle of this.#handles) void this.#retire(handle);
    }, this.#options.idleTimeoutMs).unref();
  }

  async stats(): Promise<BrowserPoolStats> {
    const memory = await Promise.all([...this.#handles].map(({ browser }) => measureBrowserMemory(browser)));
    return {
      pids: memory.flatMap(({ pids }) => pids),
      memoryBytes: memory.reduce((sum, { bytes }) => sum + bytes, 0),
      launches: this.#launches,
    };
  }

  /** Closes all browsers, with the pages in them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    clearInterval(this.#memoryTimer);
    await this.#current?.catch(() => undefined);
    await Promise.all(
      [...this.#handles].map((handle) => {
        handle.isRetired = true;
        return handle.browser.close().catch(() => undefined);
      }),
    );
  }

  async #launchOrReport(): Promise<BrowserHandle> {
    try {
      return await this.#launch();
    } catch (error) {
      if (error instanceof RenderError) {
        this.#lastFailure = { error, atMs: performance.now() };
        this.#options.onWarning(error.message);
      }
      throw error;
    }
  }

  async #launch(): Promise<BrowserHandle> {
    const browser = await this.#options.launch();
    this.#launches += 1;
    const handle: BrowserHandle = { browser, active: 0, served: 0, isRetired: false };
    this.#handles.add(handle);
    browser.once('disconnected', () => {
      this.#handles.delete(handle);
      if (!handle.isRetired) {
        this.#options.onWarning('the browser ended unexpectedly; the next page starts a new one');
      }
      handle.isRetired = true;
    });
    return handle;
  }

  /** Closes a browser now if it has no pages, else after its last one. */
  async #retire(handle: BrowserHandle): Promise<void> {
    handle.isRetired = true;
    if (handle.active === 0) await handle.browser.close().catch(() => undefined);
  }

  #checkMemory(): void {
    for (const handle of this.#handles) void this.#limitMemory(handle);
  }

  /** Ends the largest page when the limit is exceeded, and replaces a browser that uses too much without it. */
  async #limitMemory(handle: BrowserHandle): Promise<void> {
    const { memoryBytesMax, onWarning } = this.#options;
    const memory = await measureBrowserMemory(handle.browser).catch(() => undefined);
    if (memory === undefined) return;
    if (memory.bytes > memoryBytesMax && memory.largestPage !== undefined) {
      onWarning(`the browser uses ${Math.round(memory.bytes / 1e6)} MB; its largest page is ended`);
      endProcess(memory.largestPage.pid);
    }
    if (memory.bytes > memoryBytesMax / 2 && handle.active === 0) await this.#retire(handle);
    else if (memory.bytes > memoryBytesMax) handle.isRetired = true;
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
