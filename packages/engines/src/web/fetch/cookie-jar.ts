import { getPublicSuffix } from 'tldts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

/** Cookies of one request and its redirects; nothing outlives it. */
export interface CookieJar {
  /** The `Cookie` header for an address, '' without cookies. */
  header(url: URL): string;
  /** Takes in the `Set-Cookie` headers of an answer. */
  store(url: URL, setCookie: readonly string[]): void;
}

/** Keeps the part of RFC 6265 that redirects rely on: domain, path, secure, expiry. At most 50 cookies of 4 KiB. */
export function createCookieJar(now: () => number): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    header: (url) =>
      [...cookies.values()]
        .filter((cookie) => applies(cookie, url))
        .map((cookie) => `${cookie.name}=${cookie.value}`)
        .join('; '),
    store: (url, lines) => {
      for (const line of lines) {
        const parsed = parseCookie(line, url, now());
        if (!parsed) continue;
        const key = `${parsed.cookie.domain}|${parsed.cookie.path}|${parsed.cookie.name}`;
        if (parsed.expired) cookies.delete(key);
        else if (cookies.size < 50 || cookies.has(key)) cookies.set(key, parsed.cookie);
      }
    },
  };
}

function applies(cookie: Cookie, url: URL): boolean {
  if (cookie.secure && url.protocol !== 'https:') return false;
  const sameHost = url.hostname === cookie.domain;
  if (!sameHost && (cookie.hostOnly || !url.hostname.endsWith(`.${cookie.domain}`))) return false;
  return url.pathname === cookie.path || url.pathname.startsWith(cookie.path.replace(/\/?$/, '/'));
}

function parseCookie(line: string, url: URL, now: number): { cookie: Cookie; expired: boolean } | undefined {
  if (line.length > 4096) return undefined;
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
  const cookie: Cookie = {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    domain,
    hostOnly: named === '',
    path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    secure: attributes.has('secure'),
  };
  return { cookie, expired: hasExpired(attributes, now) };
}

function hasExpired(attributes: ReadonlyMap<string, string>, now: number): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return !Number.isNaN(expires) && expires <= now;
}
