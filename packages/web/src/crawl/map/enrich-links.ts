import type { DiscoveredLink } from '../frontier/url-store.ts';
import { classifyUrl } from '../urls/classify-url.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { fetchLink, resolveRedirect, toIsoDate, visitPage } from '../visit/visit-page.ts';

const workers = 8;

/**
 * Fetches the links that the crawl has not visited, for their title and status.
 *
 * @returns whether all were fetched before the signal was aborted
 */
export async function enrichLinks(crawl: CrawlState, links: readonly DiscoveredLink[]): Promise<boolean> {
  const pending = links.filter((link) => link.status === null && !link.removed).reverse();
  const count = pending.length;
  const worker = async () => {
    for (let link = pending.pop(); link && !crawl.signal.aborted; link = pending.pop()) {
      if (classifyUrl(link.url) === 'page') await visitPage(crawl, link);
      else await fetchDocumentHead(crawl, link);
      crawl.context.progress?.(1 - pending.length / (count + 1), link.url);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return pending.length === 0 && !crawl.signal.aborted;
}

/** Statuses of servers that do not implement HEAD (RFC 9110, 15.5.6 and 15.6.2). */
const headUnsupported: ReadonlySet<number> = new Set([405, 501]);

/** Requests only the headers of a document, for its status and type. */
async function fetchDocumentHead(crawl: CrawlState, link: DiscoveredLink): Promise<void> {
  const resource = await fetchLink(crawl, link, { method: 'HEAD' });
  const target = resource && resolveRedirect(crawl.links, link, resource);
  if (!target || headUnsupported.has(resource.status)) return;
  const { status, contentType, headers } = resource;
  target.status = status;
  target.contentType = contentType;
  target.lastModified ||= toIsoDate(headers['last-modified'] ?? '');
}
