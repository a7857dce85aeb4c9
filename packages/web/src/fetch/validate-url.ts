import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import badPorts from './bad-ports.data.json' with { type: 'json' };
import { FetchError } from './fetch-error.ts';
import { hostOf, redactUrl } from './redact-url.ts';

/**
 * Ports of databases, caches and remote desktops, which browsers do not block. Some of these services execute lines of an
 * HTTP request as commands.
 */
const servicePorts: readonly number[] = [
  445, 1433, 1521, 2181, 3306, 3389, 5432, 5672, 5900, 6379, 9042, 9092, 11211, 26379, 27017,
];
/** Ports that browsers do not send HTTP requests to (https://fetch.spec.whatwg.org/#port-blocking), and further ones. */
const blockedPorts = new Set<number>([...badPorts, ...servicePorts]);
const urlLengthMax = 16_384;

/**
 * Parses and validates a URL before anything is sent: http or https, no user name or password, a port that browsers
 * allow, and no forbidden address as a literal, in any notation that the URL standard parses as an address
 * (`0x7f.1`, `2130706433`, `[::ffff:127.0.0.1]`). Host names are checked when they are resolved.
 *
 * @param base URL that a relative `text` is resolved against
 * @returns the URL without its fragment
 * @throws FetchError `invalid_url` or `forbidden_address`
 */
export function validateUrl(text: string, policy: AddressPolicy, base?: string): URL {
  if (text.length > urlLengthMax) {
    throw new FetchError('invalid_url', text, `URL is longer than ${urlLengthMax} characters`);
  }
  const url = URL.parse(text, base);
  const shown = redactUrl(text);
  if (!url) {
    throw new FetchError('invalid_url', text, `'${shown}' is not a URL; include http:// or https://`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('invalid_url', text, `'${shown}' must start with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') {
    const message = `URL of ${url.host} contains a user name or password; remove it`;
    throw new FetchError('invalid_url', url.href, message);
  }
  checkHost(url, policy);
  url.hash = '';
  return url;
}

/** The port a URL connects to: its own, or the default of its protocol. */
export function effectivePort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function checkHost(url: URL, policy: AddressPolicy): void {
  const port = effectivePort(url);
  if (policy.allowsHost(url.hostname, port)) return;
  if (blockedPorts.has(port)) {
    throw new FetchError('forbidden_address', url.href, `Port ${port} of ${url.hostname} is not a web port`);
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !policy.allowsAddress(literal)) throw forbiddenAddressError(url.href, literal);
}

/**
 * The error for a host whose address may not be connected to. The address is in `cause` only, for the log: callers of
 * the API must not learn the addresses of names inside a network.
 */
export function forbiddenAddressError(url: string, address: string): FetchError {
  return new FetchError(
    'forbidden_address',
    url,
    `${hostOf(url)} is not, or does not resolve to, a public address`,
    { cause: new Error(`${address} is not a public address`) },
  );
}
