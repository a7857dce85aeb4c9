import type { DiscoveredLink } from '../frontier/url-store.ts';
import { classifyUrl } from '../urls/classify-url.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { visitPage } from '../visit/visit-page.ts';

const workers = 8;

/** Fetches those of the links that the crawl has not seen, for their title and status; true when all were. */
export async function enrichLinks(crawl: CrawlState, links: readonly DiscoveredLink[]): Promise<boolean> {
  const waiting = links.filter((link) => link.status === null && !link.removed).reverse();
  const count = waiting.length;
  const worker = async () => {
    for (let link = waiting.pop(); link && !crawl.signal.aborted; link = waiting.pop()) {
      if (classifyUrl(link.url) === 'page') await visitPage(crawl, link);
      else await askHead(crawl, link);
      crawl.context.progress?.(1 - waiting.length / (count + 1), link.url);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return waiting.length === 0 && !crawl.signal.aborted;
}

/** Documents are asked for their type alone. */
async function askHead(crawl: CrawlState, link: DiscoveredLink): Promise<void> {
  if (!(await crawl.robots.allows(link.url))) return;
  const answer = await crawl.fetcher.fetch(link.url, { method: 'HEAD' });
  if (!answer.ok) return;
  link.status = answer.resource.status;
  link.contentType = answer.resource.contentType;
  const modified = Date.parse(answer.resource.headers['last-modified'] ?? '');
  if (!Number.isNaN(modified)) link.lastModified ||= new Date(modified).toISOString();
}
