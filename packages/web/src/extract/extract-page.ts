import { dropHidden } from '@quern/content/html/compose/drop-hidden';
import { toMarkdown, writeContent } from '../markdown/to-markdown.ts';
import type { PageMetadata } from '../page/page-metadata.ts';
import type { ContentOptions } from '../page/select/content-options.ts';
import { type StructuredItem, structuredDataText } from '../page/structured-data.ts';
import type { PageLink } from '../page/tree/collect-links.ts';
import { findTitle, type VisibleTitle } from '../title/find-title.ts';
import { placeTitle } from '../title/place-title.ts';
import { isPlaceholderTitle } from '../title/title-text.ts';
import { type AnalyzedPage, analyzePage } from './analyze-page.ts';
import type { BlockModel } from './blocks/block-model.ts';
import type { PageType } from './blocks/page-type.ts';
import { dropTrailingHeadings } from './drop-trailing-headings.ts';
import { type ExtractionDebug, explainBlocks } from './explain-blocks.ts';
import { selectContent } from './select-content.ts';

/** A page to extract. */
export interface ExtractPageInput {
  readonly html: string;
  /** Final URL of the page. Relative URLs are resolved against it, or against the page's `<base>`. */
  readonly url: string;
  /** Adds the decision on each block and its reasons to the result. */
  readonly debug?: boolean;
  /** Default: the main content, as Markdown only. */
  readonly content?: ContentOptions | undefined;
}

/** The main content of a page as Markdown, with metadata and links. */
export interface ExtractedPage {
  readonly markdown: string;
  /** Type of the page that its content was selected for; `other` if all of it was converted. */
  readonly pageType: PageType;
  /** The same content as plain text, if it was requested. */
  readonly text?: string;
  readonly metadata: PageMetadata;
  /** All links of the page, including those in boilerplate, in document order. */
  readonly links: readonly PageLink[];
  /** Number of elements that `includeTags` matches; undefined without it. */
  readonly includedElements?: number;
  readonly debug?: ExtractionDebug;
}

/** Below this length of Markdown the body that structured data states is used if it is longer. */
const markdownLengthMin = 200;

/**
 * Extracts the main content of an HTML page as Markdown, with its metadata and links. Never throws on malformed or
 * hostile HTML: nesting is limited before any recursion, and a page without content gives an empty string.
 * @param model replaces the bundled model, for evaluation
 */
export async function extractPage(input: ExtractPageInput, model?: BlockModel): Promise<ExtractedPage> {
  const options = input.content ?? {};
  const page = await analyzePage({ ...input, filter: options });
  const { links } = page;
  if (options.onlyMainContent === false || page.includedElements !== undefined) {
    return convertWhole(page, links, options);
  }
  const { content, classification, keptMask } = await selectContent(page, model);
  const title = findTitle(page.tree, content, page.titleEvidence);
  const titled = dropTrailingHeadings(
    title === undefined ? content : placeTitle(content, title),
    classification.pageType,
  );
  const written = writeContent(titled, options.withText);
  const { markdown } = written;
  const statedBody = markdown.length < markdownLengthMin ? longestStatedBody(page.structuredData) : '';
  const result = {
    pageType: classification.pageType,
    ...(statedBody.length > markdown.length
      ? { markdown: withHeading(statedBody, title), ...(options.withText && { text: statedBody }) }
      : written),
    metadata: withVisibleTitle(page.metadata, title),
    links,
  };
  return input.debug ? { ...result, debug: explainBlocks(page.blocks, classification, keptMask) } : result;
}

/** Converts all that the page shows, or all that `includeTags` selects. */
function convertWhole(
  { tree, metadata, titleEvidence, includedElements }: AnalyzedPage,
  links: readonly PageLink[],
  { withText }: ContentOptions,
): ExtractedPage {
  const content = includedElements === undefined ? dropHidden(tree) : tree;
  return {
    ...writeContent(content, withText),
    pageType: 'other',
    metadata: withVisibleTitle(metadata, findTitle(tree, content, titleEvidence)),
    links,
    ...(includedElements !== undefined && { includedElements }),
  };
}

/** Replaces a title that is missing, a file name or a default of a program by the visible one. */
function withVisibleTitle(metadata: PageMetadata, title: VisibleTitle | undefined): PageMetadata {
  const isUseful = metadata.title !== '' && !isPlaceholderTitle(metadata.title);
  return isUseful || title === undefined ? metadata : { ...metadata, title: title.text };
}

/** Puts the visible title above the body that structured data states. */
function withHeading(body: string, title: VisibleTitle | undefined): string {
  if (title === undefined) return body;
  const heading = toMarkdown(
    placeTitle({ kind: 'element', name: 'body', attributes: {}, children: [] }, title),
  );
  return `${heading}\n\n${body}`;
}

/** Returns the longest body that JSON-LD states; '' if there is none. */
function longestStatedBody(data: readonly StructuredItem[]): string {
  const bodies = data.map(
    ({ value }) => structuredDataText(value['articleBody']) || structuredDataText(value['text']),
  );
  const longest = bodies.reduce((best, body) => (body.length > best.length ? body : best), '');
  return longest.replace(/\r\n?/g, '\n').trim();
}
