import type { FetchedResource } from '../fetch/fetched-resource.ts';
import { type BlockPageMatch, detectBlockPage } from '../page/detect-block-page.ts';
import {
  detectJavascriptRequirement,
  type JavascriptRequirement,
} from '../page/detect-javascript-requirement.ts';
import { visibleText } from '../page/visible-text.ts';
import { type ConvertedResource, type ConvertResourceInput, convertResource } from './convert-resource.ts';

/** The parts of a response that the analysis needs. */
export type AnalyzeResourceInput = ConvertResourceInput & Pick<FetchedResource, 'status' | 'headers'>;

/** A converted response, and whether it is the requested page with its content. */
export interface AnalyzedResource {
  readonly converted: ConvertedResource;
  /** Whether the Markdown is empty. */
  readonly isBlank: boolean;
  /** The page that the site served in place of the requested one, if any. */
  readonly blockPage?: BlockPageMatch | undefined;
  /** Set if the page's content is probably created by its scripts. */
  readonly javascriptRequirement?: JavascriptRequirement | undefined;
  /** Characters of visible text, counted up to 20,000; 0 for kinds other than HTML. */
  readonly textLength: number;
}

/** A page with at least this many characters of Markdown has its content, whatever its scripts add. */
const contentLengthMin = 2000;
const textLengthMax = 20_000;

/**
 * Converts a response to Markdown and checks whether a caller can use it as it is: whether it is empty, replaced by a
 * bot check, login or error page, or needs a browser because scripts create its content. The checks apply to HTML
 * only.
 */
export async function analyzeResource(resource: AnalyzeResourceInput): Promise<AnalyzedResource> {
  const converted = await convertResource(resource);
  const isBlank = converted.markdown.trim() === '';
  if (converted.kind !== 'html') return { converted, isBlank, textLength: 0 };
  const { status, url, headers } = resource;
  const html = converted.text;
  return {
    converted,
    isBlank,
    blockPage: detectBlockPage({ status, html, url, headers }),
    javascriptRequirement:
      converted.markdown.length < contentLengthMin ? detectJavascriptRequirement(html) : undefined,
    textLength: visibleText(html, textLengthMax).length,
  };
}
