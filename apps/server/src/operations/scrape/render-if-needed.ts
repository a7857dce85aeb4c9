import type { FetchedResource } from '@quern/web/fetch/guarded-client';
import { RenderError, type RenderedPage } from '@quern/web/render/page-renderer';
import type { OperationContext } from '../define-operation.ts';
import { type ConvertedTarget, convertTarget } from './convert-target.ts';

export interface RenderedTarget extends ConvertedTarget {
  /** Where the page ended up. */
  readonly url: string;
}

/**
 * Renders a page whose content its scripts make; undefined when it needs none, or when what was fetched says
 * as much. A page that could not be rendered is given as fetched if that has any content.
 *
 * @throws what kept it from being rendered, when nothing of it could be given otherwise
 */
export async function renderIfNeeded(
  resource: FetchedResource,
  plain: ConvertedTarget,
  onNavigate: (url: string) => Promise<void>,
  context: OperationContext,
): Promise<RenderedTarget | undefined> {
  if (plain.javascriptRequirement === undefined) return undefined;
  context.progress(0.5, `the page is rendered, since ${plain.javascriptRequirement.reason}`);
  let page: RenderedPage;
  try {
    page = await render(resource.url, onNavigate, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!plain.isBlank) return undefined;
    throw error;
  }
  if (page.status >= 400) return undefined;
  context.progress(0.8, 'the page is rendered');
  const answer = {
    url: page.url,
    contentType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(page.html),
    status: resource.status,
    headers: {},
  };
  const read = await convertTarget(answer, context);
  return read.textLength > plain.textLength ? { ...read, url: page.url } : undefined;
}

async function render(
  url: string,
  onNavigate: (url: string) => Promise<void>,
  { engines, signal }: OperationContext,
): Promise<RenderedPage> {
  if (engines.renderer === undefined) {
    throw new RenderError(
      'unavailable',
      `${url} shows its content by JavaScript alone, and this service runs without a browser (QUERN_CHROMIUM=off)`,
    );
  }
  return engines.renderer.render({ url, signal, onNavigate });
}
