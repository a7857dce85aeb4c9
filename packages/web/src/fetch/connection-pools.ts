import { Agent, type Dispatcher } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { createGuardedConnector, type Lookup } from './guarded-connector.ts';

/** Connections that are kept open between requests, over HTTP/2 where the server offers it. */
export interface ConnectionPools {
  /** @throws what undici, TLS or the connector throws */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

const settings = {
  connections: 16,
  pipelining: 1,
  keepAliveTimeout: 4_000,
  maxHeaderSize: 64 * 1024,
};
/** No site is asked for so much at once; a server may allow less. */
const streamsMax = 32;

/**
 * A request goes over HTTP/2 when the server chooses it (ALPN), else over HTTP/1.1. One whose connection failed
 * before an answer is asked again, once, on a new connection over HTTP/1.1: a kept connection may have been closed
 * by the server meanwhile, a session may be going away, and some servers offer an HTTP/2 that they do not master.
 * Only requests without a body come here, so asking again does no harm.
 */
export function createConnectionPools(
  rule: AddressPolicy,
  options: { readonly lookup?: Lookup | undefined; readonly trust?: readonly string[] | undefined },
): ConnectionPools {
  const agent = (allowH2: boolean) =>
    new Agent({
      ...settings,
      connect: createGuardedConnector(rule, options.lookup, { allowH2, trust: options.trust }),
      allowH2,
      ...(allowH2 ? { h2Options: { maxConcurrentStreams: streamsMax } } : {}),
    });
  const negotiating = agent(true);
  const plain = agent(false);
  return {
    request: async (request) => {
      const secure = String(request.origin).startsWith('https:');
      try {
        return await (secure ? negotiating : plain).request(request);
      } catch (error) {
        if (!isConnectionFault(error)) throw error;
      }
      return plain.request({ ...request, reset: true });
    },
    close: async () => {
      await Promise.all([negotiating.destroy(), plain.destroy()]);
    },
  };
}

/** A connection that was lost, a session or stream that was given up: no word of the server on the request itself. */
function isConnectionFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:UND_ERR_SOCKET|UND_ERR_INFO|ECONNRESET|EPIPE|ERR_HTTP2_.*)$/.test(code);
}
