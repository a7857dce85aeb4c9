import rules from './url-rules.data.json' with { type: 'json' };

const assets = new Set(rules.assets);
const documents = new Set(rules.documents);

export type UrlKind = 'page' | 'document' | 'asset';

/** What an address looks like by its file name: pages are crawled, documents listed, assets neither. */
export function classifyUrl(url: string): UrlKind {
  return classifyPath(URL.parse(url)?.pathname ?? '');
}

/** The same for the path of an address. */
export function classifyPath(path: string): UrlKind {
  const extension = /\.([a-z0-9]{1,12})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (assets.has(extension)) return 'asset';
  return documents.has(extension) ? 'document' : 'page';
}

/** What an answer turned out to be. */
export function classifyContentType(contentType: string): UrlKind {
  if (contentType === '' || /html/.test(contentType)) return 'page';
  if (
    /^(?:image|audio|video|font)\/|(?:rss|atom)\+xml|css|javascript|ecmascript|zip|octet-stream|wasm|manifest/.test(
      contentType,
    )
  )
    return 'asset';
  return 'document';
}
