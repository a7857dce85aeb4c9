import type { FetchedResource } from '../fetch/fetched-resource.ts';

export type ResourceKind = 'html' | 'text' | 'markdown' | 'json' | 'xml' | 'feed' | 'pdf' | 'image' | 'other';

const headBytes = 2048;
/** File signatures, in hexadecimal; `..` stands for any byte. */
const magics: readonly [RegExp, ResourceKind][] = [
  [/^(?:20|0a|0d|09){0,16}255044462d/, 'pdf'],
  [
    /^(?:89504e470d0a|ffd8ff|47494638(?:37|39)61|424d.{8}00000000|49492a00|4d4d002a|52494646.{8}57454250|.{8}66747970(?:61766966|68656963|6d696631))/,
    'image',
  ],
  // ZIP, gzip, 7z, RAR, ELF, Windows, WOFF, MP3, Ogg, Java.
  [/^(?:504b0304|1f8b|377abcaf|52617221|7f454c46|4d5a90|774f46(?:46|32)|494433|4f676753|cafebabe)/, 'other'],
];
const htmlStart =
  /^\s*(?:<!--[\s\S]{0,1500}?-->\s*)*(?:<!doctype html|<(?:html|head|body|title|meta|script|div|p|h1|table|a|br|style)[\s>])/i;
const xmlStart = /^\s*(?:<\?xml\b|<(?:rss|feed|rdf:RDF)\b)/i;
const feedStart = /<(?:rss|feed|rdf:RDF)[\s>]/i;

/**
 * Tells what a body is: file signatures first (servers lie about those least usefully), then the stated
 * type, then what the text looks like (after https://mimesniff.spec.whatwg.org).
 */
export function detectResourceKind(
  resource: Pick<FetchedResource, 'url' | 'contentType' | 'body'>,
): ResourceKind {
  const head = Buffer.from(
    resource.body.buffer,
    resource.body.byteOffset,
    Math.min(headBytes, resource.body.byteLength),
  );
  const latin = head.toString('latin1');
  const signature = head.subarray(0, 64).toString('hex');
  const magic = magics.find(([pattern]) => pattern.test(signature));
  if (magic) return magic[1];
  const text = latin.replace(/^\xef\xbb\xbf/, '');
  const stated = statedKind(resource.contentType);
  if (stated === 'html')
    return xmlStart.test(text) && feedStart.test(text) && !/<html/i.test(text) ? 'feed' : 'html';
  if (stated === 'xml' || xmlStart.test(text))
    return /<html[\s>]/i.test(text) ? 'html' : feedStart.test(text) ? 'feed' : 'xml';
  if (stated === 'json' || stated === 'markdown') return stated;
  if (stated === 'text')
    return /\.(?:md|markdown|mdx)$/i.test(URL.parse(resource.url)?.pathname ?? '') ? 'markdown' : 'text';
  if (stated !== undefined) return stated;
  if (htmlStart.test(text)) return 'html';
  if (isBinary(head)) return 'other';
  return /^\s*[[{]/.test(text) && /[\]}"\d]/.test(text) ? 'json' : 'text';
}

function statedKind(contentType: string): ResourceKind | undefined {
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') return 'html';
  if (/[/+](?:json|ld\+json|geo\+json)$/.test(contentType)) return 'json';
  if (/^text\/(?:x-)?markdown$/.test(contentType)) return 'markdown';
  if (contentType === 'image/svg+xml') return 'xml';
  if (/[/+](?:xml|rss|atom)$|^application\/(?:rss|atom|rdf)\+xml$/.test(contentType)) return 'xml';
  if (contentType === 'application/pdf') return 'pdf';
  if (contentType.startsWith('image/')) return 'image';
  if (/^(?:audio|video|font)\//.test(contentType)) return 'other';
  if (
    /^text\//.test(contentType) ||
    /^application\/(?:javascript|x-sh|yaml|x-yaml|toml|sql)$/.test(contentType)
  )
    return 'text';
  return undefined;
}

/** Bytes that no text has (https://mimesniff.spec.whatwg.org/#binary-data-byte). */
function isBinary(head: Uint8Array): boolean {
  return head.some(
    (byte) => byte <= 8 || byte === 11 || (byte >= 14 && byte <= 26) || (byte >= 28 && byte <= 31),
  );
}
