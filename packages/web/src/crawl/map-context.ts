import type { Progress } from '@quern/runtime/progress';
import type { GuardedFetch, GuardedOpen } from '../fetch/fetched-resource.ts';

/** Dependencies and limits of a map, provided by its caller. */
export interface MapContext {
  readonly fetch: GuardedFetch;
  /** The streaming variant of `fetch`, for sitemaps. */
  readonly open: GuardedOpen;
  /** The current time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress | undefined;
  /** When this time has passed, the links found so far are returned. */
  readonly timeBudgetMs: number;
  readonly robots: 'obey' | 'ignore';
  readonly userAgent: string;
}
