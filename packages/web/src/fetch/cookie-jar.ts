import { getPublicSuffix } from 'tldts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Whether the cookie had no `Domain` attribute and is not sent to subdomains. */
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly isSecure: boolean;
  /** Milliseconds since the epoch; infinite for a session cookie. */
  readonly expiresAtMs: number;
}

/** RFC 6265, 6.1 asks for at least 4,096 bytes per cookie and 50 cookies per domain. */
const cookieLengthMax = 4096;
const cookiesPerDomainMax = 50;
const cookiesMax = 150;
/** Maximum number of `Set-Cookie` lines of one response; the rest is ignored. */
const linesMax = 200;
/** Servers reject requests whose headers are larger than 8 to 16 KiB. */
const headerLengthMax = 8192;

/**
 * The cookies of one fetch and its redirects. Implements the part of RFC 6265 that redirects depend on: domain, path,
 * secure, expiry, and no cookies for public suffixes. Cookies beyond the limits are ignored. The jar has no clock:
 * the caller passes the time.
 */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /**
   * The value of the `Cookie` header for a URL, '' without cookies.
   *
   * @param nowMs milliseconds since the epoch
   */
  cookieHeader(url: URL, nowMs: number): string {
    let header = '';
    for (const cookie of this.#cookies.values()) {
      if (cookie.expiresAtMs <= nowMs || !isSentTo(cookie, url)) continue;
      const pair = `${cookie.name}=${cookie.value}`;
      if (header.length + pair.length + 2 > headerLengthMax) continue;
      header += header === '' ? pair : `; ${pair}`;
    }
    return header;
  }

  /**
   * Stores the cookies of a response. A cookie whose expiry has passed is deleted.
   *
   * @param setCookie the lines of its `Set-Cookie` headers
   * @param nowMs milliseconds since the epoch
   */
  store(url: URL, setCookie: readonly string[], nowMs: number): void {
    for (const line of setCookie.slice(0, linesMax)) {
      const cookie = parseCookie(line, url, nowMs);
      if (!cookie) continue;
      const key = `${cookie.domain}|${cookie.path}|${cookie.name}`;
      if (cookie.expiresAtMs <= nowMs) this.#cookies.delete(key);
      else if (this.#cookies.has(key) || !this.#isFull(cookie.domain)) this.#cookies.set(key, cookie);
    }
  }

  #isFull(domain: string): boolean {
    if (this.#cookies.size >= cookiesMax) return true;
    let count = 0;
    for (const cookie of this.#cookies.values()) if (cookie.domain === domain) count++;
    return count >= cookiesPerDomainMax;
  }
}

function isSentTo(cookie: Cookie, url: URL): boolean {
  if (cookie.isSecure && url.protocol !== 'https:') return false;
  const isSameHost = url.hostname === cookie.domain;
  if (!isSameHost && (cookie.isHostOnly || !url.hostname.endsWith(`.${cookie.domain}`))) return false;
  const folder = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  return url.pathname === cookie.path || url.pathname.startsWith(folder);
}

/** @returns undefined for a line that is too long, not a cookie, or for a domain that the URL may not set */
function parseCookie(line: string, url: URL, nowMs: number): Cookie | undefined {
  if (line.length > cookieLengthMax) return undefined;
  const [pair = '', ...attributeTexts] = line.split(';');
  const equals = pair.indexOf('=');
  if (equals < 1) return undefined;
  const attributes = new Map(
    attributeTexts.map((text) => {
      const [key = '', ...value] = text.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const attribute = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const domain = attribute === '' ? url.hostname : attribute;
  const isForeign = domain !== url.hostname && !url.hostname.endsWith(`.${domain}`);
  const isPublicSuffix = domain !== url.hostname && getPublicSuffix(domain) === domain;
  if (isForeign || isPublicSuffix) return undefined;
  const path = attributes.get('path') ?? '';
  return {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    domain,
    isHostOnly: attribute === '',
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    isSecure: attributes.has('secure'),
    expiresAtMs: expiryOf(attributes, nowMs),
  };
}

/** `Max-Age` takes precedence over `Expires` (RFC 6265, 5.3). A date that cannot be parsed is ignored. */
function expiryOf(attributes: ReadonlyMap<string, string>, nowMs: number): number {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    const seconds = Number(maxAge);
    return seconds <= 0 ? Number.NEGATIVE_INFINITY : nowMs + seconds * 1000;
  }
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires;
}
