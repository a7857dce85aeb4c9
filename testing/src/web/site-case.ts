import type { MapInput, MapResult } from '@quern/web/crawl/map/map-site';
import type { TestPage } from './serve-site.ts';

/** Writes `/path` or `host/path` as a whole address of the test web. */
export type UrlBuilder = (place: string) => string;

type Pages = Readonly<Record<string, TestPage>> | ((path: string, host: string) => TestPage | undefined);

/**
 * One site that is hard to map, with what a map of it must list. Every host of the test web lies on one loopback
 * port; `/path` means a page of the case's own host.
 */
export interface SiteCase {
  readonly name: string;
  /** Default `example.test`. */
  readonly host?: string;
  /** Default `/`. */
  readonly startPath?: string;
  readonly pages: (at: UrlBuilder) => Pages;
  readonly input?: Partial<MapInput>;
  readonly robots?: 'obey' | 'ignore';
  readonly timeBudgetMs?: number;
  /** `/path` or `host/path`: what must be listed, and nothing else. */
  readonly expectedUrls: readonly string[];
  /** Where a set is endless by nature: what else may be listed, and how much of it. */
  readonly bounded?: { readonly pattern: RegExp; readonly most: number };
  /** Not even asked for. */
  readonly neverFetched?: readonly string[];
  /** Further facts of the result. */
  readonly expectedResult?: Partial<MapResult>;
  /** In exactly the order of `expected`. */
  readonly isOrdered?: boolean;
}

export const textPage = (body: string): TestPage => ({ headers: { 'content-type': 'text/plain' }, body });
export const xmlPage = (body: string | Uint8Array): TestPage => ({
  headers: { 'content-type': 'application/xml' },
  body,
});
export const redirectPage = (location: string, status = 301): TestPage => ({ status, headers: { location } });
