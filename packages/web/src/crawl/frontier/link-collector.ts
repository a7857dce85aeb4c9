import type { NormalizedUrl } from '../urls/normalize-url.ts';
import type { LinkSource } from './url-store.ts';

/** The URLs of a map or a crawl, to which those of sitemaps are added. */
export interface LinkCollector {
  /** Number of URLs. */
  readonly size: number;
  /** Whether no more are added. */
  readonly isFull: boolean;
  /** The key of a normalized URL, equal for all URLs that are known to be of one page. */
  keyOf(normalized: NormalizedUrl): string;
  /** The URL at an index in the order they were found. */
  at(index: number): { readonly url: string } | undefined;
  add(
    url: string,
    observation: { readonly source: LinkSource; readonly baseUrl: string; readonly lastModified: string },
  ): unknown;
}
