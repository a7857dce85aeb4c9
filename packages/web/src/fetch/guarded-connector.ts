import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { FetchError } from './fetch-error.ts';
import { openTunnel } from './open-tunnel.ts';
import { hostOf } from './redact-url.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';
import { forbiddenAddressError } from './validate-url.ts';

/** Resolves a host name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** TLS options of a guarded connector. */
export interface ConnectorOptions {
  /** Offers HTTP/2 in the TLS handshake. Default false. */
  readonly allowH2?: boolean;
  /** PEM certificates of authorities to trust in addition to the system's. */
  readonly caCertificates?: readonly string[] | undefined;
  /** Proxy through which the checked addresses are connected. */
  readonly upstreamProxy?: UpstreamProxy | undefined;
}

const connectTimeoutMs = 10_000;

/** Names under `localhost` are loopback (RFC 6761, 6.3), even if the system's resolver does not know them. */
const defaultLookup: Lookup = async (hostname) =>
  /(?:^|\.)localhost\.?$/i.test(hostname)
    ? [{ address: '127.0.0.1', family: 4 }]
    : systemLookup(hostname, { all: true });

/**
 * Creates the function with which undici opens sockets. For each connection, a host name is resolved once, all of
 * its addresses are checked, and the socket connects to exactly those addresses. DNS rebinding (another address at
 * the next lookup) has no effect, because there is no second lookup. A proxy receives the checked address, not the name.
 */
export function createGuardedConnector(
  policy: AddressPolicy,
  lookup: Lookup = defaultLookup,
  { allowH2 = false, caCertificates = [], upstreamProxy }: ConnectorOptions = {},
): buildConnector.connector {
  const trusted = caCertificates.length === 0 ? {} : { ca: [...getCACertificates(), ...caCertificates] };
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const host = options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname;
    const url = `${options.protocol}//${host}:${port}/`;
    const isAllowedByName = policy.allowsHost(options.hostname, port);
    if (!isAllowedByName && isIP(options.hostname) !== 0 && !policy.allowsAddress(options.hostname)) {
      callback(forbiddenAddressError(url, options.hostname), null);
      return;
    }
    const checkedPolicy = isAllowedByName ? undefined : policy;
    const connect = buildConnector({
      allowH2,
      preferH2: allowH2,
      ...trusted,
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      lookup: guardedLookup(url, checkedPolicy, lookup),
    });
    if (upstreamProxy === undefined) {
      connect(options, callback);
      return;
    }
    const target = { hostname: options.hostname, port, url };
    connectThrough(upstreamProxy, target, checkedPolicy, lookup).then(
      (tunnel) => {
        if (options.protocol === 'https:') {
          connect({ ...options, httpSocket: tunnel }, callback);
        } else if (tunnel.readableLength > 0) {
          tunnel.destroy();
          callback(prematureDataError(url), null);
        } else callback(null, tunnel);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** Given a socket with unread data, undici would replace it by another connection until the process ends. */
function prematureDataError(url: string): FetchError {
  return new FetchError('bad_response', url, `${hostOf(url)} sent data before it received a request`);
}

/** Addresses of a host that are tried one after the other. */
const tunnelAttemptsMax = 3;

/** Connects to the first address of a host that the proxy reaches. @throws FetchError */
async function connectThrough(
  proxy: UpstreamProxy,
  { hostname, port, url }: { readonly hostname: string; readonly port: number; readonly url: string },
  policy: AddressPolicy | undefined,
  lookup: Lookup,
): Promise<Socket> {
  const addresses =
    isIP(hostname) === 0
      ? (await resolveChecked(hostname, url, policy, lookup)).map(({ address }) => address)
      : [hostname];
  let failure: unknown;
  for (const address of addresses.slice(0, tunnelAttemptsMax)) {
    try {
      return await openTunnel(proxy, { address, port, url }, connectTimeoutMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** @param policy undefined when the operator allowed the host by name */
function guardedLookup(url: string, policy: AddressPolicy | undefined, lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, url, policy, lookup).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}

/** @throws FetchError `dns`, or `forbidden_address` when any of the addresses is forbidden */
async function resolveChecked(
  hostname: string,
  url: string,
  policy: AddressPolicy | undefined,
  lookup: Lookup,
): Promise<readonly LookupAddress[]> {
  let addresses: readonly LookupAddress[];
  try {
    addresses = await lookup(hostname);
  } catch (cause) {
    const message = `The host name ${hostname} could not be resolved; check its spelling`;
    throw new FetchError('dns', url, message, { cause });
  }
  if (addresses.length === 0) {
    throw new FetchError('dns', url, `The host name ${hostname} has no address`);
  }
  const forbidden = policy && addresses.find((item) => !policy.allowsAddress(item.address));
  if (forbidden) throw forbiddenAddressError(url, forbidden.address);
  return addresses;
}
