import { classifyPath } from '../urls/classify-url.ts';
import { type NormalizedUrl, normalizePercentEncoding, normalizeUrl } from '../urls/normalize-url.ts';
import { SiteScope } from '../urls/site-scope.ts';
import { UrlTrapDetector } from '../urls/url-trap-detector.ts';
import { foldKey } from '../urls/url-variants.ts';
import { hash53 } from './hash53.ts';
import type { LinkCollector } from './link-collector.ts';

/** Which pages of a site to crawl. */
export interface CrawlRules {
  readonly startUrl: string;
  /** Maximum number of links from the start page to a page; URLs of sitemaps count as its links. */
  readonly maxDepth: number;
  /** Whether to crawl all hosts of the registrable domain. */
  readonly includeSubdomains: boolean;
  /** Whether to crawl pages that are not below the start page. */
  readonly allowBackwardLinks: boolean;
  /** Whether URLs that differ only in their queries are one page. */
  readonly ignoreQueryParameters: boolean;
  /** Whether to crawl a URL of the site. */
  readonly accepts: (url: NormalizedUrl) => boolean;
  /** Maximum number of URLs to find. */
  readonly urlsMax: number;
}

/** A page to crawl. */
export interface CrawlTarget {
  readonly url: string;
  /** Number of links from the start page to it. */
  readonly depth: number;
}

/** A URL that was found; without a depth if its page was crawled under another URL, which redirects to it. */
export interface FoundUrl {
  readonly url: string;
  readonly depth: number | null;
}

/** The stored part of a frontier. */
export interface FrontierState {
  /** In the order they were found; the first one is the start page. */
  readonly urls: readonly FoundUrl[];
  /** Number of the first URLs that were taken. */
  readonly taken: number;
  /** URL of the start page after redirects; null until that page was read. */
  readonly scopeUrl: string | null;
}

/**
 * The URLs of a crawl, breadth-first. It holds no other state than the list of the URLs, so that a crawl can be continued
 * from that. URLs that differ only in variations that servers commonly ignore (`www.`, `//`, `/index.html`) are one page.
 */
export class CrawlFrontier implements LinkCollector {
  readonly #rules: CrawlRules;
  readonly #urls: FoundUrl[] = [];
  /** Hashes of the keys of all URLs. */
  readonly #known = new Set<number>();
  readonly #traps = new UrlTrapDetector();
  #taken = 0;
  #pageCount = 0;
  #takenPages = 0;
  #scope: CrawlScope | undefined;

  constructor(rules: CrawlRules, { urls, taken, scopeUrl }: FrontierState) {
    this.#rules = rules;
    for (const found of urls) {
      this.#traps.accepts(found.url);
      this.#append(found);
    }
    this.#taken = taken;
    this.#takenPages = urls.slice(0, taken).filter(({ depth }) => depth !== null).length;
    if (urls.length === 0)
      this.#append({ url: normalizeUrl(rules.startUrl)?.url ?? rules.startUrl, depth: 0 });
    if (scopeUrl !== null) this.#scope = new CrawlScope(rules, scopeUrl);
  }

  /** Number of URLs that were found. */
  get size(): number {
    return this.#urls.length;
  }

  /** Number of the first URLs that were taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Number of pages that were found: URLs without those that pages redirected to. */
  get pageCount(): number {
    return this.#pageCount;
  }

  /** Whether there are pages that were not taken. */
  get hasNext(): boolean {
    return this.#takenPages < this.#pageCount;
  }

  get isFull(): boolean {
    return this.#urls.length >= this.#rules.urlsMax;
  }

  /** The site; undefined until the start page was read. */
  get site(): SiteScope | undefined {
    return this.#scope?.site;
  }

  /** @param url of the start page after redirects */
  start(url: string): void {
    this.#scope = new CrawlScope(this.#rules, url);
    this.addRedirect(url);
  }

