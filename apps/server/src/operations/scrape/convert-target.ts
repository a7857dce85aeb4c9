import type { WithJsonFields } from '@quern/runtime/json-fields';
import type { AnalyzedResource } from '@quern/web/convert/analyze-resource';
import type { FetchedResource } from '@quern/web/fetch/fetched-resource';
import { ServiceError } from '../../errors/service-error.ts';
import type { OperationContext } from '../define-operation.ts';
import { createTargetStatusError } from '../fetch-target.ts';
import type { ScrapeInput } from './schema.ts';

/** An analyzed resource whose large fields are serialized JSON. */
export type ConvertedTarget = WithJsonFields<AnalyzedResource, (typeof largeFields)[number]>;

const largeFields = [
  'converted.markdown',
  'converted.text',
  'converted.plainText',
  'converted.page.links',
] as const;

/** The part of a response that is sent to the worker thread; structured clone can copy all of it. */
export type ConvertTargetInput = Pick<
  FetchedResource,
  'url' | 'requestedUrl' | 'contentType' | 'charset' | 'body' | 'status' | 'headers'
>;

/**
 * Analyzes and converts a fetched resource in a worker thread.
 *
 * @throws ServiceError `blocked` for a bot challenge, or a login form or paywall in place of the content;
 *   `target_status` for an error status, or an error page with another status
 */
export async function convertTarget(
  response: ConvertTargetInput,
  input: ScrapeInput,
  context: OperationContext,
): Promise<ConvertedTarget> {
  const converted = await analyzeTarget(response, input, context);
  const { url, status } = response;
  const { blockPage } = converted;
  if (blockPage?.kind === 'error_page' && status < 400) {
    throw new ServiceError('target_status', `${url} is an error page: ${blockPage.reason}`);
  }
  if (blockPage !== undefined && blockPage.kind !== 'error_page') {
    throw new ServiceError('blocked', `${url} does not show its content: ${blockPage.reason}`, {
      targetStatus: status >= 400 ? status : undefined,
    });
  }
  if (status >= 400) throw createTargetStatusError(url, status);
  return converted;
}

/** @throws ServiceError `nothing_selected` if a page is empty because of `includeTags` or `excludeTags` */
export function requireSelection({ emptySelection }: ConvertedTarget, url: string): void {
  if (emptySelection !== undefined) throw new ServiceError('nothing_selected', `${emptySelection} of ${url}`);
}

/** Analyzes and converts a fetched resource in a worker thread, whatever it is. */
export function analyzeTarget(
  { url, requestedUrl, contentType, charset, body, status, headers }: ConvertTargetInput,
  { formats, onlyMainContent, includeTags, excludeTags, explain }: ScrapeInput,
  { engines, signal }: OperationContext,
): Promise<ConvertedTarget> {
  const content = { onlyMainContent, includeTags, excludeTags, withText: formats.includes('text') };
  const message = { url, requestedUrl, contentType, charset, body, status, headers, content, debug: explain };
  return engines.pool.run('analyzeResource', message, { signal, jsonFields: largeFields });
}
