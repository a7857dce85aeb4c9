import type { Socket } from 'node:net';
import type { AddressPolicy } from '../fetch/address-policy.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { createGuardedConnector, type Lookup } from '../fetch/guarded-connector.ts';
import type { UpstreamProxy } from '../fetch/upstream-proxy.ts';
import { effectivePort, validateUrl } from '../fetch/validate-url.ts';

/**
 * Creates a function that opens a plain socket to the host of a URL, with the checks of the guarded fetch: of the URL
 * and its port, then of the addresses that the socket connects to. The function throws FetchError.
 */
export function createGuardedSocketConnector(
  lookup: Lookup | undefined,
  upstreamProxy?: UpstreamProxy | undefined,
): (target: string, policy: AddressPolicy) => Promise<Socket> {
  return async (target, policy) => {
    const url = validateUrl(target, policy);
    const connect = createGuardedConnector(policy, lookup, { upstreamProxy });
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      connect({ hostname, protocol: 'http:', port: String(effectivePort(url)) }, (error, socket) => {
        if (socket) resolve(socket);
        else reject(error ?? new FetchError('connect', target, `Cannot connect to ${url.host}`));
      });
    });
  };
}
