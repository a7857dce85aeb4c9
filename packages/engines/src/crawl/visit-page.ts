import { decodeText } from '../web/fetch/decode-text.ts';
import { FetchError } from '../web/fetch/fetch-error.ts';
import type { FetchedResource } from '../web/fetch/fetched-resource.ts';
import type { Crawl } from './crawl.ts';
import { type FoundLink, type LinkCollection, ownCopy } from './link-collection.ts';
import { normaliseUrl } from './normalise-url.ts';
import { contentKind } from './page-address.ts';
import { readPageHeaders } from './read-page-headers.ts';
import { productToken } from './robots-rules.ts';
import { type ScannedPage, scanPage } from './scan-page.ts';

const pageBytesMax = 8 * 1024 * 1024;

export interface VisitedPage {
  readonly page: ScannedPage;
  /** The link it stands for: of a redirect its target. */
  readonly link: FoundLink;
}

type Notes = Pick<Crawl, 'links' | 'context'>;

/** Fetches one page and notes what it is; undefined when there is nothing to read links from. */
export async function visitPage(
  crawl: Pick<Crawl, 'context' | 'links' | 'requester' | 'robots' | 'scope' | 'signal'>,
  link: FoundLink,
): Promise<VisitedPage | undefined> {
  if (!(await crawl.robots.allows(link.url)) || crawl.signal.aborted) return undefined;
  let leavesSite = false;
  const answer = await crawl.requester.get(link.url, {
    maxBytes: pageBytesMax,
    onHop: async (url) => {
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
  link: FoundLink,
  resource: FetchedResource,
): Promise<VisitedPage | undefined> {
  const target = normaliseUrl(resource.url);
  if (target && target.key !== normaliseUrl(link.url)?.key) {
    crawl.links.remove(link);
    link.status = resource.status;
    crawl.links.add(resource.url, {
      source: link.source,
      lastModified: link.lastModified,
      ...(link.depth === null ? {} : { depth: link.depth }),
    });
    const other = crawl.links.get(target.key);
    link.movedTo = other;
    if (!other || other.asked) return undefined;
    other.asked = true;
    return readPage(crawl, other, resource);
  }
  if (target) link.url = target.url;
  return readPage(crawl, link, resource);
}

async function readPage(
  crawl: Notes,
  link: FoundLink,
  resource: FetchedResource,
): Promise<VisitedPage | undefined> {
  link.status = resource.status;
  link.contentType = resource.contentType;
  link.lastModified ||= isoDate(resource.headers['last-modified'] ?? '');
  // A dead link goes; what the site's own sitemap vouches for stays.
  const gone = resource.status === 404 || resource.status === 410;
  const kind = contentKind(resource.contentType);
  const asset = kind === 'asset' && resource.status < 400;
  if (asset || (gone && link.source === 'crawl')) crawl.links.remove(link);
  if (kind !== 'page' || resource.status >= 400) return undefined;
  return { page: await readHtml(crawl, link, resource), link };
}

/** Reads title, description, language and links of a page that was fetched, and notes them. */
export async function readHtml(
  crawl: Notes,
  link: FoundLink,
  resource: FetchedResource,
): Promise<ScannedPage> {
  const { text } = await decodeText(resource);
  const scanned = await (crawl.context.parseLinks ?? scanPage)(text, resource.url);
  const page = readPageHeaders(scanned, resource.headers, productToken(crawl.context.userAgent));
  link.title = ownCopy(page.title);
  link.description = ownCopy(page.description);
  link.language = ownCopy(page.language || (resource.headers['content-language'] ?? ''));
  link.lastModified ||= ownCopy(page.modifiedTime);
  noteCanonical(crawl.links, link, page);
  return page;
}

/** Variants by query of a page that names its plain address are that page. Other claims are not believed: sites err. */
function noteCanonical(links: LinkCollection, link: FoundLink, page: ScannedPage): void {
  const canonical = page.canonical === '' ? undefined : normaliseUrl(page.canonical, page.baseUrl);
  const own = normaliseUrl(link.url);
  if (!canonical || !own || canonical.key === own.key) return;
  const samePath = canonical.key.split('?')[0] === own.key.split('?')[0];
  if (!samePath || link.depth === 0) return;
  links.add(canonical.url, {
    source: link.source,
    text: link.text,
    ...(link.depth === null ? {} : { depth: link.depth }),
  });
  link.movedTo = links.get(canonical.key);
  if (link.movedTo) links.remove(link);
}

function isoDate(header: string): string {
  const time = Date.parse(header);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
