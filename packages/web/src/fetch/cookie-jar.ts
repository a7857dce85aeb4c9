import { getPublicSuffix } from 'tldts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since the epoch; infinite for a session cookie. */
  readonly expiresAt: number;
}

/** Cookies of one request and its redirects, discarded afterwards. */
export interface CookieJar {
  /**
   * The `Cookie` header for a URL, '' without cookies.
   * @param now milliseconds since the epoch
   */
  cookieHeader(url: URL, now: number): string;
  /** Stores the `Set-Cookie` headers of a response; a cookie that has expired is deleted. */
  store(url: URL, setCookie: readonly string[], now: number): void;
}

/** RFC 6265, 6.1 asks for at least 4,096 bytes a cookie and 50 cookies a domain. */
const cookieBytesMax = 4096;
const cookiesPerDomainMax = 50;
const cookiesMax = 150;
/** `Set-Cookie` lines that are read of one response. */
const linesMax = 200;
/** Servers refuse requests whose headers are larger than 8 to 16 KiB. */
const headerLengthMax = 8192;

/**
 * Keeps the part of RFC 6265 that redirects rely on: domain, path, secure, expiry. Cookies beyond the limits are
 * ignored. The jar has no clock: whoever sends the request passes the time in.
 */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>();
  const isFull = (domain: string) => {
    if (cookies.size >= cookiesMax) return true;
    let count = 0;
    for (const cookie of cookies.values()) if (cookie.domain === domain) count++;
    return count >= cookiesPerDomainMax;
  };
  return {
    cookieHeader: (url, now) => {
      let header = '';
      for (const cookie of cookies.values()) {
        if (cookie.expiresAt <= now || !applies(cookie, url)) continue;
        const pair = `${cookie.name}=${cookie.value}`;
        if (header.length + pair.length + 2 > headerLengthMax) continue;
        header += header === '' ? pair : `; ${pair}`;
      }
      return header;
    },
    store: (url, lines, now) => {
      for (const line of lines.slice(0, linesMax)) {
        const cookie = parseCookie(line, url, now);
        if (!cookie) continue;
        const key = `${cookie.domain}|${cookie.path}|${cookie.name}`;
        if (cookie.expiresAt <= now) cookies.delete(key);
        else if (cookies.has(key) || !isFull(cookie.domain)) cookies.set(key, cookie);
      }
    },
  };
}

function applies(cookie: Cookie, url: URL): boolean {
  if (cookie.secure && url.protocol !== 'https:') return false;
  const sameHost = url.hostname === cookie.domain;
  if (!sameHost && (cookie.hostOnly || !url.hostname.endsWith(`.${cookie.domain}`))) return false;
  const folder = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  return url.pathname === cookie.path || url.pathname.startsWith(folder);
}

function parseCookie(line: string, url: URL, now: number): Cookie | undefined {
  if (line.length > cookieBytesMax) return undefined;
  const [pair = '', ...attributeTexts] = line.split(';');
  const equals = pair.indexOf('=');
  if (equals < 1) return undefined;
  const attributes = new Map(
    attributeTexts.map((text) => {
      const [key = '', ...value] = text.split('=');
      return [key.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const named = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const domain = named === '' ? url.hostname : named;
  const foreign = domain !== url.hostname && !url.hostname.endsWith(`.${domain}`);
  if (foreign || (named !== '' && named !== url.hostname && getPublicSuffix(named) === named))
    return undefined;
  const path = attributes.get('path') ?? '';
  return {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    domain,
    hostOnly: named === '',
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    secure: attributes.has('secure'),
    expiresAt: expiryOf(attributes, now),
  };
}

/** `Max-Age` goes before `Expires` (RFC 6265, 5.3); a date that cannot be read is no date. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    const seconds = Number(maxAge);
    return seconds <= 0 ? Number.NEGATIVE_INFINITY : now + seconds * 1000;
  }
  const expires = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires;
}