  /**
   * Takes the next URL; undefined if there is none at present.
   *
   * @param end takes one of the first `end` URLs only
   */
  next(end = this.#urls.length): CrawlTarget | undefined {
    for (let found = this.#urls[this.#taken]; found && this.#taken < end; found = this.#urls[this.#taken]) {
      this.#taken += 1;
      if (found.depth === null) continue;
      this.#takenPages += 1;
      return { url: found.url, depth: found.depth };
    }
    return undefined;
  }

  /** The URL at an index in the order they were found. */
  at(index: number): FoundUrl | undefined {
    return this.#urls[index];
  }

  /** The URLs that were found after the first `count`. */
  since(count: number): FoundUrl[] {
    return this.#urls.slice(count);
  }

  keyOf({ key }: NormalizedUrl): string {
    const comparable = this.#rules.ignoreQueryParameters ? (key.split('?', 1)[0] ?? key) : key;
    return foldKey(comparable, () => true).key;
  }

  /** Adds the URL that a crawled page redirected to, so that its page is not crawled again. */
  addRedirect(url: string): void {
    const normalized = normalizeUrl(url);
    if (normalized !== undefined && !this.#isKnown(normalized))
      this.#append({ url: normalized.url, depth: null });
  }

  /**
   * Adds a URL that the rules accept and that is not known. Does nothing before the site is known.
   *
   * @param source.depth number of links from the start page; by default that of a sitemap's URLs
   * @returns whether it was added
   */
  add(text: string, { baseUrl, depth = 1 }: { readonly baseUrl?: string; readonly depth?: number }): boolean {
    const normalized = normalizeUrl(text, baseUrl);
    if (normalized === undefined || this.isFull || depth > this.#rules.maxDepth) return false;
    if (this.#scope?.includes(normalized) !== true || classifyPath(normalized.path) === 'asset') return false;
    if (this.#isKnown(normalized) || !this.#rules.accepts(normalized)) return false;
    if (!this.#traps.accepts(normalized.url)) return false;
    this.#append({ url: this.#toTarget(normalized.url), depth });
    return true;
  }

  /** Adds a known URL again, whose page could not be crawled for a reason that has nothing to do with it. */
  addAgain(target: CrawlTarget): void {
    this.#append(target);
  }

  #isKnown(normalized: NormalizedUrl): boolean {
    return this.#known.has(hash53(this.keyOf(normalized)));
  }

  #append(found: FoundUrl): void {
    const normalized = normalizeUrl(found.url);
    if (normalized !== undefined) this.#known.add(hash53(this.keyOf(normalized)));
    this.#urls.push(found);
    if (found.depth !== null) this.#pageCount += 1;
  }

  #toTarget(url: string): string {
    return this.#rules.ignoreQueryParameters ? (url.split('?', 1)[0] ?? url) : url;
  }
}

/** The part of the web that belongs to a crawl. */
class CrawlScope {
  readonly site: SiteScope;
  /** The folders that pages must be below; undefined if the whole site is crawled. */
  readonly #folders: readonly string[] | undefined;

  /** @param url of the start page after redirects */
  constructor({ startUrl, includeSubdomains, allowBackwardLinks }: CrawlRules, url: string) {
    this.site = new SiteScope(url, includeSubdomains);
    this.site.relation = 'same';
    // The path of a start page that redirects to another site means nothing there.
    const starts = this.site.includes(startUrl) ? [startUrl, url] : [url];
    this.#folders = allowBackwardLinks ? undefined : starts.map(folderOf);
  }

  includes({ host, path }: NormalizedUrl): boolean {
    return this.site.includesHost(host) && this.#isBelow(normalizePercentEncoding(path));
  }

  #isBelow(path: string): boolean {
    if (this.#folders === undefined) return true;
    return this.#folders.some((folder) => path.startsWith(folder) || `${path}/` === folder);
  }
}

/** The folder of a start page with its final slash: `/docs/` of `/docs`, `/docs/` and `/docs/index.html`. */
function folderOf(url: string): string {
  const path = normalizePercentEncoding(new URL(url).pathname);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.includes('.')) return path.slice(0, path.length - name.length);
  return path.endsWith('/') ? path : `${path}/`;
}
