import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { FetchError } from './fetch-error.ts';
import { forbiddenAddressError } from './validate-url.ts';

/** Resolves a name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Names under `localhost` mean this machine (RFC 6761, 6.3), also where the system's resolver does not know. */
const defaultLookup: Lookup = async (hostname) =>
  /(?:^|\.)localhost\.?$/i.test(hostname)
    ? [{ address: '127.0.0.1', family: 4 }]
    : systemLookup(hostname, { all: true });

/**
 * Connects sockets for undici. A name is resolved once for each connection, all its addresses are judged,
 * and the socket goes to exactly those addresses: a name that answers differently the next time (DNS
 * rebinding) changes nothing, since there is no next time.
 */
export function createGuardedConnector(
  rule: AddressPolicy,
  lookup: Lookup = defaultLookup,
  settings: {
    /** Offer HTTP/2 to servers that speak TLS. */
    readonly allowH2?: boolean;
    /** Certificates of authorities (PEM) to trust beside the system's. */
    readonly trust?: readonly string[] | undefined;
  } = {},
): buildConnector.connector {
  const { allowH2 = false, trust = [] } = settings;
  const trusted = trust.length === 0 ? {} : { ca: [...getCACertificates(), ...trust] };
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const url = `${options.protocol}//${options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname}:${port}/`;
    const allowed = rule.allowsHost(options.hostname, port);
    if (!allowed && isIP(options.hostname) !== 0 && !rule.allowsAddress(options.hostname)) {
      callback(forbiddenAddressError(url, options.hostname), null);
      return;
    }
    const connect = buildConnector({
      allowH2,
      preferH2: allowH2,
      ...trusted,
      timeout: 10_000,
      autoSelectFamily: true,
      lookup: guardedLookup(url, allowed ? undefined : rule, lookup),
    });
    connect(options, callback);
  };
}

/** @param rule absent when the operator allowed the host by name. */
function guardedLookup(url: string, rule: AddressPolicy | undefined, lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, url, rule, lookup).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

async function resolveChecked(
  hostname: string,
  url: string,
  rule: AddressPolicy | undefined,
  lookup: Lookup,
): Promise<readonly LookupAddress[]> {
  let addresses: readonly LookupAddress[];
  try {
    addresses = await lookup(hostname);
  } catch (cause) {
    throw new FetchError('dns', url, `The name ${hostname} could not be resolved; check its spelling`, {
      cause,
    });
  }
  if (addresses.length === 0) throw new FetchError('dns', url, `The name ${hostname} has no address`);
  const refused = rule && addresses.find((item) => !rule.allowsAddress(item.address));
  if (refused) throw forbiddenAddressError(url, refused.address);
  return addresses;
}
