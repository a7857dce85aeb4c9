import { abortable, waitAtMost } from '@quern/runtime/deadline';
import type { Browser, BrowserContext } from 'playwright-core';
import { redactUrl, redactUrlsIn } from '../fetch/redact-url.ts';
import { browserUserAgent } from './browser/browser-user-agent.ts';
import { guardProxyHost } from './browser/launch-chromium.ts';
import { RenderError } from './browser/render-error.ts';
import { capturePage } from './capture-page.ts';
import { GuardProxy } from './guard-proxy.ts';
import { takesScreenshots } from './page-network.ts';
import type { RenderedPage, RenderLimits, RenderRequest } from './rendered-page.ts';

/** Maximum time for closing a context, and then for closing a browser whose context does not close. */
const closeTimeoutMs = 3000;

/** A tall viewport, so that lists which load more on scrolling render more than one screen. */
const tallHeight = 3000;
const desktop = { width: 1280, height: 1024 };
const phone = { width: 412, height: 915 };

/**
 * Renders one page in its own browser context, isolated from all other pages, with its own guard proxy for all
 * requests. Images, fonts and media are not loaded; downloads, popups, dialogs, service workers and WebSockets are
 * blocked; all permissions are denied.
 *
 * @throws RenderError
 */
export async function renderPage(
  browser: Browser,
  request: RenderRequest,
  limits: RenderLimits,
): Promise<RenderedPage> {
  const proxy = await GuardProxy.open(limits);
  const failure = new AbortController();
  const stopWatching = watchForFailure(browser, request, failure);
  const opening = openContext(browser, proxy, request, limits);
  const render = async (): Promise<RenderedPage> => {
    const page = await (await opening).newPage();
    page.once('crash', () => failure.abort(pageCrashedError(request.url)));
    const captured = await capturePage(page, request, limits);
    return {
      ...captured,
      bytesTransferred: proxy.bytesTransferred,
      blockedRequests: proxy.blockedRequests,
    };
  };
  const rendering = render();
  // The work may still fail after the wait for it has ended.
  rendering.catch(() => undefined);
  try {
    return await abortable(rendering, failure.signal);
  } catch (error) {
    throw failure.signal.aborted ? failure.signal.reason : toRenderError(error, browser, request.url);
  } finally {
    stopWatching();
    await closeContext(opening, browser);
    await proxy.close();
  }
}

/** The error of a page whose request was aborted by its caller. */
export function abortedRenderError(url: string): RenderError {
  return new RenderError('aborted', `Rendering ${redactUrl(url)} was canceled`);
}

/**
 * Aborts `failure` with a RenderError when the browser ends or the caller aborts.
 *
 * @returns a function that stops watching
 */
function watchForFailure(
  browser: Browser,
  { url, signal }: RenderRequest,
  failure: AbortController,
): () => void {
  const onDisconnect = (): void => failure.abort(new RenderError('browser_gone', 'The browser ended'));
  const onAbort = (): void => failure.abort(abortedRenderError(url));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  browser.once('disconnected', onDisconnect);
  return () => {
    browser.off('disconnected', onDisconnect);
    signal?.removeEventListener('abort', onAbort);
  };
}

async function openContext(
  browser: Browser,
  proxy: GuardProxy,
  request: RenderRequest,
  limits: RenderLimits,
): Promise<BrowserContext> {
  const mobile = request.mobile === true;
  const screen = mobile ? phone : desktop;
  const context = await browser.newContext({
    proxy: { server: `http://${guardProxyHost}:${proxy.port}`, bypass: '<-loopback>' },
    userAgent: browserUserAgent(browser.version(), limits.userAgent, mobile),
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: takesScreenshots(request) ? screen : { ...screen, height: tallHeight },
    isMobile: mobile,
    hasTouch: mobile,
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
  });
  await context.grantPermissions([]);
  return context;
}

async function closeContext(opening: Promise<BrowserContext>, browser: Browser): Promise<void> {
  const closing = opening
    .then((context) => context.close())
    .then(
      () => true,
      () => true,
    );
  const isClosed = await waitAtMost(closing, closeTimeoutMs);
  // A context that does not close would keep the process of its page busy.
  if (isClosed === undefined) {
    await waitAtMost(
      browser.close().catch(() => undefined),
      closeTimeoutMs,
    );
  }
}

function pageCrashedError(url: string, cause?: Error): RenderError {
  return new RenderError('page_crashed', `${redactUrl(url)} crashed its page`, { cause });
}

function toRenderError(error: unknown, browser: Browser, url: string): Error {
  if (error instanceof RenderError) return error;
  if (!(error instanceof Error)) return new RenderError('navigation', String(error));
  // Messages of Playwright contain the URL of the page.
  const message = redactUrlsIn(error.message);
  const cause = new Error(message);
  if (!browser.isConnected()) return new RenderError('browser_gone', 'The browser ended', { cause });
  if (/crashed/i.test(error.message)) return pageCrashedError(url, cause);
  const reason = (message.split('\n')[0] ?? '').slice(0, 200);
  const code = error.name === 'TimeoutError' ? 'hung' : 'navigation';
  return new RenderError(code, `The browser could not open ${redactUrl(url)} (${reason})`, { cause });
}
