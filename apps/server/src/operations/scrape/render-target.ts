import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import { RenderError, type RenderedPage } from '@quern/web/render/page-renderer';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';
import { createTargetStatusError } from '../fetch-target.ts';
import { type ConvertedTarget, convertTarget, requireSelection } from './convert-target.ts';
import type { ScrapeInput } from './schema.ts';

/** A page as rendered by a browser. */
export interface RenderedTarget extends ConvertedTarget {
  /** URL of the page after its redirects and scripts. */
  readonly url: string;
  readonly page: RenderedPage;
}

/** A fetched page that may be rendered. */
export interface RenderTargetRequest {
  readonly input: ScrapeInput;
  readonly resource: FetchedResource;
  /** Called with each URL before the browser navigates to it; rejects to prevent it. */
  readonly onNavigate: (url: string) => Promise<void>;
  /** Time limit in ms; undefined for that of the renderer. */
  readonly timeoutMs: number | undefined;
}

/** Returns whether a request asks for something that only a browser can do, whatever the page. */
export function requiresBrowser({ render, actions = [], formats, waitFor }: ScrapeInput): boolean {
  const hasWait = waitFor !== undefined && waitFor !== 0;
  return render === 'always' || actions.length > 0 || formats.includes('screenshot') || hasWait;
}

/**
 * Renders a page because the request asks for it.
 *
 * @throws ServiceError `blocked`, `target_status` or `time_limit` if the browser does not show the content either;
 *   `nothing_selected` if the request selects none of it
 * @throws RenderError
 */
export async function renderRequested(
  request: RenderTargetRequest,
  context: OperationContext,
): Promise<RenderedTarget> {
  const { resource } = request;
  context.progress(0.5, 'rendering the page');
  const page = await render(request, context);
  if (page.status >= 400) throw createTargetStatusError(page.url, page.status);
  const converted = await convertRendered(page, request, context);
  requireContent(page, converted, resource.url);
  return { ...converted, url: page.url, page };
}

/**
 * Renders a page whose content is created by its scripts.
 *
 * @param plain the page as fetched
 * @returns undefined if the page needs no rendering, if rendering adds no text, or if it fails and the fetched page
 *   has content, or the request selects none of it
 * @throws ServiceError `blocked` or `time_limit` if the page has no content in the browser either;
 *   `nothing_selected` if the request selects none of it
 * @throws RenderError if rendering fails and the fetched page has no content
 */
export async function renderIfNeeded(
  request: RenderTargetRequest,
  plain: ConvertedTarget,
  context: OperationContext,
): Promise<RenderedTarget | undefined> {
  const { resource } = request;
  if (plain.javascriptRequirement === undefined) return undefined;
  context.progress(0.5, `rendering the page: ${plain.javascriptRequirement.reason}`);
  let page: RenderedPage;
  try {
    page = await render(request, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (plain.hasContent || plain.emptySelection !== undefined) return undefined;
    throw error;
  }
  if (page.status >= 400) {
    if (plain.hasContent || plain.emptySelection !== undefined) return undefined;
    throw createTargetStatusError(page.url, page.status);
  }
  context.progress(0.8, 'page rendered');
  const converted = await convertRendered(page, request, context);
  if (plain.hasContent && !addsContent(converted, plain)) return undefined;
  requireContent(page, converted, resource.url);
  return { ...converted, url: page.url, page };
}

/** Smallest share of the Markdown that a page may have in the browser when it has more text otherwise. */
const keptShareMin = 0.8;

/**
 * Whether a page has more content in the browser: more Markdown, or more text with almost as much Markdown. Scripts may
 * also remove content, for instance when their requests fail.
 */
function addsContent(rendered: ConvertedTarget, plain: ConvertedTarget): boolean {
  if (rendered.markdownLength > plain.markdownLength) return true;
  const keepsContent = rendered.markdownLength >= plain.markdownLength * keptShareMin;
  return keepsContent && rendered.textLength > plain.textLength;
}

function convertRendered(
  page: RenderedPage,
  { input, resource }: RenderTargetRequest,
  context: OperationContext,
): Promise<ConvertedTarget> {
  const response = {
    url: page.url,
    requestedUrl: resource.requestedUrl,
    contentType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(page.html),
    status: resource.status < 400 ? resource.status : page.status,
    headers: {},
  };
  return convertTarget(response, input, context);
}

/** @throws ServiceError if a page is empty, or still loading */
function requireContent(page: RenderedPage, converted: ConvertedTarget, url: string): void {
  if (!page.showsPlaceholder) {
    if (converted.hasContent) return;
    requireSelection(converted, url);
  }
  if (!page.reachedIdle) {
    throw new ServiceError('time_limit', `${url} was still loading its content at the end of the time limit`);
  }
  const problem = page.showsPlaceholder ? 'only shows that it is loading' : 'is empty';
  throw new ServiceError('blocked', `${url} ${problem} after its scripts have run`);
}

async function render(
  { input, resource, onNavigate, timeoutMs }: RenderTargetRequest,
  { engines, signal }: OperationContext,
): Promise<RenderedPage> {
  const { url } = resource;
  if (engines.renderer === undefined) {
    throw new RenderError(
      'unavailable',
      `${url} needs a browser, and this service runs without one; an operator can enable one (QUERN_CHROMIUM)`,
    );
  }
  // Headers and cookies are for the requested origin only; a redirect may have led to another one.
  const isOwnOrigin = new URL(url).origin === new URL(input.url).origin;
  return engines.renderer.render({
    url,
    signal,
    onNavigate,
    timeoutMs,
    mobile: input.mobile,
    waitFor: input.waitFor,
    actions: input.actions,
    screenshot: input.formats.includes('screenshot'),
    ...(isOwnOrigin && { headers: input.headers, cookies: input.cookies }),
  });
}
