import type { Socket } from 'node:net';
import type { AddressRule } from '../fetch/address-rule.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { createGuardedConnector, type Lookup } from '../fetch/guarded-connector.ts';
import { parseTarget, portOf } from '../fetch/parse-target.ts';

/**
 * Opens plain sockets to what a URL names, judged as the guarded fetch judges: its spelling and port, then the
 * addresses that the socket really goes to.
 *
 * @throws FetchError
 */
export function connectJudged(
  lookup: Lookup | undefined,
): (target: string, rule: AddressRule) => Promise<Socket> {
  return async (target, rule) => {
    const url = parseTarget(target, rule);
    const connect = createGuardedConnector(rule, lookup);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    return new Promise((resolve, reject) => {
      connect({ hostname, protocol: 'http:', port: String(portOf(url)) }, (error, socket) => {
        if (socket) resolve(socket);
        else reject(error ?? new FetchError('connect', target, `No connection to ${url.host}`));
      });
    });
  };
}
