import { EventEmitter } from 'node:events';
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { renderPage } from './render-page.ts';

const limits = {
  timeoutMs: 60_000,
  bytesMax: 1000,
  htmlLengthMax: 1000,
  allow: [],
  userAgent: 'Quern/test',
};
const url = 'http://user:secret@example.org/page?token=secret';

/** A browser whose contexts open as `newContext` says. */
class FakeBrowser extends EventEmitter {
  readonly newContext: () => Promise<never>;

  constructor(newContext: () => Promise<never>) {
    super();
    this.newContext = newContext;
  }

  version(): string {
    return '147.0.0';
  }

  isConnected(): boolean {
    return true;
  }

  async close(): Promise<void> {}
}

async function failureOf(browser: FakeBrowser, signal?: AbortSignal): Promise<unknown> {
  return renderPage(browser as unknown as Browser, { url, signal }, limits).catch((error: unknown) => error);
}

describe('renderPage', () => {
  it('reports an error of the browser without the credentials and query of the URL', async () => {
    const failure = await failureOf(
      new FakeBrowser(() =>
        Promise.reject(new Error(`page.goto: net::ERR_FAILED at ${url}\nCall log: ${url}`)),
      ),
    );
    expect(failure).toMatchObject({
      code: 'navigation',
      message:
        'The browser could not open http://example.org/page (page.goto: net::ERR_FAILED at http://example.org/page)',
      cause: { message: expect.not.stringContaining('secret') },
    });
  });

  it('fails with aborted at once when the caller aborts', async () => {
    const controller = new AbortController();
    const browser = new FakeBrowser(() => {
      controller.abort();
      return Promise.reject(new Error('closed'));
    });
    expect(await failureOf(browser, controller.signal)).toMatchObject({
      code: 'aborted',
      message: 'Rendering http://example.org/page was canceled',
    });
  });

  it('fails with browser_gone when the browser ends', async () => {
    const browser = new FakeBrowser(() => {
      browser.emit('disconnected');
      return Promise.reject(new Error('closed'));
    });
    expect(await failureOf(browser)).toMatchObject({ code: 'browser_gone' });
    expect(browser.listenerCount('disconnected')).toBe(0);
  });
});
