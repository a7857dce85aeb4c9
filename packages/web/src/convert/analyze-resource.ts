import type { FetchedResource } from '../fetch/fetched-resource.ts';
import { type BlockPageMatch, detectBlockPage } from '../page/detect-block-page.ts';
import {
  detectJavascriptRequirement,
  type JavascriptRequirement,
  showsOnlyLoading,
} from '../page/detect-javascript-requirement.ts';
import { hasNofollow, robotsDirectives } from '../page/robots-directives.ts';
import type { ContentOptions } from '../page/select/content-options.ts';
import { markNofollow } from '../page/tree/collect-links.ts';
import { visibleText } from '../page/visible-text.ts';
import { type ConvertedResource, type ConvertResourceInput, convertResource } from './convert-resource.ts';
import { explainEmptySelection } from './explain-empty-selection.ts';

/** The parts of a response that the analysis needs. */
export type AnalyzeResourceInput = ConvertResourceInput &
  Pick<FetchedResource, 'status' | 'headers'> & {
    /** The URL before redirects. Default: the URL. */
    readonly requestedUrl?: string | undefined;
    /** Which part of an HTML page is converted. Default: its main content. */
    readonly content?: ContentOptions | undefined;
    /** Adds the decision on each block of a page to the result. Default false. */
    readonly debug?: boolean | undefined;
  };

/** A converted response, and whether it is the requested page with its content. */
export interface AnalyzedResource {
  readonly converted: ConvertedResource;
  /** Whether the Markdown is empty. */
  readonly isBlank: boolean;
  /** Whether there is more than a message that the page is loading. */
  readonly hasContent: boolean;
  /**
   * Set if the Markdown is empty because of `includeTags` or `excludeTags`: the option and its effect, such as
   * `includeTags: matches no element`.
   */
  readonly emptySelection?: string | undefined;
  /** The page that the site served in place of the requested one, if any. */
  readonly blockPage?: BlockPageMatch | undefined;
  /** Set if the page's content is probably created by its scripts. */
  readonly javascriptRequirement?: JavascriptRequirement | undefined;
  /** Characters of Markdown. */
  readonly markdownLength: number;
  /** Characters of visible text, counted up to 20,000; 0 for kinds other than HTML. */
  readonly textLength: number;
}

const textLengthMax = 20_000;

/**
 * Converts a response to Markdown and checks whether a caller can use it as it is: whether it is empty, replaced by a
 * bot check, login or error page, or needs a browser because scripts create its content. The checks apply to HTML
 * only.
 */
export async function analyzeResource(resource: AnalyzeResourceInput): Promise<AnalyzedResource> {
  const converted = applyRobotsTag(
    await convertResource(resource, { content: resource.content, debug: resource.debug === true }),
    resource.headers,
  );
  const isBlank = converted.markdown.trim() === '';
  const markdownLength = converted.markdown.length;
  if (converted.kind !== 'html') {
    return { converted, isBlank, hasContent: !isBlank, markdownLength, textLength: 0 };
  }
  const emptySelection =
    isBlank && resource.content
      ? await explainEmptySelection(resource, resource.content, converted.page.includedElements)
      : undefined;
  const selectsNothing = emptySelection !== undefined || converted.page.includedElements === 0;
  const { status, url, requestedUrl = url, headers } = resource;
  const html = converted.text;
  return {
    converted,
    isBlank,
    hasContent: !isBlank && !showsOnlyLoading(html, markdownLength),
    emptySelection,
    markdownLength,
    blockPage: detectBlockPage({ status, html, url, requestedUrl, headers }),
    javascriptRequirement:
      selectsNothing && /<script\b/i.test(html)
        ? { reason: 'the selected content may be created by scripts' }
        : detectJavascriptRequirement(html, {
            url,
            contentLength: converted.markdown.length,
            isRevealed: converted.page.isRevealed,
          }),
    textLength: visibleText(html, textLengthMax).length,
  };
}

/** Marks the links of a page whose `X-Robots-Tag` asks crawlers not to follow them. */
function applyRobotsTag(
  converted: ConvertedResource,
  headers: FetchedResource['headers'],
): ConvertedResource {
  if (!hasNofollow(robotsDirectives(headers['x-robots-tag'] ?? '', ''))) return converted;
  return { ...converted, page: { ...converted.page, links: markNofollow(converted.page.links) } };
}
