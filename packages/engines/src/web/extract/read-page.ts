import type { Element } from 'hast';
import { blockFeatures, type Features } from './blocks/block-features.ts';
import { readPageSignals } from './blocks/page-signals.ts';
import { type BlockPage, segmentBlocks } from './blocks/segment-blocks.ts';
import { buildTree } from './build-tree.ts';
import type { DomDocument } from './dom.ts';
import { findInDocument } from './dom.ts';
import { type PageMetadata, readMetadata } from './page-metadata.ts';
import { parseDocument } from './parse-document.ts';
import { readStructuredData, type StructuredItem } from './read-structured-data.ts';

/** A page taken apart, before anything is judged. */
export interface ReadPage {
  readonly tree: Element;
  readonly data: readonly StructuredItem[];
  readonly metadata: PageMetadata;
  readonly blocks: BlockPage;
  readonly features: Features;
}

/** @param input.url the page's final address; relative ones are resolved against it, or the page's `<base>` */
export async function readPage(input: { readonly html: string; readonly url: string }): Promise<ReadPage> {
  const document = await parseDocument(input.html);
  const baseUrl = baseOf(document, input.url);
  const data = readStructuredData(document);
  const metadata = readMetadata(document, data, baseUrl);
  const tree = buildTree(document.body, { baseUrl });
  const blocks = segmentBlocks(tree);
  const features = blockFeatures(blocks, readPageSignals(document, data, metadata, input.url));
  return { tree, data, metadata, blocks, features };
}

function baseOf(document: DomDocument, url: string): string {
  const base = findInDocument(document, (element) => element.name === 'base' && 'href' in element.attributes);
  return URL.parse(base?.attributes['href'] ?? '', url)?.href ?? url;
}
