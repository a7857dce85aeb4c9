import { Agent, type Dispatcher } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { createGuardedConnector, type Lookup } from './guarded-connector.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';

/** Connections that are kept open between requests, over HTTP/2 where the server supports it. */
export interface ConnectionPools {
  /** @throws errors of undici, of TLS, or of the connector */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Closes all connections, those in use included. */
  close(): Promise<void>;
}

/** Name resolution and trusted certificates of connections. */
export interface ConnectionOptions {
  /** Resolves host names. Default: the system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** PEM certificates of authorities to trust in addition to the system's. */
  readonly caCertificates?: readonly string[] | undefined;
  /** Proxy that all connections are made through. */
  readonly upstreamProxy?: UpstreamProxy | undefined;
}

const agentOptions = {
  connections: 16,
  pipelining: 1,
  keepAliveTimeout: 4_000,
  maxHeaderSize: 64 * 1024,
};
/** Maximum number of concurrent streams of an HTTP/2 session; the server may allow fewer. */
const streamsMax = 32;

/**
 * Opens the connection pools. HTTP/2 is used when the server selects it (ALPN), else HTTP/1.1. A request whose
 * connection fails before the response is retried once on a new HTTP/1.1 connection: the server may have closed an
 * idle connection, an HTTP/2 session may be shutting down, and some servers have a broken HTTP/2. The retry is safe:
 * requests are GET or HEAD, or a POST that its receiver recognizes when it is repeated.
 */
export function createConnectionPools(
  policy: AddressPolicy,
  { lookup, caCertificates, upstreamProxy }: ConnectionOptions,
): ConnectionPools {
  const agent = (allowH2: boolean) =>
    new Agent({
      ...agentOptions,
      connect: createGuardedConnector(policy, lookup, { allowH2, caCertificates, upstreamProxy }),
      allowH2,
      ...(allowH2 ? { h2Options: { maxConcurrentStreams: streamsMax } } : {}),
    });
  const negotiating = agent(true);
  const http1 = agent(false);
  return {
    request: async (request) => {
      const isSecure = String(request.origin).startsWith('https:');
      try {
        return await (isSecure ? negotiating : http1).request(request);
      } catch (error) {
        if (!isConnectionError(error)) throw error;
      }
      return http1.request({ ...request, reset: true });
    },
    close: async () => {
      await Promise.all([negotiating.destroy(), http1.destroy()]);
    },
  };
}

/** Whether the connection, session or stream was lost, which is not the server's response to the request itself. */
function isConnectionError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:UND_ERR_SOCKET|UND_ERR_INFO|ECONNRESET|EPIPE|ERR_HTTP2_.*)$/.test(code);
}
