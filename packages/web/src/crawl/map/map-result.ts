import type { LinkSource } from '../frontier/url-store.ts';

export interface MapInput {
  readonly url: string;
  readonly ignoreSitemap: boolean;
  readonly includeSubdomains: boolean;
  /** 1 to 5000 */
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sitemapOnly: boolean;
  readonly enrichLinks: boolean;
}

export interface MapLink {
  readonly url: string;
  /** With `search`: higher is better. */
  readonly score?: number;
  // With `enrichLinks`: texts are '' and numbers absent where nothing is known.
  readonly title?: string;
  readonly description?: string;
  /** As stated by sitemap, header or page. */
  readonly lastModified?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly source?: LinkSource;
  /** Clicks from the start page. */
  readonly depth?: number;
  readonly language?: string;
}

export interface MapResult {
  /** The start page after its redirects. */
  readonly url: string;
  readonly links: readonly MapLink[];
  /** Links that match, before `limit`. */
  readonly total: number;
  /** True when time or a bound ended the search, or `limit` cut the list. */
  readonly truncated: boolean;
  readonly sources: { readonly sitemap: number; readonly crawl: number; readonly feed: number };
}
