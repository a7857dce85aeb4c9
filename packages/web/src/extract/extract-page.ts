import { toMarkdown } from '../markdown/to-markdown.ts';
import type { PageMetadata } from '../page/page-metadata.ts';
import { type StructuredItem, structuredDataText } from '../page/structured-data.ts';
import { collectLinks, type PageLink } from '../page/tree/collect-links.ts';
import { analyzePage } from './analyze-page.ts';
import type { BlockModel } from './blocks/block-model.ts';
import { type ExtractionDebug, explainBlocks } from './explain-blocks.ts';
import { selectContent } from './select-content.ts';

export interface ExtractPageInput {
  readonly html: string;
  /** The page's final address; relative addresses are resolved against it, or the page's `<base>`. */
  readonly url: string;
  readonly contentType?: string;
  /** Adds what was thought of each block and why. */
  readonly debug?: boolean;
}

export interface ExtractedPage {
  readonly markdown: string;
  readonly metadata: PageMetadata;
  /** All links of the page, boilerplate included, in document order. */
  readonly links: readonly PageLink[];
  readonly debug?: ExtractionDebug;
}

/** Below this many characters of text a page is an empty shell and its structured data is worth more. */
const shellTextMax = 200;

/**
 * Turns a page into markdown of its main content, its metadata and its links: boosted trees judge each block
 * of text. Never fails on hostile HTML: nesting is bounded before any recursive step, and a page without
 * content gives an empty markdown.
 * @param model other trees than the shipped ones, for measuring
 */
export async function extractPage(input: ExtractPageInput, model?: BlockModel): Promise<ExtractedPage> {
  const page = await analyzePage(input);
  const links = collectLinks(page.tree);
  const { content, classification: classified, keptMask: kept } = await selectContent(page, model);
  const markdown = await toMarkdown(content);
  const stated = markdown.length < shellTextMax ? statedBody(page.structuredData) : '';
  const result = {
    markdown: stated.length > markdown.length ? stated : markdown,
    metadata: page.metadata,
    links,
  };
  return input.debug ? { ...result, debug: explainBlocks(page.blocks, classified, kept) } : result;
}

/** The text that a page without visible content states about itself in JSON-LD. */
function statedBody(data: readonly StructuredItem[]): string {
  const bodies = data.map(
    ({ value }) => structuredDataText(value['articleBody']) || structuredDataText(value['text']),
  );
  const longest = bodies.reduce((best, body) => (body.length > best.length ? body : best), '');
  return longest.replace(/\r\n?/g, '\n').trim();
}
