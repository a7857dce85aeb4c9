import rules from './url-rules.data.json' with { type: 'json' };

const dropped = new Set([...rules.tracking, ...rules.session].map((name) => name.toLowerCase()));
const urlMax = 2000;
/** As written, with white space around it and dots in its path. */
const writtenMax = 8192;

export interface NormalizedUrl {
  /** The address as observed, without fragment, tracking and session parameters. */
  readonly url: string;
  /** Equal for addresses of the same page: no scheme, `www.`, default port, trailing slash, index file; sorted query. */
  readonly key: string;
  /** With a port that is not the default. */
  readonly host: string;
  readonly path: string;
}

/**
 * Reads an address against the page it was found on. Undefined for what is no http(s) address, carries a
 * user name, or is longer than 2,000 characters.
 */
export function normalizeUrl(text: string, base?: string): NormalizedUrl | undefined {
  // Parsing is linear, but a page can hold many links of megabytes.
  if (text.length > writtenMax) return undefined;
  const url = URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.href.length > urlMax)
    return undefined;
  // Each assignment parses anew, and most addresses need none.
  if (url.href.includes('#')) url.hash = '';
  if (url.pathname.includes(';'))
    url.pathname = url.pathname.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, '');
  if (url.href.includes('?')) {
    if (hasDropped(url.search)) url.search = keptQuery(url.search);
    // An empty query leaves its question mark behind unless it is set anew.
    if (url.search === '') url.search = '';
  }
  return { url: url.href, key: keyOf(url), host: url.host, path: url.pathname };
}

function hasDropped(search: string): boolean {
  return pairs(search).some((pair) => dropped.has(nameOf(pair)));
}

/** Works on the text, so that what stays keeps its spelling. */
function keptQuery(search: string): string {
  return pairs(search)
    .filter((pair) => !dropped.has(nameOf(pair)))
    .join('&');
}

function pairs(search: string): string[] {
  return search.slice(1).split('&').filter(Boolean);
}

function nameOf(pair: string): string {
  return decodeUrlText(pair.split('=')[0] ?? '').toLowerCase();
}

function keyOf(url: URL): string {
  const defaultPort = url.port === '80' || url.port === '443' ? '' : url.port;
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  const path = normalizePercentEncoding(url.pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/index\.(?:html?|php|aspx?|jsp)$/i, '/')
    .replace(/\/+$/, '');
  const query = pairs(url.search).map(normalizePercentEncoding).sort().join('&');
  return `${host}${defaultPort && `:${defaultPort}`}${path}${query && `?${query}`}`;
}

/** Unreserved characters need no escape, and hexadecimal digits of the others are capitals (RFC 3986, 6.2.2). */
export function normalizePercentEncoding(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const sign = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : triplet.toUpperCase();
  });
}

/** Decodes escapes where they decode. */
export function decodeUrlText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
