import type { CDPSession, Page, Request, Route } from 'playwright-core';
import type { RenderRequest } from './rendered-page.ts';

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
/** Types that a screenshot needs. */
const visualTypes = new Set(['image', 'font']);
/** Resource types that the text may depend on; the page is not idle while they load. */
const contentTypes = new Set(['document', 'script', 'xhr', 'fetch', 'stylesheet']);

/**
 * The requests of one page: counts those that its text may depend on, blocks those without text and forbidden
 * navigations, and adds the headers and cookies of the request to those for its own origin.
 */
export class PageNetwork {
  readonly #page: Page;
  readonly #request: RenderRequest;
  /** Pending requests that the text may depend on, with the time of their start. */
  readonly #open = new Map<Request, number>();
  #hasStream = false;
  #documentStatus: number | undefined;
  readonly #isVisual: boolean;

  constructor(page: Page, request: RenderRequest) {
    this.#page = page;
    this.#request = request;
    this.#isVisual = takesScreenshots(request);
  }

  /** Number of pending requests that the text may depend on. */
  get openRequests(): number {
    return this.#open.size;
  }

  /** Milliseconds for which the oldest of these requests has been pending; 0 without any. */
  get oldestRequestMs(): number {
    const [startedMs] = this.#open.values();
    return startedMs === undefined ? 0 : performance.now() - startedMs;
  }

  /** Whether the page has opened a stream of events, a request that does not end. */
  get hasStream(): boolean {
    return this.#hasStream;
  }

  /** Status of the last document of the main frame, which scripts and actions may have opened; redirects do not count. */
  get documentStatus(): number | undefined {
    return this.#documentStatus;
  }

  /** Closes popups, dialogs, downloads and WebSockets, and routes all requests. */
  async open(session: CDPSession): Promise<void> {
    const page = this.#page;
    const context = page.context();
    const ignore = (): void => undefined;
    this.#countRequests();
    context.on('page', (other) => {
      if (other !== page) other.close().catch(ignore);
    });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(ignore));
    page.on('download', (download) => void download.cancel().catch(ignore));
    await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(ignore));
    await context.route('**/*', (route) => this.#route(route).catch(ignore));
    if (this.#hasCredentials) await this.#addCredentials(session);
  }

  get #hasCredentials(): boolean {
    const { headers = {}, cookies = {} } = this.#request;
    return Object.keys(headers).length + Object.keys(cookies).length > 0;
  }

  #countRequests(): void {
    const page = this.#page;
    page.on('request', (request) => {
      const type = request.resourceType();
      if (contentTypes.has(type)) this.#open.set(request, performance.now());
      this.#hasStream ||= type === 'eventsource';
    });
    page.on('response', (response) => {
      const isRedirect = response.status() >= 300 && response.status() < 400;
      if (!isRedirect && isMainDocument(page, response.request())) this.#documentStatus = response.status();
    });
    page.on('requestfinished', (request) => void this.#open.delete(request));
    page.on('requestfailed', (request) => void this.#open.delete(request));
  }

  /** Blocks resources without text, and navigation of the main frame that `onNavigate` rejects. */
  async #route(route: Route): Promise<void> {
    const request = route.request();
    const type = request.resourceType();
    const isBlocked = blockedTypes.has(type) && !(this.#isVisual && visualTypes.has(type));
    if (isBlocked || this.#leaksCookies(request.url())) return route.abort('blockedbyclient');
    if (isMainDocument(this.#page, request) && request.url() !== this.#request.url) {
      try {
        await this.#request.onNavigate?.(withoutFragment(request.url()));
      } catch {
        return route.abort('blockedbyclient');
      }
    }
    return route.continue();
  }

  /**
   * Whether the browser would send the cookies of the request to another origin: cookies belong to a host (RFC 6265),
   * whatever the port and, unless marked as secure, the protocol.
   */
  #leaksCookies(target: string): boolean {
    if (Object.keys(this.#request.cookies ?? {}).length === 0) return false;
    const own = new URL(this.#request.url);
    const other = URL.parse(target);
    return other !== null && other.hostname === own.hostname && other.origin !== own.origin;
  }

  /**
   * Adds headers and cookies. Each request is paused, those after a redirect too, so that only those to the origin of
   * the page receive the headers; Playwright's own routing would repeat them after a redirect.
   */
  async #addCredentials(session: CDPSession): Promise<void> {
    const { url, headers = {}, cookies = {} } = this.#request;
    const { origin, protocol } = new URL(url);
    await this.#page.context().addCookies(
      Object.entries(cookies).map(([name, value]) => ({
        name,
        value,
        url: `${origin}/`,
        secure: protocol === 'https:',
        httpOnly: true,
      })),
    );
    const added = Object.entries(headers);
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const isOwn = URL.parse(request.url)?.origin === origin;
      const kept = Object.entries(request.headers).filter(([name]) => !(name.toLowerCase() in headers));
      const merged = [...kept, ...added].map(([name, value]) => ({ name, value }));
      const decision = this.#leaksCookies(request.url)
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : session.send('Fetch.continueRequest', { requestId, ...(isOwn && { headers: merged }) });
      decision.catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  }
}

function isMainDocument(page: Page, request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // The frame is not created yet, so it is not the main one.
    return false;
  }
}

/** Returns whether a request needs pages as they look. */
export function takesScreenshots({ screenshot, actions = [] }: RenderRequest): boolean {
  return screenshot === true || actions.some(({ type }) => type === 'screenshot');
}

/** Returns a URL without its fragment. */
export function withoutFragment(text: string): string {
  const url = URL.parse(text);
  if (url) url.hash = '';
  return url?.href ?? text;
}
