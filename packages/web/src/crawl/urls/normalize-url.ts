import rules from './url-rules.data.json' with { type: 'json' };

const ignoredParameters = new Set([...rules.tracking, ...rules.session].map((name) => name.toLowerCase()));
const urlLengthMax = 2000;
/** Maximum length before parsing, with white space around the URL and dot segments in its path. */
const textLengthMax = 8192;

/** A URL without its insignificant parts. */
export interface NormalizedUrl {
  /** The URL as found, without fragment, tracking and session parameters. */
  readonly url: string;
  /**
   * Equal for URLs that are equivalent by RFC 3986, 6.2.2 and 6.2.3, or by a convention that nearly all sites follow:
   * scheme, default port, final dot of the host, trailing slash, and order of parameters do not matter.
   */
  readonly key: string;
  /** Host with its port, unless that is the default. */
  readonly host: string;
  readonly path: string;
}

/**
 * Normalizes a URL.
 *
 * @param base URL of the page that a relative `text` was found on
 * @returns undefined when it is not an http or https URL, contains a user name, or is longer than 2,000 characters
 */
export function normalizeUrl(text: string, base?: string): NormalizedUrl | undefined {
  // Parsing takes linear time, but a page can have many links of megabytes.
  if (text.length > textLengthMax) return undefined;
  const url = URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.href.length > urlLengthMax) {
    return undefined;
  }
  // Each assignment parses the URL again, and most URLs need none.
  if (url.href.includes('#')) url.hash = '';
  if (url.pathname.includes(';')) {
    url.pathname = url.pathname.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, '');
  }
  // The session of ASP.NET without cookies: `/(S(lit3py55t21z5v55vlm25s55))/page`.
  if (url.pathname.includes('/('))
    url.pathname = url.pathname.replace(/\/\((?:[AFS]\([\w-]*\))+\)(?=\/)/g, '');
  if (url.href.includes('?')) {
    if (hasIgnored(url.search)) url.search = withoutIgnored(url.search);
    // Assigning an empty query removes the question mark of one.
    if (url.search === '') url.search = '';
  }
  return { url: url.href, key: keyOf(url), host: url.host, path: url.pathname };
}

function hasIgnored(search: string): boolean {
  return pairs(search).some((pair) => ignoredParameters.has(nameOf(pair)));
}

/** Works on the text, so that the other parameters keep their spelling. */
function withoutIgnored(search: string): string {
  return pairs(search)
    .filter((pair) => !ignoredParameters.has(nameOf(pair)))
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
  const host = url.hostname.replace(/\.$/, '');
  const path = withoutTrailingSlash(normalizePercentEncoding(encodeForbidden(url.pathname)));
  const query = url.search.length > 1 ? queryKeyOf(url.search) : '';
  return `${host}${defaultPort && `:${defaultPort}`}${path}${query && `?${query}`}`;
}

/** Several slashes at the end stay: they are not known to be the same as one. */
function withoutTrailingSlash(path: string): string {
  return path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
}

/** Sorted by name only: several values of one name may have an order. */
function queryKeyOf(search: string): string {
  const normalized = pairs(search).map((pair) => normalizePercentEncoding(encodeForbidden(pair)));
  if (normalized.length < 2) return normalized.join('');
  const named = normalized.map((pair) => ({ pair, name: pair.split('=', 1)[0] ?? '' }));
  named.sort((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)));
  return named.map(({ pair }) => pair).join('&');
}

/** Encodes the ASCII characters that no URI may contain but that the URL standard leaves as they are. */
function encodeForbidden(text: string): string {
  return text.replace(
    /["<>[\\\]^`{|}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes escaped unreserved characters, and writes the digits of other escapes in upper case (RFC 3986, 6.2.2). */
export function normalizePercentEncoding(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
  });
}

/** Decodes percent-encoding and `+`; returns the text unchanged when it is not valid. */
export function decodeUrlText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
