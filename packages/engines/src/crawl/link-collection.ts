import { normaliseUrl } from './normalise-url.ts';
import { addressKind } from './page-address.ts';
import type { SiteScope } from './site-scope.ts';

export type LinkSource = 'sitemap' | 'crawl' | 'feed';

/** What is known of one page of the site. */
export interface FoundLink {
  url: string;
  readonly key: string;
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
  /** Taken out again: gone, off the site, or another spelling of a page that is there. */
  removed: boolean;
}

export interface LinkCollection {
  readonly size: number;
  readonly full: boolean;
  get(key: string): FoundLink | undefined;
  /** Adds an address of the site; undefined when it is known already, foreign, an asset, or the collection is full. */
  add(
    address: string,
    found: { source: LinkSource; base?: string; depth?: number; text?: string; lastModified?: string },
  ): FoundLink | undefined;
  /** What is not removed, in the order it was found. */
  list(): FoundLink[];
}

const collectionMax = 250_000;

export function createLinkCollection(scope: SiteScope): LinkCollection {
  const links = new Map<string, FoundLink>();
  return {
    get size() {
      return links.size;
    },
    get full() {
      return links.size >= collectionMax;
    },
    get: (key) => links.get(key),
    add: (address, found) => {
      const normal = normaliseUrl(address, found.base);
      if (!normal || !scope.includes(normal.url)) return undefined;
      const known = links.get(normal.key);
      if (known) {
        complete(known, found);
        return undefined;
      }
      if (links.size >= collectionMax || addressKind(normal.url) === 'asset') return undefined;
      const link: FoundLink = {
        url: normal.url,
        key: normal.key,
        source: found.source,
        depth: found.depth ?? null,
        title: '',
        text: found.text ?? '',
        description: '',
        lastModified: found.lastModified ?? '',
        language: '',
        contentType: '',
        status: null,
        removed: false,
      };
      links.set(normal.key, link);
      return link;
    },
    list: () => [...links.values()].filter((link) => !link.removed),
  };
}

const strength: Readonly<Record<LinkSource, number>> = { crawl: 0, feed: 1, sitemap: 2 };

function complete(
  link: FoundLink,
  found: { source: LinkSource; depth?: number; text?: string; lastModified?: string },
): void {
  if (strength[found.source] > strength[link.source]) link.source = found.source;
  if (found.depth !== undefined && (link.depth === null || found.depth < link.depth))
    link.depth = found.depth;
  link.text ||= found.text ?? '';
  link.lastModified ||= found.lastModified ?? '';
}
