import { decodeCharset } from '@quern/runtime/decode-charset';
import { type ExtractedPage, extractPage } from '../extract/extract-page.ts';
import type { FetchedResource } from '../fetch/fetched-resource.ts';
import { detectResourceKind, type ResourceKind } from './detect-resource-kind.ts';
import { feedToMarkdown } from './feed-to-markdown.ts';
import { prettyJson } from './pretty-json.ts';

export interface ConvertedResource {
  readonly kind: ResourceKind;
  /** '' for the kinds that are left to the caller: `pdf`, `image`, `other`. */
  readonly markdown: string;
  /** The decoded body, for `html` the page's source; '' for what is not text. */
  readonly text: string;
  /** Metadata and links; of anything but HTML and feeds they are empty but for the title. */
  readonly page: Omit<ExtractedPage, 'markdown'>;
}

type Convertible = Pick<FetchedResource, 'url' | 'contentType' | 'charset' | 'body'>;

/**
 * Turns an answer from the web into markdown by its kind, told by content type and content: HTML by
 * extraction, feeds as a list of entries, JSON and source text in a code fence, plain text and Markdown as
 * they are. PDF, images and other binary files are only named, so that the caller can choose an engine.
 */
export async function convertResource(
  resource: Convertible,
  options: { readonly debug?: boolean } = {},
): Promise<ConvertedResource> {
  const named = detectResourceKind(resource);
  if (named === 'pdf' || named === 'image' || named === 'other') {
    return { kind: named, markdown: '', text: '', page: bare(resource.url) };
  }
  const { text } = await decodeCharset(resource);
  if (named === 'html') {
    const { markdown, ...page } = await extractPage({
      html: text,
      url: resource.url,
      debug: options.debug === true,
    });
    return { kind: 'html', markdown, text, page };
  }
  if (named === 'feed') {
    const feed = await feedToMarkdown(text, resource.url);
    if (feed)
      return {
        kind: 'feed',
        text,
        markdown: feed.markdown,
        page: { ...bare(resource.url, feed.title, feed.description), links: feed.links },
      };
  }
  return { kind: named, text, markdown: asMarkdown(named, text, resource.url), page: bare(resource.url) };
}

function asMarkdown(kind: ResourceKind, text: string, url: string): string {
  if (kind === 'json') return fence(prettyJson(text), 'json');
  if (kind === 'xml' || kind === 'feed') return fence(text.trim(), 'xml');
  const extension = /\.(css|js|mjs|ts|py|rb|go|rs|java|c|h|cpp|sh|sql|ya?ml|toml|ini|csv|diff|patch)$/i.exec(
    URL.parse(url)?.pathname ?? '',
  )?.[1];
  return kind === 'text' && extension ? fence(text.trim(), extension.toLowerCase()) : text.trim();
}

/** A fence longer than any run of backticks inside. */
function fence(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${text}\n${mark}`;
}

function bare(url: string, title = '', description = ''): Omit<ExtractedPage, 'markdown'> {
  const name = decodeURI(safePath(url)).split('/').findLast(Boolean) ?? '';
  return {
    metadata: {
      title: title || name,
      description,
      language: '',
      author: '',
      publishedTime: '',
      modifiedTime: '',
      siteName: '',
      image: '',
      canonical: '',
      favicon: '',
    },
    links: [],
  };
}

/** A path that can be decoded; one with broken escapes is shown as it is. */
function safePath(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  try {
    decodeURI(path);
    return path;
  } catch {
    return encodeURI(path);
  }
}
