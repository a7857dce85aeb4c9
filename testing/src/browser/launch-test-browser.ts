import { type Browser, chromium } from 'playwright-core';
import { locateTestChromium } from './test-browser.ts';

/** Launches the browser for tests of pages of the service itself, without the restrictions of rendering. */
export async function launchTestBrowser(): Promise<Browser> {
  const { executable, environment } = await locateTestChromium();
  return chromium.launch({
    executablePath: executable,
    env: { ...environment },
    chromiumSandbox: false,
    args: ['--disable-gpu', '--no-first-run'],
  });
}
