import type { Lookup } from '../fetch/guarded-connector.ts';

/** A page to render. */
export interface RenderRequest {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  /** Called when the page navigates to another URL. An error it throws blocks the navigation. */
  readonly onNavigate?: (url: string) => void | Promise<void>;
}

/** Limits and network access of one rendering. */
export interface RenderLimits {
  /** Time limit for opening and loading the page and waiting until it is idle. Its content by then is returned. */
  readonly timeoutMs: number;
  /** Maximum number of bytes transferred for the page and everything it loads. */
  readonly bytesMax: number;
  /** Maximum length of the document in characters. */
  readonly htmlLengthMax: number;
  /** CIDRs, IP addresses, hosts or `host:port` that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly lookup?: Lookup | undefined;
  /** Product and version, such as `Quern/1.0 (+https://example.org)`; appended to the browser's user agent. */
  readonly userAgent: string;
}

/** The document of a page after its scripts have run. */
export interface RenderedPage {
  /** The final URL, without its fragment. */
  readonly url: string;
  /** The document after its scripts have run. */
  readonly html: string;
  /** HTTP status of the document; 0 without a response. */
  readonly status: number;
  /** False when the time limit passed before the page was idle. */
  readonly reachedIdle: boolean;
  /** Bytes transferred in both directions. */
  readonly bytesTransferred: number;
  /** Requests that the guard blocked, each with the reason, for the log; at most 100. URLs are without query. */
  readonly blockedRequests: readonly string[];
}
