import type { DomDocument, DomElement } from '@quern/content/dom/dom';
import { findElementsByTag } from '@quern/content/dom/dom';
import { parsePage } from '@quern/content/html/parse-page';
import { type PageMetadata, readPageMetadata } from '@quern/content/metadata/page-metadata';
import { readStructuredData, type StructuredItem } from '@quern/content/metadata/structured-data';
import { revealHidden } from '../page/reveal-hidden.ts';
import { hasNofollow } from '../page/robots-directives.ts';
import { type ElementFilter, filterDocument } from '../page/select/filter-document.ts';
import { buildTree } from '../page/tree/build-tree.ts';
import { collectLinks, type PageLink } from '../page/tree/collect-links.ts';
import { readTitleEvidence } from '../title/read-title-evidence.ts';
import type { TitleEvidence } from '../title/title-text.ts';
import { type BlockFeatures, computeBlockFeatures } from './blocks/block-features.ts';
import { type PageSignals, readPageSignals } from './blocks/page-signals.ts';
import { type SegmentedPage, segmentBlocks } from './segments/segment-blocks.ts';

/** A parsed page with the features of its blocks, before classification. */
export interface AnalyzedPage {
  readonly tree: DomElement;
  /** The URL against which relative URLs of the page are resolved. */
  readonly baseUrl: string;
  /** Whether text that waits for a script is shown. */
  readonly isRevealed: boolean;
  /** All links of the page, whatever the filter removes. */
  readonly links: readonly PageLink[];
  readonly structuredData: readonly StructuredItem[];
  readonly metadata: PageMetadata;
  /** Statements of the page about its title. */
  readonly titleEvidence: TitleEvidence;
  readonly signals: PageSignals;
  readonly blocks: SegmentedPage;
  readonly features: BlockFeatures;
  /** Number of elements that the filter includes; undefined if it includes all. */
  readonly includedElements: number | undefined;
}

/**
 * Parses a page and computes the features of its text blocks.
 * @param input.filter reduces the page to some of its elements, after its metadata has been read
 * @param input.url final URL of the page; relative URLs are resolved against it, or against the page's `<base>`
 */
export async function analyzePage(input: {
  readonly html: string;
  readonly url: string;
  readonly filter?: ElementFilter | undefined;
}): Promise<AnalyzedPage> {
  const document = await parsePage(input.html);
  const baseUrl = baseUrlOf(document, input.url);
  const structuredData = readStructuredData(document);
  const { metadata, stated } = readPageMetadata(document, structuredData, baseUrl);
  const isNofollow = statesNofollow(document);
  // The filter changes the document.
  const allLinks = hasFilter(input.filter) && collectLinks(buildTree(document.body, { baseUrl }), isNofollow);
  const includedElements = input.filter && filterDocument(document, input.filter);
  const builtTree = buildTree(document.body, { baseUrl });
  const revealedTree = revealHidden(builtTree);
  const tree = revealedTree ?? builtTree;
  const links = allLinks || collectLinks(tree, isNofollow);
  const blocks = segmentBlocks(tree);
  const signals = readPageSignals(document, structuredData, stated, input.url);
  const titleEvidence = readTitleEvidence(document, structuredData, metadata, input.url);
  const features = computeBlockFeatures(blocks, signals);
  return {
    tree,
    baseUrl,
    isRevealed: revealedTree !== undefined,
    links,
    structuredData,
    metadata,
    titleEvidence,
    signals,
    blocks,
    features,
    includedElements,
  };
}

function baseUrlOf(document: DomDocument, url: string): string {
  const base = findElementsByTag(document, 'base').find(({ attributes }) => 'href' in attributes);
  return URL.parse(base?.attributes['href'] ?? '', url)?.href ?? url;
}

const hasFilter = ({ includeTags = [], excludeTags = [] }: ElementFilter = {}): boolean =>
  includeTags.length + excludeTags.length > 0;

function statesNofollow(document: DomDocument): boolean {
  return findElementsByTag(document, 'meta').some(
    ({ attributes: { name, content } }) => name?.toLowerCase() === 'robots' && hasNofollow(content ?? ''),
  );
}
