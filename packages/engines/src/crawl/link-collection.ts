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
  /** False while all who named it asked not to follow: it is listed, not visited. */
  follow: boolean;
  /** Visited by the crawl, or about to be. */
  asked: boolean;
  /** Taken out again: gone, off the site, or another spelling of a page that is there. */
  readonly removed: boolean;
  /** The page that stands in its place, when it redirects there. */
  movedTo: FoundLink | undefined;
}

export interface Finding {
  readonly source: LinkSource;
  readonly base?: string;
  readonly depth?: number;
  readonly text?: string;
  readonly lastModified?: string;
  readonly nofollow?: boolean;
}

export interface LinkCollection {
  /** How many are not removed. */
  readonly size: number;
  readonly full: boolean;
  get(key: string): FoundLink | undefined;
  /** By order of finding, removed ones included. */
  at(index: number): FoundLink | undefined;
  /** Adds an address of the site; undefined when it is known already, foreign, an asset, or the collection is full. */
  add(address: string, found: Finding): FoundLink | undefined;
  remove(link: FoundLink): void;
  /** What is not removed, in the order it was found. */
  list(): FoundLink[];
}

const collectionMax = 250_000;

export function createLinkCollection(scope: SiteScope): LinkCollection {
  const links = new Map<string, Mutable<FoundLink>>();
  const order: FoundLink[] = [];
  let removed = 0;
  return {
    get size() {
      return order.length - removed;
    },
    get full() {
      return order.length >= collectionMax;
    },
    get: (key) => links.get(key),
    at: (index) => order[index],
    add: (address, found) => {
      const normal = normaliseUrl(address, found.base);
      if (!normal || !scope.includes(normal.url)) return undefined;
      const known = links.get(normal.key);
      if (known) {
        complete(known, found);
        return undefined;
      }
      if (order.length >= collectionMax || addressKind(normal.url) === 'asset') return undefined;
      const link = newLink(normal, found);
      links.set(normal.key, link);
      order.push(link);
      return link;
    },
    remove: (link) => {
      const own = links.get(link.key);
      if (!own || own.removed) return;
      own.removed = true;
      removed++;
    },
    list: () => order.filter((link) => !link.removed),
  };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function newLink({ url, key }: { url: string; key: string }, found: Finding): Mutable<FoundLink> {
  return {
    url,
    key,
    source: found.source,
    depth: found.depth ?? null,
    title: '',
    text: found.text ?? '',
    description: '',
    lastModified: found.lastModified ?? '',
    language: '',
    contentType: '',
    status: null,
    follow: found.nofollow !== true,
    asked: false,
    removed: false,
    movedTo: undefined,
  };
}

const strength: Readonly<Record<LinkSource, number>> = { crawl: 0, feed: 1, sitemap: 2 };

function complete(link: FoundLink, found: Finding): void {
  if (strength[found.source] > strength[link.source]) link.source = found.source;
  if (found.depth !== undefined && (link.depth === null || found.depth < link.depth))
    link.depth = found.depth;
  link.text ||= found.text ?? '';
  link.lastModified ||= found.lastModified ?? '';
  link.follow ||= found.nofollow !== true;
}
