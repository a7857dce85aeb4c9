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
  /** Reads what a document (PDF, Office) states about itself, for enriched links; undefined where nothing reads documents. */
  readonly describeDocument?: ((bytes: Uint8Array) => Promise<DocumentDescription>) | undefined;
}

/** Metadata of a document; '' for unknown values. */
export interface DocumentDescription {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** RFC 3339. */
  readonly modifiedAt: string;
}
