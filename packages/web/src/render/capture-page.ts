import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from '@quern/runtime/deadline';
import type { CDPSession, Page, Request, Route } from 'playwright-core';
import { redactUrl } from '../fetch/redact-url.ts';
import { PageIdleDetector, type PageState } from './detect-page-idle.ts';
import { pageStateScript, serializeDocumentScript } from './page-scripts.ts';
import { RenderError } from './render-error.ts';
import type { RenderedPage, RenderLimits, RenderRequest } from './rendered-page.ts';

/** Resource types without text, which are not requested. */
const blockedTypes = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'manifest',
  'ping',
  'cspviolationreport',
]);
/** Resource types that the text may depend on; the page is not idle while they load. */
const contentTypes = new Set(['document', 'script', 'xhr', 'fetch', 'stylesheet']);
const pollIntervalMs = 150;
/** Time for reading the document when the time limit has passed. */
const finalReadMs = 3000;

/**
 * Opens a URL in a page, waits until the page is idle or the time limit has passed, and reads its document.
 *
 * @throws RenderError `hung` or `too_large`, and errors of the browser
 */
export async function capturePage(
  page: Page,
  request: RenderRequest,
  limits: RenderLimits,
): Promise<Omit<RenderedPage, 'bytesTransferred' | 'blockedRequests'>> {
  const deadlineMs = performance.now() + limits.timeoutMs;
  const openRequests = countOpenRequests(page);
  await lockDownPage(page, request);
  const response = await page.goto(request.url, { waitUntil: 'commit', timeout: limits.timeoutMs });
  const session = await page.context().newCDPSession(page);
  const { reachedIdle, hasResponded } = await waitForIdle(session, openRequests, deadlineMs);
  // There is no point in waiting for a page that has never responded.
  const readMs = hasResponded ? finalReadMs : 0;
  const html = await evaluate(session, serializeDocumentScript(limits.htmlLengthMax), readMs);
  const shownUrl = redactUrl(request.url);
  if (html === undefined) {
    throw new RenderError('hung', `The scripts of ${shownUrl} did not finish within ${limits.timeoutMs} ms`);
  }
  if (typeof html !== 'string') {
    throw new RenderError('too_large', `${shownUrl} is larger than ${limits.htmlLengthMax} characters`);
  }
  return { url: withoutFragment(page.url()), html, status: response?.status() ?? 0, reachedIdle };
}

/** @returns a function for the number of requests that the text may depend on and that are pending */
function countOpenRequests(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (contentTypes.has(request.resourceType())) open.add(request);
  });
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  return () => open.size;
}

/** Closes popups, dialogs, downloads and WebSockets, and routes all requests through `routeRequest`. */
async function lockDownPage(page: Page, request: RenderRequest): Promise<void> {
  const context = page.context();
  const ignore = (): void => undefined;
  context.on('page', (other) => {
    if (other !== page) other.close().catch(ignore);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(ignore));
  page.on('download', (download) => void download.cancel().catch(ignore));
  await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(ignore));
  await context.route('**/*', (route) => routeRequest(route, page, request).catch(ignore));
}

/** Blocks resources without text, and navigation of the main frame that `onNavigate` rejects. */
async function routeRequest(route: Route, page: Page, { url, onNavigate }: RenderRequest): Promise<void> {
  const request = route.request();
  if (blockedTypes.has(request.resourceType())) return route.abort('blockedbyclient');
  if (request.isNavigationRequest() && request.frame() === page.mainFrame() && request.url() !== url) {
    try {
      await onNavigate?.(withoutFragment(request.url()));
    } catch {
      return route.abort('blockedbyclient');
    }
  }
  return route.continue();
}

interface IdleResult {
  readonly reachedIdle: boolean;
  /** Whether the page returned its state at least once. */
  readonly hasResponded: boolean;
}

/** Polls the state of the page until it is idle or the time limit has passed. */
async function waitForIdle(
  session: CDPSession,
  openRequests: () => number,
  deadlineMs: number,
): Promise<IdleResult> {
  const detector = new PageIdleDetector(performance.now());
  let hasResponded = false;
  while (performance.now() < deadlineMs) {
    const snapshot = await evaluate(session, pageStateScript, deadlineMs - performance.now());
    const isIdle =
      isPageSnapshot(snapshot) &&
      detector.observe({ ...snapshot, atMs: performance.now(), openRequests: openRequests() });
    if (isIdle) return { reachedIdle: true, hasResponded: true };
    hasResponded ||= snapshot !== undefined;
    await sleep(pollIntervalMs);
  }
  return { reachedIdle: false, hasResponded };
}

function isPageSnapshot(value: unknown): value is Pick<PageState, 'textLength' | 'isParsed'> {
  return typeof value === 'object' && value !== null && 'textLength' in value && 'isParsed' in value;
}

/**
 * Runs a script in an isolated world of the page.
 *
 * @returns undefined when the page did not respond in time or navigated away
 */
function evaluate(session: CDPSession, expression: string, timeoutMs: number): Promise<unknown> {
  const evaluation = (async () => {
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
  return waitAtMost(evaluation, Math.max(0, timeoutMs));
}

function withoutFragment(text: string): string {
  const url = URL.parse(text);
  if (url) url.hash = '';
  return url?.href ?? text;
}
