import type { Browser, Page } from 'playwright-core';

/**
 * Runs in the page before its scripts. `readyMs` is the time from the start of the navigation until the button that runs an
 * operation exists and the main thread is free.
 */
const observer = `(() => {
  const measured = { readyMs: 0, shift: 0, longestMs: 0 };
  window.measured = measured;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) measured.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longestMs = Math.max(measured.longestMs, duration);
  }).observe({ type: 'longtask', buffered: true });
  const check = () => {
    if (measured.readyMs > 0 || document.querySelector('.run-bar button') === null) return;
    measured.readyMs = -1;
    setTimeout(() => { measured.readyMs = performance.now(); });
  };
  new MutationObserver(check).observe(document, { childList: true, subtree: true });
})()`;

interface Measured {
  /** 0 until the page is interactive. */
  readonly readyMs: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Longest task of the main thread; 0 if none took 50 ms. */
  readonly longestMs: number;
}

/** Opens pages of a service, signed in, and reads what their browser measured. */
export class MeasuredPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Opens a page in a new context, without anything that another page has cached or stored. */
  static async open(browser: Browser, url: string, apiKey: string): Promise<MeasuredPage> {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const session = JSON.stringify(JSON.stringify({ apiKey }));
    await page.addInitScript(`sessionStorage.setItem('quern.session', ${session}); ${observer}`);
    await page.goto(url);
    return new MeasuredPage(page);
  }

  /** Waits until the page is interactive, and returns when it was, ms. */
  async untilReady(): Promise<number> {
    // The Content-Security-Policy forbids the evaluation that `waitForFunction` needs.
    return this.page.evaluate<number>(
      'new Promise((done) => { const check = () => measured.readyMs > 0 ? done(measured.readyMs) : setTimeout(check, 10); check(); })',
    );
  }

  /** Returns when the page was loaded, ms since the start of the navigation. */
  loadedMs(): Promise<number> {
    return this.page.evaluate<number>("performance.getEntriesByType('navigation')[0].loadEventEnd");
  }

  /** Waits until the page does nothing anymore, and returns the cumulative layout shift. */
  async settledShift(): Promise<number> {
    await this.page.waitForLoadState('networkidle');
    await this.#untilIdle();
    return (await this.#read()).shift;
  }

  /** Runs a step and returns the longest task in it, ms; 0 if none took 50 ms. */
  async longestTask(step: () => Promise<void>): Promise<number> {
    await this.#untilIdle();
    await this.page.evaluate('window.measured.longestMs = 0');
    await step();
    await this.#untilIdle();
    return Math.round((await this.#read()).longestMs);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  #read(): Promise<Measured> {
    return this.page.evaluate<Measured>('window.measured');
  }

  /** Two frames and an idle period: the browser reports a long task after it has drawn. */
  async #untilIdle(): Promise<void> {
    await this.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(done, 100)))))',
    );
  }
}
