import { classifyPath } from '../urls/classify-url.ts';
import { type NormalizedUrl, normalizeUrl } from '../urls/normalize-url.ts';
import type { SiteScope } from '../urls/site-scope.ts';
import { hash53 } from './hash53.ts';

export type LinkSource = 'sitemap' | 'crawl' | 'feed';

/** What is known of one page of the site. */
export interface DiscoveredLink {
  url: string;
  /** The strongest of those that named it: a sitemap, else a feed, else a link. */
  source: LinkSource;
  /** Clicks from the start page; null when no link led there. */
  depth: number | null;
  title: string;
  /** Text of the first link to it, for searching. */
  text: string;
  description: string;
  lastModified: string;
  language: string;
  contentType: string;
  status: number | null;
  /** False while all who named it asked not to follow: it is listed, not visited. */
  follow: boolean;
  /** Visited by the crawl, or about to be. */
  visited: boolean;
  /** Taken out again: gone, off the site, or another spelling of a page that is there. */
  removed: boolean;
  /** The page that stands in its place, when it redirects there. */
  replacedBy: DiscoveredLink | undefined;
}

export interface LinkObservation {
  readonly source: LinkSource;
  readonly baseUrl?: string;
  readonly depth?: number;
  readonly text?: string;
  readonly lastModified?: string;
  readonly nofollow?: boolean;
}

export interface UrlStore {
  /** How many were found and not removed. */
  readonly size: number;
  readonly isFull: boolean;
  /** How many were found beyond those that are kept, by source. */
  readonly overflowCounts: Readonly<Record<LinkSource, number>>;
  get(key: string): DiscoveredLink | undefined;
  /** By order of finding, removed ones included. */
  at(index: number): DiscoveredLink | undefined;
  /**
   * Adds an address of the site; undefined when it is known already, foreign, an asset, only counted, or the
   * collection is full.
   */
  add(address: string, found: LinkObservation): DiscoveredLink | undefined;
  remove(link: DiscoveredLink): void;
  /** What is kept and not removed, in the order it was found. */
  list(): DiscoveredLink[];
}

/** Beyond so many the count of them tells nobody more, and reading them takes time from the crawl. */
const collectionMax = 250_000;

/** @param keeps whether to keep one more address, so many being kept; those it does not keep are counted, once each */
export function createUrlStore(scope: SiteScope, keeps: (url: string, kept: number) => boolean): UrlStore {
  const links = new Map<number, DiscoveredLink | undefined>();
  const order: DiscoveredLink[] = [];
  const counted = { sitemap: 0, crawl: 0, feed: 0 };
  let removed = 0;
  return {
    get size() {
      return links.size - removed;
    },
    get isFull() {
      return links.size >= collectionMax;
    },
    overflowCounts: counted,
    get: (key) => links.get(hash53(key)),
    at: (index) => order[index],
    add: (address, found) => {
      const normal = normalizeUrl(address, found.baseUrl);
      if (!normal || !scope.includesHost(normal.host)) return undefined;
      const hash = hash53(normal.key);
      if (links.has(hash)) {
        const known = links.get(hash);
        if (known) complete(known, found);
        return undefined;
      }
      if (links.size >= collectionMax || classifyPath(normal.path) === 'asset') return undefined;
      const link = keeps(normal.url, order.length) ? newLink(normal, found) : undefined;
      links.set(hash, link);
      if (link) order.push(link);
      else counted[found.source]++;
      return link;
    },
    remove: (link) => {
      if (!link.removed) removed++;
      link.removed = true;
    },
    list: () => order.filter((link) => !link.removed),
  };
}

function newLink({ url }: NormalizedUrl, found: LinkObservation): DiscoveredLink {
  return {
    url,
    source: found.source,
    depth: found.depth ?? null,
    title: '',
    text: detachString(found.text ?? ''),
    description: '',
    lastModified: detachString(found.lastModified ?? ''),
    language: '',
    contentType: '',
    status: null,
    follow: found.nofollow !== true,
    visited: false,
    removed: false,
    replacedBy: undefined,
  };
}

const strength: Readonly<Record<LinkSource, number>> = { crawl: 0, feed: 1, sitemap: 2 };

function complete(link: DiscoveredLink, found: LinkObservation): void {
  if (strength[found.source] > strength[link.source]) link.source = found.source;
  if (found.depth !== undefined && (link.depth === null || found.depth < link.depth))
    link.depth = found.depth;
  link.text ||= detachString(found.text ?? '');
  link.lastModified ||= detachString(found.lastModified ?? '');
  link.follow ||= found.nofollow !== true;
}

/** A piece cut out of a page or a sitemap would keep the whole of it in memory. */
export function detachString(piece: string): string {
  return piece === '' ? '' : Buffer.from(piece).toString();
}
