import type { MapInput, MapResult } from '@quern/web/crawl/map/map-site';
import type { TestPage, TestPages } from './serve-site.ts';

/** Turns `/path` or `host/path` into an absolute URL of the test site. */
export type UrlBuilder = (place: string) => string;

/**
 * A site that is hard to map, with the URLs that a map of it must list. All hosts of a case share one loopback
 * port; `/path` is a page of the case's main host.
 */
export interface SiteCase {
  readonly name: string;
  /** Main host; default `example.test`. */
  readonly host?: string;
  /** Default `/`. */
  readonly startPath?: string;
  readonly pages: (at: UrlBuilder) => TestPages;
  readonly input?: Partial<MapInput>;
  readonly robots?: 'obey' | 'ignore';
  /** Milliseconds that pass when a path is requested; the time budget is 60 s. */
  readonly passes?: Readonly<Record<string, number>>;
  /** All URLs that must be listed, as `/path` or `host/path`. */
  readonly expectedUrls: readonly string[];
  /** Further URLs that may be listed if the site is endless, and their maximum number. */
  readonly bounded?: { readonly pattern: RegExp; readonly max: number };
  /** URLs that must not be requested. */
  readonly neverFetched?: readonly string[];
  /** Further fields of the result. */
  readonly expectedResult?: Partial<MapResult>;
  /** Whether the list must be in the order of `expectedUrls`. */
  readonly isOrdered?: boolean;
}

/** A plain text page. */
export const textPage = (body: string): TestPage => ({ headers: { 'content-type': 'text/plain' }, body });
/** An XML page. */
export const xmlPage = (body: string | Uint8Array): TestPage => ({
  headers: { 'content-type': 'application/xml' },
  body,
});
/** A redirect. */
export const redirectPage = (location: string, status = 301): TestPage => ({ status, headers: { location } });
