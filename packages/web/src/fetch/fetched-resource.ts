import type { ConnectionOptions } from './connection-pools.ts';
import type { CookieJar } from './cookie-jar.ts';

/** Settings of a guarded client. */
export interface GuardedFetchOptions extends ConnectionOptions {
  /** CIDRs, IP addresses, hosts or `host:port` that may be fetched although they are private. */
  readonly allow: readonly string[];
  readonly userAgent: string;
  /** The current time in milliseconds since the epoch, for the expiry of cookies. */
  readonly now: () => number;
}

/** Options of one fetch. */
export interface FetchOptions {
  readonly signal?: AbortSignal;
  /** Time limit for DNS, connection, redirects and body together. Default 30,000 ms. */
  readonly timeoutMs?: number;
  /** Maximum time without receiving a byte. Default 15,000 ms. */
  readonly idleTimeoutMs?: number;
  /** Maximum size of the body, both compressed and decompressed. Default 32 MiB. */
  readonly bytesMax?: number;
  /** Headers by lower-case name. They are sent to `credentialsOrigin` only, not to another origin after a redirect. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cookies by name, sent to `credentialsOrigin` only. A cookie that the server sets replaces one of the same name. */
  readonly requestCookies?: Readonly<Record<string, string>> | undefined;
  /** Origin that `headers` and `requestCookies` are for. Default: the origin of the URL. */
  readonly credentialsOrigin?: string | undefined;
  /** Value of the `User-Agent` header. Default: that of the client. */
  readonly userAgent?: string | undefined;
  readonly accept?: string;
  /** Default 10. */
  readonly redirectsMax?: number;
  /** Default `GET`. A `POST` may be sent twice if its connection is lost. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Body of a `POST`. */
  readonly body?: Uint8Array;
  /** Default: a new jar for this call. */
  readonly cookies?: CookieJar;
  /** Called before each request, for the first URL and each redirect. An error it throws ends the fetch. */
  readonly beforeRequest?: (url: string) => void | Promise<void>;
}

/** Status and headers of a response. */
export interface FetchedHead {
  /** The final URL after redirects, without its fragment. */
  readonly url: string;
  readonly requestedUrl: string;
  /** The URLs that redirected, in order, without the final one. */
  readonly redirects: readonly string[];
  readonly status: number;
  /** By lower-case name; several headers of one name are joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lower case, without parameters; '' when missing. */
  readonly contentType: string;
  /** The charset parameter of the content type, lower case; '' when missing. */
  readonly charset: string;
}

/** A response with its whole body. A body that cannot be read to its end is an error. */
export interface FetchedResource extends FetchedHead {
  readonly body: Uint8Array;
}

/** A response whose body is read as it arrives. */
export interface StreamedResource extends FetchedHead {
  /** Decompressed chunks. Ending the iteration early closes the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading the body. */
  close(): void;
}

/**
 * Fetches a URL with its body. Responses of any status are returned.
 *
 * @throws FetchError
 */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<FetchedResource>;

/**
 * Fetches a URL and returns when its headers have arrived. The caller must read the body or close the resource.
 *
 * @throws FetchError, also while `chunks` is iterated
 */
export type GuardedOpen = (url: string, options?: FetchOptions) => Promise<StreamedResource>;

/** An HTTP client that connects only to permitted addresses. */
export interface GuardedClient {
  readonly fetch: GuardedFetch;
  readonly open: GuardedOpen;
  /** Closes all connections. */
  close(): Promise<void>;
}
