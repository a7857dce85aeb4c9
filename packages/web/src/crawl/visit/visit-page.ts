import { decodeCharset } from '@quern/runtime/decode-charset';
import { FetchError } from '../../fetch/fetch-error.ts';
import type { FetchedResource } from '../../fetch/fetched-resource.ts';
import { type DiscoveredLink, detachString, type UrlStore } from '../frontier/url-store.ts';
import { applyPageHeaders } from '../link-extraction/apply-page-headers.ts';
import { type ScannedPage, scanPage } from '../link-extraction/scan-page.ts';
import { parseProductToken } from '../robots/robots-cache.ts';
import { classifyContentType } from '../urls/classify-url.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import type { CrawlState } from './crawl-state.ts';

const pageBytesMax = 8 * 1024 * 1024;

export interface VisitedPage {
  readonly page: ScannedPage;
  /** The link it stands for: of a redirect its target. */
  readonly link: DiscoveredLink;
}

type Notes = Pick<CrawlState, 'links' | 'context'>;

/** Fetches one page and notes what it is; undefined when there is nothing to read links from. */
export async function visitPage(
  crawl: Pick<CrawlState, 'context' | 'links' | 'fetcher' | 'robots' | 'scope' | 'signal'>,
  link: DiscoveredLink,
): Promise<VisitedPage | undefined> {
  if (!(await crawl.robots.allows(link.url)) || crawl.signal.aborted) return undefined;
  let leavesSite = false;
  const answer = await crawl.fetcher.fetch(link.url, {
    bytesMax: pageBytesMax,
    beforeRequest: async (url) => {
      if (url === link.url) return;
      leavesSite = !crawl.scope.includes(url);
      if (leavesSite) throw new FetchError('bad_response', url, `${link.url} leads off the site`);
      if (!(await crawl.robots.allows(url)))
        throw new FetchError('aborted', url, `robots.txt disallows ${url}`);
    },
  });
  if (!answer.ok) {
    if (leavesSite) crawl.links.remove(link);
    return undefined;
  }
  const { resource } = answer;
  return resource.redirects.length > 0
    ? readRedirected(crawl, link, resource)
    : readPage(crawl, link, resource);
}

/** A page that redirects stands for its target: the target is listed in its place. */
async function readRedirected(
  crawl: Notes,
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<VisitedPage | undefined> {
  const target = normalizeUrl(resource.url);
  if (target && target.key !== normalizeUrl(link.url)?.key) {
    crawl.links.remove(link);
    link.status = resource.status;
    crawl.links.add(resource.url, {
      source: link.source,
      lastModified: link.lastModified,
      ...(link.depth === null ? {} : { depth: link.depth }),
    });
    const other = crawl.links.get(target.key);
    link.replacedBy = other;
    if (!other || other.visited) return undefined;
    other.visited = true;
    return readPage(crawl, other, resource);
  }
  if (target) link.url = target.url;
  return readPage(crawl, link, resource);
}

async function readPage(
  crawl: Notes,
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<VisitedPage | undefined> {
  link.status = resource.status;
  link.contentType = resource.contentType;
  link.lastModified ||= isoDate(resource.headers['last-modified'] ?? '');
  // A dead link goes; what the site's own sitemap vouches for stays.
  const gone = resource.status === 404 || resource.status === 410;
  const kind = classifyContentType(resource.contentType);
  const asset = kind === 'asset' && resource.status < 400;
  if (asset || (gone && link.source === 'crawl')) crawl.links.remove(link);
  if (kind !== 'page' || resource.status >= 400) return undefined;
  return { page: await scanFetchedPage(crawl, link, resource), link };
}

/** Reads title, description, language and links of a page that was fetched, and notes them. */
export async function scanFetchedPage(
  crawl: Notes,
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<ScannedPage> {
  const { text } = await decodeCharset(resource);
  const scanned = await (crawl.context.parseLinks ?? scanPage)(text, resource.url);
  const page = applyPageHeaders(scanned, resource.headers, parseProductToken(crawl.context.userAgent));
  link.title = detachString(page.title);
  link.description = detachString(page.description);
  link.language = detachString(page.language || (resource.headers['content-language'] ?? ''));
  link.lastModified ||= detachString(page.modifiedTime);
  noteCanonical(crawl.links, link, page);
  return page;
}

/** Variants by query of a page that names its plain address are that page. Other claims are not believed: sites err. */
function noteCanonical(links: UrlStore, link: DiscoveredLink, page: ScannedPage): void {
  const canonical = page.canonical === '' ? undefined : normalizeUrl(page.canonical, page.baseUrl);
  const own = normalizeUrl(link.url);
  if (!canonical || !own || canonical.key === own.key) return;
  const samePath = canonical.key.split('?')[0] === own.key.split('?')[0];
  if (!samePath || link.depth === 0) return;
  links.add(canonical.url, {
    source: link.source,
    text: link.text,
    ...(link.depth === null ? {} : { depth: link.depth }),
  });
  link.replacedBy = links.get(canonical.key);
  if (link.replacedBy) links.remove(link);
}

function isoDate(header: string): string {
  const time = Date.parse(header);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
