import type { MapInput, SiteMap } from '../../packages/engines/src/crawl/map-site.ts';
import type { Page } from './serve-site.ts';

/** Writes `/path` or `host/path` as a whole address of the test web. */
export type At = (place: string) => string;

type Pages = Readonly<Record<string, Page>> | ((path: string, host: string) => Page | undefined);

/**
 * One site that is hard to map, with what a map of it must list. Every host of the test web lies on one loopback
 * port; `/path` means a page of the case's own host.
 */
export interface SiteCase {
  readonly name: string;
  /** Default `example.test`. */
  readonly host?: string;
  /** Default `/`. */
  readonly start?: string;
  readonly pages: (at: At) => Pages;
  readonly ask?: Partial<MapInput>;
  readonly robots?: 'obey' | 'ignore';
  readonly timeBudgetMs?: number;
  /** `/path` or `host/path`: what must be listed, and nothing else. */
  readonly expected: readonly string[];
  /** Where a set is endless by nature: what else may be listed, and how much of it. */
  readonly bounded?: { readonly pattern: RegExp; readonly most: number };
  /** Not even asked for. */
  readonly neverFetched?: readonly string[];
  /** Further facts of the result. */
  readonly result?: Partial<SiteMap>;
  /** In exactly the order of `expected`. */
  readonly inOrder?: boolean;
}

export const text = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body });
export const xml = (body: string | Uint8Array): Page => ({
  headers: { 'content-type': 'application/xml' },
  body,
});
export const moved = (location: string, status = 301): Page => ({ status, headers: { location } });
