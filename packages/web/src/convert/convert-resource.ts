import { fenceCode } from '@quern/content/markdown/blocks/fence-code';
import { decodeCharset } from '@quern/runtime/decode-charset';
import { type ExtractedPage, extractPage } from '../extract/extract-page.ts';
import type { FetchedResource } from '../fetch/fetched-resource.ts';
import type { ContentOptions } from '../page/select/content-options.ts';
import { convertFeed } from './convert-feed.ts';
import { detectResourceKind, type ResourceKind } from './detect-resource-kind.ts';
import { prettyJson } from './pretty-json.ts';

/** A response converted to Markdown, and to plain text if requested. */
export interface ConvertedResource {
  readonly kind: ResourceKind;
  /** '' for the kinds that are not converted: `pdf`, `image`, `other`. */
  readonly markdown: string;
  /** The decoded body, for `html` the page's source; '' for binary files. */
  readonly text: string;
  /** The content as plain text if it was requested: without tags, links and code fences; Markdown files are unchanged. */
  readonly plainText: string;
  /** Metadata and links; for kinds other than HTML and feeds only the title is set. */
  readonly page: Omit<ExtractedPage, 'markdown' | 'text'>;
}

/** The parts of a response that the conversion needs. */
export type ConvertResourceInput = Pick<FetchedResource, 'url' | 'contentType' | 'charset' | 'body'>;

/**
 * Converts a response to Markdown, depending on its kind as detected from its content and content type: the main
 * content of HTML, a list of the entries of a feed, JSON and source code in a code fence, plain text and Markdown
 * unchanged. PDF, images and other binary files are only detected, so that the caller can choose a converter.
 */
export async function convertResource(
  resource: ConvertResourceInput,
  options: { readonly debug?: boolean; readonly content?: ContentOptions | undefined } = {},
): Promise<ConvertedResource> {
  const kind = detectResourceKind(resource);
  if (kind === 'pdf' || kind === 'image' || kind === 'other') {
    return { kind, markdown: '', text: '', plainText: '', page: minimalPage(resource.url) };
  }
  const { text } = await decodeCharset(resource);
  const withText = options.content?.withText === true;
  if (kind === 'html') {
    const {
      markdown,
      text: plainText = '',
      ...page
    } = await extractPage({
      html: text,
      url: resource.url,
      debug: options.debug === true,
      content: options.content,
    });
    return { kind, markdown, text, plainText, page };
  }
  if (kind === 'feed') {
    const feed = await convertFeed(text, resource.url, { withText });
    if (feed)
      return {
        kind,
        text,
        plainText: feed.text,
        markdown: feed.markdown,
        page: { ...minimalPage(resource.url, feed.title, feed.description), links: feed.links },
      };
  }
  const content = kind === 'json' ? prettyJson(text) : text.trim();
  const language = codeLanguageOf(kind, resource.url);
  return {
    kind,
    text,
    plainText: withText ? content : '',
    markdown: language === undefined ? content : fenceCode(content, language),
    page: minimalPage(resource.url),
  };
}

/** The language of a code fence around the text; undefined for prose and Markdown. */
function codeLanguageOf(kind: ResourceKind, url: string): string | undefined {
  if (kind === 'json') return 'json';
  if (kind === 'xml' || kind === 'feed') return 'xml';
  if (kind !== 'text') return undefined;
  const extension = /\.(css|js|mjs|ts|py|rb|go|rs|java|c|h|cpp|sh|sql|ya?ml|toml|ini|csv|diff|patch)$/i.exec(
    URL.parse(url)?.pathname ?? '',
  )?.[1];
  return extension?.toLowerCase();
}

/** A page of which only the title is known, by default the file name in the URL. */
function minimalPage(url: string, title = '', description = ''): Omit<ExtractedPage, 'markdown' | 'text'> {
  const name = decodeURI(decodablePath(url)).split('/').findLast(Boolean) ?? '';
  return {
    pageType: 'other',
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
    isRevealed: false,
  };
}

/** Returns a path that `decodeURI` accepts: malformed escapes are escaped once more. */
function decodablePath(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  try {
    decodeURI(path);
    return path;
  } catch {
    return encodeURI(path);
  }
}
