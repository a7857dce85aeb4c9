import { locateTestChromium } from '@quern/testing/browser/test-browser';
import { chromium } from 'playwright-core';

/**
 * Renders pages in the same browser without anything of ours: a context and a page each, no proxy, no waiting beyond the
 * page's `load` event, and its HTML. An upper bound of the pages per second that are possible on a machine.
 */
export async function measureBareBrowser(
  urls: readonly string[],
  concurrentPages: number,
): Promise<{ readonly pages: number; readonly pagesPerSecond: number }> {
  const files = await locateTestChromium();
  const browser = await chromium.launch({
    executablePath: files.executable,
    env: { ...files.environment },
    chromiumSandbox: false,
  });
  try {
    const renderOne = async (url: string): Promise<void> => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'load' });
      await page.content();
      await context.close();
    };
    await renderOne(urls[0] ?? 'about:blank');
    const queue = [...urls];
    const startedAt = performance.now();
    const work = async (): Promise<void> => {
      for (let url = queue.pop(); url !== undefined; url = queue.pop()) await renderOne(url);
    };
    await Promise.all(Array.from({ length: concurrentPages }, work));
    const seconds = (performance.now() - startedAt) / 1000;
    return { pages: urls.length, pagesPerSecond: Number((urls.length / seconds).toFixed(2)) };
  } finally {
    await browser.close();
  }
}
