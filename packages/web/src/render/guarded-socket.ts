import type { Socket } from 'node:net';
import type { AddressPolicy } from '../fetch/address-policy.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { createGuardedConnector, type Lookup } from '../fetch/guarded-connector.ts';
import { effectivePort, validateUrl } from '../fetch/validate-url.ts';

/**
 * Opens plain sockets to what a URL names, judged as the guarded fetch judges: its spelling and port, then the
 * addresses that the socket really goes to.
 *
 * @throws FetchError
 */
export function createGuardedSocketConnector(
  lookup: Lookup | undefined,
): (target: string, rule: AddressPolicy) => Promise<Socket> {
  return async (target, rule) => {
    const url = validateUrl(target, rule);
    const connect = createGuardedConnector(rule, lookup);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      connect({ hostname, protocol: 'http:', port: String(effectivePort(url)) }, (error, socket) => {
        if (socket) resolve(socket);
        else reject(error ?? new FetchError('connect', target, `No connection to ${url.host}`));
      });
    });
  };
}
