import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page, Request, Route } from 'playwright-core';
import type { Lookup } from '../fetch/guarded-connector.ts';
import { createIdleDetector } from './detect-page-idle.ts';
import { type GuardProxy, openGuardProxy } from './guard-proxy.ts';
import { guardProxyHost } from './launch-chromium.ts';
import { pageStateScript, serializeDocumentScript } from './page-scripts.ts';
import { RenderError } from './render-error.ts';

export interface RenderRequest {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  /** Called when the page itself goes to another address; what it throws keeps it from going or staying there. */
  readonly onNavigate?: (url: string) => void | Promise<void>;
}

export interface RenderLimits {
  /** For everything: opening, loading, settling. What a page shows by then is taken. */
  readonly timeoutMs: number;
  /** Over the wire, for the page and all it loads. */
  readonly bytesMax: number;
  readonly htmlLengthMax: number;
  readonly allow: readonly string[];
  readonly lookup?: Lookup | undefined;
  /** Product and version of who asks, such as `Quern/1.0 (+https://example.org)`. */
  readonly userAgent: string;
}

export interface RenderedPage {
  /** Where the page ended up, without fragment. */
  readonly url: string;
  /** The document after its scripts have run. */
  readonly html: string;
  readonly status: number;
  /** False when the time was over before the page had come to rest. */
  readonly reachedIdle: boolean;
  readonly bytesTransferred: number;
  readonly blockedRequests: readonly string[];
}

/** What carries no text: aborted before it is asked for. */
const unneeded = new Set(['image', 'media', 'font', 'texttrack', 'manifest', 'ping', 'cspviolationreport']);
/** What the text may still depend on. */
const awaited = new Set(['document', 'script', 'xhr', 'fetch', 'stylesheet']);
const lookEveryMs = 150;
/** Reading the finished document may take so long when the time is over. */
const lastReadMs = 3000;
const closeMs = 3000;

/**
 * Renders one page in a context of its own: nothing of another page is seen, nothing is left behind. All its
 * requests go through a guard proxy of its own. No pictures, fonts or media are loaded; no downloads, popups,
 * dialogs, service workers, WebSockets; every permission is denied.
 *
 * @throws RenderError
 */
export async function renderPage(
  browser: Browser,
  request: RenderRequest,
  limits: RenderLimits,
): Promise<RenderedPage> {
  const proxy = await openGuardProxy(limits);
  const ending = new AbortController();
  const opening = openContext(browser, proxy, limits);
  const work = async (): Promise<RenderedPage> => {
    const page = await (await opening).newPage();
    page.once('crash', () => ending.abort(new RenderError('page_crashed', `${request.url} broke its page`)));
    return takePage(page, request, limits, proxy);
  };
  try {
    return await Promise.race([work(), failureOf(browser, request, ending.signal)]);
  } catch (error) {
    if (ending.signal.reason instanceof RenderError) throw ending.signal.reason;
    throw asRenderError(error, browser, request);
  } finally {
    ending.abort();
    await closeContext(opening, browser);
    await proxy.close();
  }
}

/** Rejects as soon as waiting makes no sense any more. */
function failureOf(browser: Browser, { url, signal }: RenderRequest, ended: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const gone = (): void => reject(new RenderError('browser_gone', 'the browser ended'));
    const left = (): void => reject(new RenderError('aborted', `Rendering ${url} was cancelled`));
    if (signal?.aborted) left();
    signal?.addEventListener('abort', left, { once: true });
    browser.once('disconnected', gone);
    ended.addEventListener('abort', () => {
      browser.off('disconnected', gone);
      signal?.removeEventListener('abort', left);
      reject(ended.reason);
    });
  });
}

async function openContext(
  browser: Browser,
  proxy: GuardProxy,
  limits: RenderLimits,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    proxy: { server: `http://${guardProxyHost}:${proxy.port}`, bypass: '<-loopback>' },
    userAgent: userAgentOf(browser, limits.userAgent),
    locale: 'en-US',
    timezoneId: 'UTC',
    // Tall, so that lists which load by scrolling show more than a screen.
    viewport: { width: 1280, height: 3000 },
    serviceWorkers: 'block',
    acceptDownloads: false,
    permissions: [],
  });
  await context.grantPermissions([]);
  return context;
}

