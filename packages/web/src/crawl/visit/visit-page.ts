import { languageTag } from '@quern/content/metadata/language-tag';
import { readTime } from '@quern/content/metadata/read-time';
import { FetchError } from '../../fetch/fetch-error.ts';
import type { FetchedResource, FetchOptions } from '../../fetch/fetched-resource.ts';
import { redactUrl } from '../../fetch/redact-url.ts';
import { type DiscoveredLink, detachString, type UrlStore } from '../frontier/url-store.ts';
import type { ScannedPage } from '../link-extraction/scan-page.ts';
import { scanResource } from '../link-extraction/scan-resource.ts';
import { classifyContentType } from '../urls/classify-url.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import { foldKey } from '../urls/url-variants.ts';
import type { CrawlState } from './crawl-state.ts';

const pageBytesMax = 8 * 1024 * 1024;

/** A page that was fetched and scanned. */
export interface VisitedPage {
  readonly page: ScannedPage;
  /** The link of the page; after a redirect, the link of its target. */
  readonly link: DiscoveredLink;
}

/** The state needed to record the properties of a page. */
export type PageRecorder = Pick<CrawlState, 'links' | 'context'>;

/** The state needed to fetch a page of the site. */
export type PageFetcher = Pick<
  CrawlState,
  'context' | 'links' | 'fetcher' | 'robots' | 'scope' | 'signal' | 'counterpart'
>;

/**
 * Fetches one page, if robots.txt allows it, and records its properties.
 *
 * @returns undefined when there is no page whose links can be read
 */
export async function visitPage(crawl: PageFetcher, link: DiscoveredLink): Promise<VisitedPage | undefined> {
  const resource = await fetchLink(crawl, link, { bytesMax: pageBytesMax });
  const target = resource && resolveRedirect(crawl.links, link, resource);
  return target && recordPage(crawl, target, resource);
}

/**
 * Fetches a link if robots.txt allows it, and follows its redirects within the site as far as robots.txt allows. Removes
 * a link that leads off the site.
 *
 * @returns undefined when there is no response
 */
export async function fetchLink(
  { links, fetcher, robots, scope, signal, counterpart }: PageFetcher,
  link: DiscoveredLink,
  options: Pick<FetchOptions, 'method' | 'bytesMax'>,
): Promise<FetchedResource | undefined> {
  if (!(await robots.allows(link.url)) || signal.aborted) return undefined;
  let leavesSite = false;
  const outcome = await fetcher.fetch(link.url, {
    ...options,
    beforeRequest: async (url) => {
      if (url === link.url) return;
      await counterpart.prepareFor(url);
      leavesSite = !scope.includes(url);
      if (leavesSite) {
        const message = `${redactUrl(link.url)} redirects to another site`;
        throw new FetchError('bad_response', url, message);
      }
      if (!(await robots.allows(url))) throw disallowedError(url);
    },
  });
  if (outcome.ok) return outcome.resource;
  if (leavesSite) links.remove(link);
  return undefined;
}

/** The error of a redirect to a URL that robots.txt disallows. */
export function disallowedError(url: string): FetchError {
  return new FetchError('aborted', url, `robots.txt disallows ${redactUrl(url)}`);
}

/**
 * Replaces a link that redirects by the link of its target.
 *
 * @returns the link of the page that was fetched; undefined when that page is visited under another link
 */
export function resolveRedirect(
  links: UrlStore,
  link: DiscoveredLink,
  resource: FetchedResource,
): DiscoveredLink | undefined {
  const target = resource.redirects.length > 0 ? normalizeUrl(resource.url) : undefined;
  if (!target) return link;
  if (links.keyOf(target) === keyOfUrl(links, link.url)) {
    link.url = target.url;
    return link;
  }
  links.remove(link);
  link.status = resource.status;
  links.add(resource.url, {
    source: link.source,
    lastModified: link.lastModified,
    ...(link.depth === null ? {} : { depth: link.depth }),
  });
  const targetLink = links.get(target);
  link.replacedBy = targetLink;
  if (!targetLink || targetLink.visited) return undefined;
  targetLink.visited = true;
  return targetLink;
}

async function recordPage(
  crawl: PageRecorder,
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<VisitedPage | undefined> {
  link.status = resource.status;
  link.contentType = resource.contentType;
  link.lastModified ||= readTime(resource.headers['last-modified'] ?? '');
  const isGone = resource.status === 404 || resource.status === 410;
  const kind = classifyContentType(resource.contentType);
  const isAsset = kind === 'asset' && resource.status < 400;
  // A dead link is removed; a page that the site's own sitemap names stays.
  if (isAsset || (isGone && link.source === 'crawl')) crawl.links.remove(link);
  if (kind !== 'page' || resource.status >= 400) return undefined;
  const { page, isKnown } = await scanFetchedPage(crawl, link, resource);
  return isKnown ? undefined : { page, link };
}

/**
 * Scans a fetched page, and records its title, description, language and date in its link. Removes the link of a page
 * that was visited under another URL.
 *
 * @returns the page, and whether it was visited under another URL, so that its links are known
 */
export async function scanFetchedPage(
  crawl: PageRecorder,
  link: DiscoveredLink,
  resource: FetchedResource,
): Promise<{ readonly page: ScannedPage; readonly isKnown: boolean }> {
  const page = await scanResource(resource, crawl.context.userAgent);
  link.title = detachString(page.title);
  link.description = detachString(page.description);
  link.language = detachString(page.language || languageTag(resource.headers['content-language'] ?? ''));
  link.lastModified ||= detachString(page.modifiedTime);
  applyCanonical(crawl.links, link, page);
  if (!link.removed) crawl.links.recordVisit(link, page.sketch);
  return { page, isKnown: link.isVariant };
}

/**
 * Replaces a page by its canonical page if their URLs differ only in their queries, or in variations that many servers
 * ignore. Other canonical links are ignored, because many are wrong.
 */
function applyCanonical(links: UrlStore, link: DiscoveredLink, page: ScannedPage): void {
  const canonical = page.canonical === '' ? undefined : normalizeUrl(page.canonical, page.baseUrl);
  const own = normalizeUrl(link.url);
  if (!canonical || !own || link.depth === 0) return;
  const [canonicalKey, ownKey] = [links.keyOf(canonical), links.keyOf(own)];
  if (canonicalKey === ownKey || foldedPath(canonicalKey) !== foldedPath(ownKey)) return;
  links.add(canonical.url, {
    source: link.source,
    text: link.text,
    ...(link.depth === null ? {} : { depth: link.depth }),
  });
  link.replacedBy = links.get(canonical);
  if (link.replacedBy) links.remove(link);
}

/** The host and path of a key without variations. */
function foldedPath(key: string): string {
  return foldKey(key.split('?', 1)[0] ?? '', () => true).key;
}

function keyOfUrl(links: UrlStore, url: string): string | undefined {
  const normalized = normalizeUrl(url);
  return normalized && links.keyOf(normalized);
}
