import { readTime } from '@quern/content/metadata/read-time';
import type { FetchedResource } from '../../fetch/fetched-resource.ts';
import type { DiscoveredLink } from '../frontier/url-store.ts';
import { classifyUrl } from '../urls/classify-url.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { fetchLink, resolveRedirect, visitPage } from '../visit/visit-page.ts';

const workers = 8;

/**
 * Fetches the links that the crawl has not visited, for their title and status.
 *
 * @returns whether all were fetched before the signal was aborted
 */
export async function enrichLinks(crawl: CrawlState, links: readonly DiscoveredLink[]): Promise<boolean> {
  const pending = links.filter((link) => link.status === null && !link.removed).reverse();
  const count = pending.length;
  const budget = { bytes: documentBytesTotal };
  const worker = async () => {
    for (let link = pending.pop(); link && !crawl.signal.aborted; link = pending.pop()) {
      if (classifyUrl(link.url) === 'page') await visitPage(crawl, link);
      else await describeDocument(crawl, link, budget);
      crawl.context.progress?.(1 - pending.length / (count + 1), link.url);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return pending.length === 0 && !crawl.signal.aborted;
}

/** Statuses of servers that do not implement HEAD (RFC 9110, 15.5.6 and 15.6.2). */
const headUnsupported: ReadonlySet<number> = new Set([405, 501]);

/** Larger documents are listed with their status only. */
const documentBytesMax = 4 * 1024 * 1024;
/** Documents that are fetched for one map have at most this size together. */
const documentBytesTotal = 64 * 1024 * 1024;

/** Fetches a document for its title and language if it is small, otherwise only its headers. */
async function describeDocument(
  crawl: CrawlState,
  link: DiscoveredLink,
  budget: { bytes: number },
): Promise<void> {
  const head = await fetchDocumentHead(crawl, link);
  const { describeDocument: describe } = crawl.context;
  const length = Number(head?.resource.headers['content-length'] ?? documentBytesMax);
  if (describe === undefined || head?.resource.status !== 200 || !(length <= documentBytesMax)) return;
  if (budget.bytes < length) return;
  budget.bytes -= length;
  const resource = await fetchLink(crawl, head.target, { bytesMax: documentBytesMax });
  if (resource?.status !== 200) return;
  try {
    const { title, language, modifiedAt } = await describe(resource.body);
    head.target.title = title;
    head.target.language = language;
    head.target.lastModified ||= modifiedAt;
  } catch {
    // A damaged document is listed without a title.
  }
}

/** Requests only the headers of a document, for its status and type. */
async function fetchDocumentHead(
  crawl: CrawlState,
  link: DiscoveredLink,
): Promise<{ readonly target: DiscoveredLink; readonly resource: FetchedResource } | undefined> {
  const resource = await fetchLink(crawl, link, { method: 'HEAD' });
  const target = resource && resolveRedirect(crawl.links, link, resource);
  if (!target || headUnsupported.has(resource.status)) return undefined;
  const { status, contentType, headers } = resource;
  target.status = status;
  target.contentType = contentType;
  target.lastModified ||= readTime(headers['last-modified'] ?? '');
  return { target, resource };
}
