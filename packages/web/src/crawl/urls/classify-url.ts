import rules from './url-rules.data.json' with { type: 'json' };

const assets = new Set(rules.assets);
const documents = new Set(rules.documents);

/** Pages are crawled and listed, documents (PDF, Office) are listed only, assets (images, scripts) neither. */
export type UrlKind = 'page' | 'document' | 'asset';

/** Classifies a URL by its file name extension. */
export function classifyUrl(url: string): UrlKind {
  return classifyPath(URL.parse(url)?.pathname ?? '');
}

/** Classifies the path of a URL by its file name extension. */
export function classifyPath(path: string): UrlKind {
  const extension = /\.([a-z0-9]{1,12})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (assets.has(extension)) return 'asset';
  return documents.has(extension) ? 'document' : 'page';
}

/** Classifies a response by its content type, without parameters; '' counts as a page. */
export function classifyContentType(contentType: string): UrlKind {
  if (contentType === '' || /html/.test(contentType)) return 'page';
  const isAsset =
    /^(?:image|audio|video|font)\/|(?:rss|atom)\+xml|css|javascript|ecmascript|zip|octet-stream|wasm|manifest/.test(
      contentType,
    );
  return isAsset ? 'asset' : 'document';
}