/** What the browser is, since pages ask for that, and who drives it, since servers should know. */
function userAgentOf(browser: Browser, product: string): string {
  const major = browser.version().split('.')[0] ?? '';
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${product}`;
}

async function takePage(
  page: Page,
  request: RenderRequest,
  limits: RenderLimits,
  proxy: GuardProxy,
): Promise<RenderedPage> {
  const deadlineMs = performance.now() + limits.timeoutMs;
  const open = countRequests(page);
  await closeDoors(page, request);
  const answer = await page.goto(request.url, { waitUntil: 'commit', timeout: limits.timeoutMs });
  const session = await page.context().newCDPSession(page);
  const { settled, looked } = await settle(session, open, deadlineMs);
  const readMs = looked ? lastReadMs : 0;
  const source = await evaluate(session, serializeDocumentScript(limits.htmlLengthMax), readMs);
  if (source === undefined) {
    throw new RenderError('hung', `The scripts of ${request.url} did not end within ${limits.timeoutMs} ms`);
  }
  if (typeof source !== 'string') {
    throw new RenderError('too_large', `${request.url} grew to over ${limits.htmlLengthMax} characters`);
  }
  return {
    url: withoutFragment(page.url()),
    html: source,
    status: answer?.status() ?? 0,
    reachedIdle: settled,
    bytesTransferred: proxy.bytesTransferred(),
    blockedRequests: proxy.blockedRequests,
  };
}

function countRequests(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (awaited.has(request.resourceType())) open.add(request);
  });
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  return () => open.size;
}

async function closeDoors(page: Page, request: RenderRequest): Promise<void> {
  const context = page.context();
  const ignore = (): void => undefined;
  context.on('page', (other) => {
    if (other !== page) other.close().catch(ignore);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(ignore));
  page.on('download', (download) => void download.cancel().catch(ignore));
  await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(ignore));
  await context.route('**/*', (route) => decide(route, page, request).catch(ignore));
}

async function decide(route: Route, page: Page, { url, onNavigate }: RenderRequest): Promise<void> {
  const asked = route.request();
  if (unneeded.has(asked.resourceType())) return route.abort('blockedbyclient');
  if (asked.isNavigationRequest() && asked.frame() === page.mainFrame() && asked.url() !== url) {
    try {
      await onNavigate?.(withoutFragment(asked.url()));
    } catch {
      return route.abort('blockedbyclient');
    }
  }
  return route.continue();
}

/** Looks at the page again and again until it has come to rest or the time is over. */
async function settle(
  session: CDPSession,
  requestsOpen: () => number,
  deadlineMs: number,
): Promise<{ settled: boolean; looked: boolean }> {
  const isSettled = createIdleDetector(performance.now());
  let looked = false;
  while (performance.now() < deadlineMs) {
    const look = await evaluate(session, pageStateScript, deadlineMs - performance.now());
    if (isLook(look) && isSettled({ ...look, atMs: performance.now(), openRequests: requestsOpen() })) {
      return { settled: true, looked: true };
    }
    looked ||= look !== undefined;
    await sleep(lookEveryMs);
  }
  return { settled: false, looked };
}

function isLook(value: unknown): value is { textLength: number; isParsed: boolean } {
  return typeof value === 'object' && value !== null && 'textLength' in value && 'isParsed' in value;
}

/** Runs a script in a world of its own; undefined when the page gave no answer in time or went elsewhere. */
async function evaluate(session: CDPSession, expression: string, timeoutMs: number): Promise<unknown> {
  const asking = (async () => {
    const { frameTree } = await session.send('Page.getFrameTree');
    const frameId = frameTree.frame.id;
    const world = await session.send('Page.createIsolatedWorld', { frameId, worldName: 'quern' });
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      contextId: world.executionContextId,
      returnByValue: true,
    });
    return result.subtype === 'error' ? undefined : (result.value as unknown);
  })().catch(() => undefined);
  return withinTime(asking, Math.max(0, timeoutMs));
}

async function closeContext(opening: Promise<BrowserContext>, browser: Browser): Promise<void> {
  const closing = opening
    .then((context) => context.close())
    .then(
      () => true,
      () => true,
    );
  const closed = await withinTime(closing, closeMs);
  // A context that does not close would keep its page's process busy for good.
  if (closed === undefined) await withinTime(browser.close(), closeMs);
}

async function withinTime<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function asRenderError(error: unknown, browser: Browser, { url }: RenderRequest): Error {
  if (error instanceof RenderError) return error;
  if (!(error instanceof Error)) return new RenderError('navigation', String(error));
  if (!browser.isConnected()) return new RenderError('browser_gone', 'the browser ended', { cause: error });
  if (/crashed/i.test(error.message)) {
    return new RenderError('page_crashed', `${url} broke its page`, { cause: error });
  }
  const reason = error.message.split('\n')[0] ?? '';
  const code = error.name === 'TimeoutError' ? 'hung' : 'navigation';
  return new RenderError(code, `${url} could not be opened in the browser (${reason.slice(0, 200)})`, {
    cause: error,
  });
}

function withoutFragment(address: string): string {
  const url = URL.parse(address);
  if (url) url.hash = '';
  return url?.href ?? address;
}
