import { dropHidden } from '@quern/content/html/compose/drop-hidden';
import { parsePage } from '@quern/content/html/parse-page';
import type { PageMetadata } from '@quern/content/metadata/page-metadata';
import { decodeAgain, isMarkup } from '@quern/content/metadata/readable-text';
import { type StructuredItem, structuredDataText } from '@quern/content/metadata/structured-data';
import { detectLanguage } from '@quern/text/language/detect-language';
import { toMarkdown, writeContent } from '../markdown/to-markdown.ts';
import type { ContentOptions } from '../page/select/content-options.ts';
import { buildTree } from '../page/tree/build-tree.ts';
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
  /** Whether the content includes text that is hidden until a script of the page shows it. */
  readonly isRevealed: boolean;
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
  const selected = await selectContent(page, model);
  const { content, classification } = selected;
  const title = findTitle(page.tree, content, page.titleEvidence);
  const titled = dropTrailingHeadings(
    title === undefined ? content : placeTitle(content, title),
    classification.pageType,
  );
  const written = await completeContent(writeContent(titled, options.withText), page, title);
  const result = {
    ...written,
    pageType: classification.pageType,
    metadata: await completeMetadata(page.metadata, title, written.markdown),
    links,
    isRevealed: page.isRevealed,
  };
  return input.debug ? { ...result, debug: explainBlocks(page, selected) } : result;
}

/** Converts all that the page shows, or all that `includeTags` selects. */
async function convertWhole(
  { tree, metadata, titleEvidence, includedElements, isRevealed }: AnalyzedPage,
  links: readonly PageLink[],
  { withText }: ContentOptions,
): Promise<ExtractedPage> {
  const content = includedElements === undefined ? dropHidden(tree) : tree;
  const written = writeContent(content, withText);
  return {
    ...written,
    pageType: 'other',
    metadata: await completeMetadata(metadata, findTitle(tree, content, titleEvidence), written.markdown),
    links,
    isRevealed,
    ...(includedElements !== undefined && { includedElements }),
  };
}

/** Shorter texts have no language that can be detected. */
const languageTextMin = 20;
/** Less probable languages are not reported. */
const languageConfidenceMin = 0.5;

/**
 * Replaces a title that is missing, a file name or a default of a program by the visible one, and a missing language by
 * that of the text.
 */
async function completeMetadata(
  metadata: PageMetadata,
  title: VisibleTitle | undefined,
  markdown: string,
): Promise<PageMetadata> {
  const isUseful = metadata.title !== '' && !isPlaceholderTitle(metadata.title);
  return {
    ...metadata,
    ...(!isUseful && title !== undefined && { title: title.text }),
    language: metadata.language || (await languageOfText(markdown || metadata.description)),
  };
}

async function languageOfText(text: string): Promise<string> {
  if (text.length < languageTextMin) return '';
  const { language, confidence } = await detectLanguage(text);
  return language === 'und' || confidence < languageConfidenceMin ? '' : language;
}

type WrittenContent = ReturnType<typeof writeContent>;

/** Replaces a short content by the body that structured data states if that is longer. */
async function completeContent(
  written: WrittenContent,
  { structuredData, baseUrl }: AnalyzedPage,
  title: VisibleTitle | undefined,
): Promise<WrittenContent> {
  if (written.markdown.length >= markdownLengthMin) return written;
  const stated = await longestStatedBody(structuredData, baseUrl, written.text !== undefined);
  if (stated.markdown.length <= written.markdown.length) return written;
  return { ...stated, markdown: withHeading(stated.markdown, title) };
}

/** Puts the visible title above the body that structured data states. */
function withHeading(body: string, title: VisibleTitle | undefined): string {
  if (title === undefined) return body;
  const heading = toMarkdown(
    placeTitle({ kind: 'element', name: 'body', attributes: {}, children: [] }, title),
  );
  return `${heading}\n\n${body}`;
}

/** Returns the longest body that JSON-LD states, which may be HTML; '' if there is none. */
async function longestStatedBody(
  data: readonly StructuredItem[],
  baseUrl: string,
  withText: boolean,
): Promise<WrittenContent> {
  const bodies = data.map(
    ({ value }) => structuredDataText(value['articleBody']) || structuredDataText(value['text']),
  );
  const longest = bodies.reduce((best, body) => (body.length > best.length ? body : best), '');
  const text = decodeAgain(longest).replace(/\r\n?/g, '\n').trim();
  if (!isMarkup(text)) return { markdown: text, ...(withText && { text }) };
  const { body } = await parsePage(text);
  return writeContent(buildTree(body, { baseUrl }), withText);
}
