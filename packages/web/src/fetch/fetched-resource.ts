import type { CookieJar } from './cookie-jar.ts';
import type { Lookup } from './guarded-connector.ts';

export interface GuardedFetchOptions {
  /** CIDRs, hosts, or host:port that may be fetched although private. */
  readonly allow: readonly string[];
  readonly userAgent: string;
  /** Milliseconds since the epoch, for the expiry of cookies. Default is the system's clock. */
  readonly now?: () => number;
  /** Resolves names; default is the system's resolver. Whatever it answers is judged. */
  readonly lookup?: Lookup;
  /** Certificates of authorities (PEM) that are trusted beside the system's. */
  readonly trust?: readonly string[];
}

export interface FetchOptions {
  readonly signal?: AbortSignal;
  /** For everything: names, connection, redirects, body. Default 30,000 ms. */
  readonly timeoutMs?: number;
  /** Without a byte for so long the connection is given up. Default 15,000 ms. */
  readonly idleTimeoutMs?: number;
  /** Cap on the raw and on the decompressed body. Default 32 MiB. */
  readonly bytesMax?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** Default 10. */
  readonly redirectsMax?: number;
  readonly method?: 'GET' | 'HEAD';
  /** Default: a jar of its own for this call. */
  readonly cookies?: CookieJar;
  /** Called before each address is asked, the first one included; what it throws ends the fetch. */
  readonly beforeRequest?: (url: string) => void | Promise<void>;
}

export interface FetchedHead {
  /** The final address, without fragment. */
  readonly url: string;
  readonly requestedUrl: string;
  /** Addresses that redirected, in order; the final one is not among them. */
  readonly redirects: readonly string[];
  readonly status: number;
  /** Names in lower case; several of one name are joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lower case, without parameters; '' when not given. */
  readonly contentType: string;
  /** From the header, lower case; '' when not given. */
  readonly charset: string;
}

export interface FetchedResource extends FetchedHead {
  readonly body: Uint8Array;
  /** Bodies are whole or an error: nothing is cut silently. */
  readonly truncated: false;
}

export interface StreamedResource extends FetchedHead {
  /** Decompressed chunks. Ending the iteration early closes the connection. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Gives the connection up without reading. */
  close(): void;
}

export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<FetchedResource>;
export type GuardedOpen = (url: string, options?: FetchOptions) => Promise<StreamedResource>;

export interface GuardedClient {
  readonly fetch: GuardedFetch;
  readonly open: GuardedOpen;
  /** Closes the pool of connections. */
  close(): Promise<void>;
}
