import { decodeCharset } from '@quern/runtime/decode-charset';
import type { FetchedResource } from '../../fetch/fetched-resource.ts';
import { parseProductToken } from '../robots/fetch-host-robots.ts';
import { applyPageHeaders } from './apply-page-headers.ts';
import { type ScannedPage, scanPage } from './scan-page.ts';

/**
 * Scans a fetched page with its headers.
 *
 * @param userAgent of the crawler, for the robots directives that are addressed to it
 */
export async function scanResource(resource: FetchedResource, userAgent: string): Promise<ScannedPage> {
  const { text } = await decodeCharset(resource);
  const page = await scanPage(text, resource.url);
  return applyPageHeaders(page, resource.headers, parseProductToken(userAgent));
}
