import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import badPorts from './bad-ports.data.json' with { type: 'json' };
import { FetchError } from './fetch-error.ts';

/** Ports that browsers never speak HTTP to (https://fetch.spec.whatwg.org/#port-blocking). */
const blockedPorts = new Set<number>(badPorts);
const longestUrl = 16_384;
/** Of a URL that is refused, in its error. */
const shownLength = 200;

/**
 * Parses and judges an address before anything is sent: http or https, no user name or password, a port
 * that browsers would use, and no forbidden address written as a literal (in any spelling that the URL
 * standard reads as one: `0x7f.1`, `2130706433`, `[::ffff:127.0.0.1]`). Names are judged when they resolve.
 *
 * @throws FetchError `invalid_url` or `forbidden_address`
 */
export function validateUrl(text: string, rule: AddressPolicy, base?: string): URL {
  if (text.length > longestUrl) {
    throw new FetchError(
      'invalid_url',
      text.slice(0, shownLength),
      `URL is longer than ${longestUrl} characters`,
    );
  }
  const url = URL.parse(text, base);
  const shown = text.slice(0, shownLength);
  if (!url) throw new FetchError('invalid_url', text, `'${shown}' is not a URL; write it with its protocol`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('invalid_url', text, `'${shown}' must start with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') {
    url.username = '';
    url.password = '';
    throw new FetchError(
      'invalid_url',
      url.href,
      `URL of ${url.host} carries a user name or password; remove it`,
    );
  }
  checkHost(url, rule);
  url.hash = '';
  return url;
}

/** The port a URL connects to. */
export function effectivePort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function checkHost(url: URL, rule: AddressPolicy): void {
  const port = effectivePort(url);
  if (rule.allowsHost(url.hostname, port)) return;
  if (blockedPorts.has(port)) {
    throw new FetchError('forbidden_address', url.href, `Port ${port} of ${url.hostname} is not a web port`);
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !rule.allowsAddress(literal)) throw forbiddenAddressError(url.href, literal);
}

/**
 * The message does not contain the address, since what names resolve to inside a network is not for callers of the
 * API to know; the log has it from `cause`.
 */
export function forbiddenAddressError(url: string, address: string): FetchError {
  return new FetchError(
    'forbidden_address',
    url,
    `${URL.parse(url)?.host ?? url} does not lead to a public address; the operator can allow it`,
    { cause: new Error(`${address} is not a public address`) },
  );
}
