import type { DiscoveredLink } from '../frontier/url-store.ts';
import { classifyUrl } from '../urls/classify-url.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { toIsoDate, visitPage } from '../visit/visit-page.ts';

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

/** Requests only the headers of a document, for its status and type. */
async function fetchDocumentHead(crawl: CrawlState, link: DiscoveredLink): Promise<void> {
  if (!(await crawl.robots.allows(link.url))) return;
  const outcome = await crawl.fetcher.fetch(link.url, { method: 'HEAD' });
  if (!outcome.ok) return;
  const { status, contentType, headers } = outcome.resource;
  link.status = status;
  link.contentType = contentType;
  link.lastModified ||= toIsoDate(headers['last-modified'] ?? '');
}
