import type { LinkSource } from '../frontier/url-store.ts';

/** The site to map, and the options of the map. */
export interface MapInput {
  readonly url: string;
  /** Ignores sitemaps and feeds, and only crawls. */
  readonly ignoreSitemap: boolean;
  /** Includes all hosts of the registrable domain. */
  readonly includeSubdomains: boolean;
  /** Maximum number of links, from 1 to 5,000. */
  readonly limit: number;
  /** Lists only links that match, best first. */
  readonly search?: string | undefined;
  /** Reads only sitemaps, and does not crawl. */
  readonly sitemapOnly: boolean;
  /** Fetches each listed page for its title, description and status. */
  readonly enrichLinks: boolean;
}

/** A page of the site in the result of a map. */
export interface MapLink {
  readonly url: string;
  /** With `search`: higher is better. */
  readonly score?: number;
  // With `enrichLinks`: unknown texts are '', unknown numbers are absent.
  readonly title?: string;
  readonly description?: string;
  /** As given by the sitemap, header or page; ISO 8601. */
  readonly lastModified?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly source?: LinkSource;
  /** Clicks from the start page. */
  readonly depth?: number;
  readonly language?: string;
}

/** The pages of a site. */
export interface MapResult {
  /** The start page after its redirects. */
  readonly url: string;
  readonly links: readonly MapLink[];
  /**
   * Number of links that match, before `limit`. Of a site with more than 200 links, those that were found until there were
   * more than `limit`.
   */
  readonly total: number;
  /** Whether the time budget or another limit ended the map, or `limit` shortened the list. */
  readonly truncated: boolean;
  /** Number of links by the strongest source that names them. */
  readonly sources: { readonly sitemap: number; readonly crawl: number; readonly feed: number };
}
