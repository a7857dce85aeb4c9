import type { FetchedResource } from '../fetch/fetched-resource.ts';

/** `other` stands for RTF, e-mail, and binary files that are neither PDF nor images. */
export type ResourceKind = 'html' | 'text' | 'markdown' | 'json' | 'xml' | 'feed' | 'pdf' | 'image' | 'other';

/** Number of leading bytes that are examined. */
const headLength = 2048;
const htmlStart =
  /^\s*(?:<!--[\s\S]{0,1500}?-->\s*)*(?:<!doctype html|<(?:html|head|body|title|meta|script|div|p|h1|table|a|br|style)[\s>])/i;
const xmlStart = /^\s*(?:<\?xml\b|<(?:rss|feed|rdf:RDF)\b)/i;
const feedRoot = /<(?:rss|feed|rdf:RDF)[\s>]/i;

/**
 * Detects the kind of a response from file signatures, then the `Content-Type`, then the beginning of the text
 * (after https://mimesniff.spec.whatwg.org). Signatures take precedence, since a wrong `Content-Type` of a binary
 * file would make it unreadable.
 */
export function detectResourceKind(
  resource: Pick<FetchedResource, 'url' | 'contentType' | 'body'>,
): ResourceKind {
  const { buffer, byteOffset, byteLength } = resource.body;
  const head = Buffer.from(buffer, byteOffset, Math.min(headLength, byteLength));
  const binaryKind = kindOfSignature(head);
  if (binaryKind) return binaryKind;
  const text = head.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const stated = kindOfContentType(resource.contentType);
  if (stated === 'html')
    return xmlStart.test(text) && feedRoot.test(text) && !/<html/i.test(text) ? 'feed' : 'html';
  if (stated === 'xml' || xmlStart.test(text)) {
    if (/<html[\s>]/i.test(text)) return 'html';
    return feedRoot.test(text) ? 'feed' : 'xml';
  }
  if (stated === 'text')
    return /\.(?:md|markdown|mdx)$/i.test(URL.parse(resource.url)?.pathname ?? '') ? 'markdown' : 'text';
  if (stated !== undefined) return stated;
  if (htmlStart.test(text)) return 'html';
  if (isBinary(head)) return 'other';
  return /^\s*[[{]/.test(text) && /[\]}"\d]/.test(text) ? 'json' : 'text';
}

/** File signatures in hexadecimal; `..` matches any byte. */
const signatures: readonly [pattern: RegExp, kind: ResourceKind][] = [
  [/^(?:20|0a|0d|09){0,16}255044462d/, 'pdf'],
  // PNG, JPEG, GIF, BMP, TIFF in both byte orders, WebP, AVIF and HEIC.
  [
    /^(?:89504e470d0a|ffd8ff|47494638(?:37|39)61|424d.{8}00000000|49492a00|4d4d002a|52494646.{8}57454250|.{8}66747970(?:61766966|68656963|6d696631))/,
    'image',
  ],
  // RTF, ZIP, gzip, 7z, RAR, ELF, Windows programs, WOFF, MP3, Ogg, Java classes.
  [
    /^(?:7b5c727466|504b0304|1f8b|377abcaf|52617221|7f454c46|4d5a90|774f46(?:46|32)|494433|4f676753|cafebabe)/,
    'other',
  ],
];

/** Detects binary files by their signature; undefined if it is unknown, as for all text. */
function kindOfSignature(head: Buffer): ResourceKind | undefined {
  const start = head.subarray(0, 64).toString('hex');
  return signatures.find(([pattern]) => pattern.test(start))?.[1];
}

function kindOfContentType(contentType: string): ResourceKind | undefined {
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') return 'html';
  if (/[/+](?:json|ld\+json|geo\+json)$/.test(contentType)) return 'json';
  if (/^text\/(?:x-)?markdown$/.test(contentType)) return 'markdown';
  if (contentType === 'image/svg+xml') return 'xml';
  if (/[/+](?:xml|rss|atom)$|^application\/(?:rss|atom|rdf)\+xml$/.test(contentType)) return 'xml';
  if (contentType === 'application/pdf') return 'pdf';
  if (contentType.startsWith('image/')) return 'image';
  if (contentType === 'message/rfc822' || /^(?:audio|video|font)\//.test(contentType)) return 'other';
  if (
    /^text\//.test(contentType) ||
    /^application\/(?:javascript|x-sh|yaml|x-yaml|toml|sql)$/.test(contentType)
  )
    return 'text';
  return undefined;
}

/** Returns whether there is a byte that text does not contain (https://mimesniff.spec.whatwg.org/#binary-data-byte). */
function isBinary(head: Uint8Array): boolean {
  return head.some(
    (byte) => byte <= 8 || byte === 11 || (byte >= 14 && byte <= 26) || (byte >= 28 && byte <= 31),
  );
}
