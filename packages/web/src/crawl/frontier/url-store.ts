import { classifyPath } from '../urls/classify-url.ts';
import { type NormalizedUrl, normalizeUrl } from '../urls/normalize-url.ts';
import type { SiteScope } from '../urls/site-scope.ts';
import { hash53 } from './hash53.ts';
import type { PageSketch } from './page-sketch.ts';
import { PageVariants } from './page-variants.ts';

/** The kind of document that a URL was found in; `crawl` is a page. */
export type LinkSource = 'sitemap' | 'crawl' | 'feed';

/** A page of the site and its known properties. */
export interface DiscoveredLink {
  url: string;
  /** Position in the order in which the links were found. */
  readonly index: number;
  /** The strongest of the sources that name it: sitemap, then feed, then crawl. */
  source: LinkSource;
  /** Clicks from the start page; null when no page links to it. */
  depth: number | null;
  title: string;
  /** Text of the first link to it, for the search. */
  text: string;
  description: string;
  lastModified: string;
  language: string;
  contentType: string;
  status: number | null;
  /** False while all links to it are nofollow: it is listed but not visited. */
  follow: boolean;
  /** Whether the crawl has visited it or is about to. */
  visited: boolean;
  /** Whether it was removed: gone, outside the site, or another URL of a page that is listed. */
  removed: boolean;
  /** Whether it was removed as another URL of a page that was visited, shown by their content. */
  isVariant: boolean;
  /** The page that is listed instead, when this one redirects or is a variant of it. */
  replacedBy: DiscoveredLink | undefined;
}

/** Where and how a link was found. */
export interface LinkObservation {
  readonly source: LinkSource;
  /** URL that a relative link is resolved against. */
  readonly baseUrl?: string;
  readonly depth?: number;
  readonly text?: string;
  readonly lastModified?: string;
  readonly nofollow?: boolean;
}

/** Stop collecting here: a larger total is not useful and costs time for the crawl. */
const urlsMax = 250_000;

/** The links of a site that were found, without duplicates. */
export class UrlStore {
  /** By hash of the URL's key. Links that are counted but not kept are undefined. */
  readonly #links = new Map<number, DiscoveredLink | undefined>();
  readonly #order: DiscoveredLink[] = [];
  readonly #overflowCounts = { sitemap: 0, crawl: 0, feed: 0 };
  readonly #scope: SiteScope;
  readonly #shouldKeep: (url: string, keptCount: number) => boolean;
  readonly #variants = new PageVariants<DiscoveredLink>();
  #removedCount = 0;

  /**
   * @param shouldKeep decides whether another link is kept, given the number of those that are; the others are only
   * counted, once each
   */
  constructor(scope: SiteScope, shouldKeep: (url: string, keptCount: number) => boolean) {
    this.#scope = scope;
    this.#shouldKeep = shouldKeep;
  }

  /** Number of links that were found and not removed, those only counted included. */
  get size(): number {
    return this.#links.size - this.#removedCount;
  }

  get isFull(): boolean {
    return this.#links.size >= urlsMax;
  }

  /** Number of links that were counted but not kept, by source. */
  get overflowCounts(): Readonly<Record<LinkSource, number>> {
    return this.#overflowCounts;
  }

  /** The known link to a page; undefined if there is none, or if it was only counted. */
  get(normalized: NormalizedUrl): DiscoveredLink | undefined {
    return this.#links.get(hash53(this.keyOf(normalized)));
  }

  /** The key of a normalized URL, equal for all URLs that are known to be of one page. */
  keyOf({ key }: NormalizedUrl): string {
    return this.#variants.fold(this.#scope.unifyKey(key));
  }

  /** The link at an index in the order they were found, removed ones included. */
  at(index: number): DiscoveredLink | undefined {
    return this.#order[index];
  }

  /**
   * Adds a link of the site, or adds new properties to a known one.
   *
   * @returns the new link; undefined when it is known, outside the site, an asset, only counted, or the store is full
   */
  add(url: string, observation: LinkObservation): DiscoveredLink | undefined {
    const normalized = normalizeUrl(url, observation.baseUrl);
    if (!normalized || !this.#scope.includesHost(normalized.host)) return undefined;
    const hash = hash53(this.keyOf(normalized));
    if (this.#links.has(hash)) {
      const known = this.#links.get(hash);
      if (known) mergeObservation(known, observation);
      return undefined;
    }
    if (this.isFull || classifyPath(normalized.path) === 'asset') return undefined;
    const isKept = this.#shouldKeep(normalized.url, this.#order.length);
    const link = isKept ? createLink(normalized.url, this.#order.length, observation) : undefined;
    this.#links.set(hash, link);
    if (link) this.#order.push(link);
    else this.#overflowCounts[observation.source]++;
    return link;
  }

  /** Removes a link from the list. It stays known, so that it is not added again. */
  remove(link: DiscoveredLink): void {
    if (!link.removed) this.#removedCount++;
    link.removed = true;
  }

  /**
   * Records the content of a visited page. If the page was visited under a variant of its URL, the one that was found
   * first stays, and the other is removed.
   */
  recordVisit(link: DiscoveredLink, sketch: PageSketch): void {
    const normalized = normalizeUrl(link.url);
    if (!normalized) return;
    const same = this.#variants.record(link, this.#scope.unifyKey(normalized.key), sketch);
    if (!same || same === link) return;
    const [first, second] = same.index < link.index ? [same, link] : [link, same];
    this.remove(second);
    second.isVariant = true;
    second.replacedBy = first;
    const { source, depth, text, lastModified } = second;
    mergeObservation(first, { source, text, lastModified, ...(depth === null ? {} : { depth }) });
  }

  /** The links that are kept and not removed, in the order they were found. */
  list(): DiscoveredLink[] {
    return this.#order.filter((link) => !link.removed);
  }
}

function createLink(url: string, index: number, observation: LinkObservation): DiscoveredLink {
  return {
    url,
    index,
    source: observation.source,
    depth: observation.depth ?? null,
    title: '',
    text: detachString(observation.text ?? ''),
    description: '',
    lastModified: detachString(observation.lastModified ?? ''),
    language: '',
    contentType: '',
    status: null,
    follow: observation.nofollow !== true,
    visited: false,
    removed: false,
    isVariant: false,
    replacedBy: undefined,
  };
}

const strengths: Readonly<Record<LinkSource, number>> = { crawl: 0, feed: 1, sitemap: 2 };

function mergeObservation(link: DiscoveredLink, { source, depth, ...observation }: LinkObservation): void {
  if (strengths[source] > strengths[link.source]) link.source = source;
  if (depth !== undefined && (link.depth === null || depth < link.depth)) link.depth = depth;
  link.text ||= detachString(observation.text ?? '');
  link.lastModified ||= detachString(observation.lastModified ?? '');
  link.follow ||= observation.nofollow !== true;
}

/** Copies a substring of a page or sitemap. V8 would otherwise keep the whole text in memory. */
export function detachString(text: string): string {
  return text === '' ? '' : Buffer.from(text).toString();
}
