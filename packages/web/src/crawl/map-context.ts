import type { Progress } from '@quern/runtime/progress';
import type { GuardedFetch, GuardedOpen } from '../fetch/fetched-resource.ts';
import type { ScannedPage } from './link-extraction/scan-page.ts';

export interface MapContext {
  readonly fetch: GuardedFetch;
  /** The streaming variant, for sitemaps. */
  readonly open: GuardedOpen;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress | undefined;
  /** After this the answer is what was found so far. */
  readonly timeBudgetMs: number;
  readonly robots: 'obey' | 'ignore';
  readonly userAgent: string;
  /** Reads a page; default is the fast scan without a tree. A renderer for pages made by scripts can stand here. */
  readonly parseLinks?: (html: string, url: string) => Promise<ScannedPage>;
}
