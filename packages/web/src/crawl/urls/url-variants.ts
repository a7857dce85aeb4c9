/** A way in which two URLs differ that many, but not all, servers ignore. */
export type UrlVariation = 'www' | 'slashes' | 'default_document';

/** Files that servers commonly send for the URL of their folder. */
const defaultDocument =
  /\/(?:index|default|home|main|welcome)\.(?:x?html?|shtml|phtml|php\d?|aspx?|jsp|jspx|cfm|cgi|pl|do)$/i;
const severalSlashes = /\/{2,}/g;

/** A key with the variations removed from it. */
export interface FoldedKey {
  readonly key: string;
  readonly variations: readonly UrlVariation[];
}

/**
 * Removes variations from the key of a normalized URL: `example.org/a` for `www.example.org//a/index.html`. URLs with
 * equal folded keys may be the same page; only their content shows whether they are.
 *
 * @param isFolded decides whether a variation is removed
 */
export function foldKey(key: string, isFolded: (variation: UrlVariation) => boolean): FoldedKey {
  const hostEnd = key.search(/[/?]|$/);
  const pathEnd = key.indexOf('?') < 0 ? key.length : key.indexOf('?');
  let host = key.slice(0, hostEnd);
  let path = key.slice(hostEnd, pathEnd);
  const variations: UrlVariation[] = [];
  if (host.startsWith('www.') && isFolded('www')) {
    variations.push('www');
    host = host.slice('www.'.length);
  }
  if (path.includes('//') && isFolded('slashes')) {
    variations.push('slashes');
    path = path.replace(severalSlashes, '/').replace(/\/$/, '');
  }
  if (defaultDocument.test(path) && isFolded('default_document')) {
    variations.push('default_document');
    path = path.replace(defaultDocument, '');
  }
  return { key: `${host}${path}${key.slice(pathEnd)}`, variations };
}
