import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import { RenderError, type RenderedPage } from '@quern/web/render/page-renderer';
import type { OperationContext } from '../define-operation.ts';
import { type ConvertedTarget, convertTarget } from './convert-target.ts';

/** A page as rendered by a browser. */
export interface RenderedTarget extends ConvertedTarget {
  /** URL of the page after its redirects and scripts. */
  readonly url: string;
}

/**
 * Renders a page whose content is created by its scripts.
 *
 * @param plain the page as fetched
 * @param onNavigate called with each URL before the browser navigates to it; rejects to prevent it
 * @returns undefined if the page needs no rendering, if rendering adds no text, or if it fails and the fetched page
 *   has content
 * @throws RenderError if rendering fails and the fetched page has no content
 */
export async function renderIfNeeded(
  resource: FetchedResource,
  plain: ConvertedTarget,
  onNavigate: (url: string) => Promise<void>,
  context: OperationContext,
): Promise<RenderedTarget | undefined> {
  if (plain.javascriptRequirement === undefined) return undefined;
  context.progress(0.5, `rendering the page: ${plain.javascriptRequirement.reason}`);
  let page: RenderedPage;
  try {
    page = await render(resource.url, onNavigate, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!plain.isBlank) return undefined;
    throw error;
  }
  if (page.status >= 400) return undefined;
  context.progress(0.8, 'page rendered');
  const response = {
    url: page.url,
    contentType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(page.html),
    status: resource.status,
    headers: {},
  };
  const converted = await convertTarget(response, context);
  return converted.textLength > plain.textLength ? { ...converted, url: page.url } : undefined;
}

async function render(
  url: string,
  onNavigate: (url: string) => Promise<void>,
  { engines, signal }: OperationContext,
): Promise<RenderedPage> {
  if (engines.renderer === undefined) {
    throw new RenderError(
      'unavailable',
      `${url} needs JavaScript to show its content, and this service runs without a browser; an operator can enable one (QUERN_CHROMIUM)`,
    );
  }
  return engines.renderer.render({ url, signal, onNavigate });
}
