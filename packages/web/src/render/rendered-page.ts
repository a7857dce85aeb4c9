import type { Lookup } from '../fetch/guarded-connector.ts';
import type { UpstreamProxy } from '../fetch/upstream-proxy.ts';

/** A step in the browser, before the page is read. */
export type RenderAction =
  | {
      readonly type: 'wait';
      readonly milliseconds?: number | undefined;
      readonly selector?: string | undefined;
    }
  | { readonly type: 'click'; readonly selector: string }
  | { readonly type: 'type'; readonly text: string; readonly selector?: string | undefined }
  | { readonly type: 'press'; readonly key: string }
  | {
      readonly type: 'scroll';
      readonly direction: 'up' | 'down';
      readonly selector?: string | undefined;
    }
  | { readonly type: 'screenshot'; readonly fullPage: boolean };

/** A page to render. */
export interface RenderRequest {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  /** Called when the page navigates to another URL. An error it throws blocks the navigation. */
  readonly onNavigate?: (url: string) => void | Promise<void>;
  /** Replaces the time limit of the renderer; at most three times as long. */
  readonly timeoutMs?: number | undefined;
  /** Headers by lower-case name, sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies by name, sent to the origin of `url` only. */
  readonly cookies?: Readonly<Record<string, string>> | undefined;
  /** Whether to render as a phone does: small viewport, touch, and the user agent of a phone. Default false. */
  readonly mobile?: boolean | undefined;
  /** Milliseconds to wait after the page is stable, or the selector of an element to wait for. */
  readonly waitFor?: number | string | undefined;
  readonly actions?: readonly RenderAction[] | undefined;
  /** Whether to capture the visible part of the page at the end. Default false. */
  readonly screenshot?: boolean | undefined;
}

/** Limits and network access of one rendering. */
export interface RenderLimits {
  /** Time limit for opening and loading the page and waiting until it is stable. Its content by then is returned. */
  readonly timeoutMs: number;
  /** Maximum number of bytes transferred for the page and everything it loads. */
  readonly bytesMax: number;
  /** Maximum length of the document in characters. */
  readonly htmlLengthMax: number;
  /** CIDRs, IP addresses, hosts or `host:port` that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly lookup?: Lookup | undefined;
  /** Proxy that all connections are made through. */
  readonly upstreamProxy?: UpstreamProxy | undefined;
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
  /** False when the time limit passed before the page was stable. */
  readonly reachedIdle: boolean;
  /** Whether the page still shows that it is loading, and almost nothing else. */
  readonly showsPlaceholder: boolean;
  /** The requested screenshot, PNG in Base64. */
  readonly screenshot?: string | undefined;
  /** Screenshots of the actions in their order, PNG in Base64. */
  readonly actionScreenshots: readonly string[];
  /** Bytes transferred in both directions. */
  readonly bytesTransferred: number;
  /** Requests that the guard blocked, each with the reason, for the log; at most 100. URLs are without query. */
  readonly blockedRequests: readonly string[];
}
