import type { Element } from 'hast';
import type { DomDocument } from '../page/dom.ts';
import { findElementInDocument } from '../page/dom.ts';
import { type PageMetadata, readPageMetadata } from '../page/page-metadata.ts';
import { parseDocument } from '../page/parse-document.ts';
import { readStructuredData, type StructuredItem } from '../page/structured-data.ts';
import { buildTree } from '../page/tree/build-tree.ts';
import { type BlockFeatures, computeBlockFeatures } from './blocks/block-features.ts';
import { readPageSignals } from './blocks/page-signals.ts';
import { type SegmentedPage, segmentBlocks } from './blocks/segment-blocks.ts';

/** A page taken apart, before anything is judged. */
export interface AnalyzedPage {
  readonly tree: Element;
  readonly structuredData: readonly StructuredItem[];
  readonly metadata: PageMetadata;
  readonly blocks: SegmentedPage;
  readonly features: BlockFeatures;
}

/** @param input.url the page's final address; relative ones are resolved against it, or the page's `<base>` */
export async function analyzePage(input: {
  readonly html: string;
  readonly url: string;
}): Promise<AnalyzedPage> {
  const document = await parseDocument(input.html);
  const baseUrl = baseOf(document, input.url);
  const data = readStructuredData(document);
  const metadata = readPageMetadata(document, data, baseUrl);
  const tree = buildTree(document.body, { baseUrl });
  const blocks = segmentBlocks(tree);
  const features = computeBlockFeatures(blocks, readPageSignals(document, data, metadata, input.url));
  return { tree, structuredData: data, metadata, blocks, features };
}

function baseOf(document: DomDocument, url: string): string {
  const base = findElementInDocument(
    document,
    (element) => element.name === 'base' && 'href' in element.attributes,
  );
  return URL.parse(base?.attributes['href'] ?? '', url)?.href ?? url;
}
