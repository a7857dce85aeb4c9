import { toMarkdown } from '../markdown/to-markdown.ts';
import { buildTree } from './build-tree.ts';
import { chooseContent } from './choose-content.ts';
import { collectLinks, type PageLink } from './collect-links.ts';
import type { DomDocument } from './dom.ts';
import { nestingCost } from './measure-tree.ts';
import { type PageMetadata, readMetadata } from './page-metadata.ts';
import { parseDocument } from './parse-document.ts';
import { readStructuredData, type StructuredItem, structuredText } from './read-structured-data.ts';
import { readabilityCandidate } from './readability-candidate.ts';
import { recognizeKind } from './recognize-kind.ts';

export interface ExtractPageInput {
  readonly html: string;
  /** The page's final address; relative addresses are resolved against it, or the page's `<base>`. */
  readonly url: string;
  readonly contentType?: string;
  /** Adds why the content was chosen. */
  readonly debug?: boolean;
}

export interface ExtractedPage {
  readonly markdown: string;
  readonly metadata: PageMetadata;
  /** All links of the page, boilerplate included, in document order. */
  readonly links: readonly PageLink[];
  readonly debug?: { readonly candidate: string; readonly reason: string; readonly kind: string };
}

/** Readability's time grows with this; beyond it a page is hostile or endless, and does without. */
const nestingCostMax = 1_200_000;

/** Below this many characters of text a page is an empty shell and its structured data is worth more. */
const shellTextMax = 200;

/**
 * Turns a page into markdown of its main content, its metadata and its links. Never fails on hostile HTML:
 * nesting is bounded before any recursive step, and a page without content gives an empty markdown.
 */
export async function extractPage(input: ExtractPageInput): Promise<ExtractedPage> {
  const document = await parseDocument(input.html);
  const baseUrl = baseOf(document, input.url);
  const data = readStructuredData(document);
  const metadata = readMetadata(document, data, baseUrl);
  const kind = recognizeKind(document, data, input.url);
  if (!document.body) return { markdown: '', metadata, links: [] };
  const tree = buildTree(document.body, { baseUrl });
  const links = collectLinks(tree);
  const readable =
    nestingCost(tree) > nestingCostMax ? new Set<number>() : await readabilityCandidate(document);
  const chosen = chooseContent(tree, readable, kind);
  const markdown = await toMarkdown(chosen.tree);
  const stated = markdown.length < shellTextMax ? statedBody(data) : '';
  const page = { markdown: stated.length > markdown.length ? stated : markdown, metadata, links };
  return input.debug
    ? { ...page, debug: { candidate: chosen.candidate, reason: chosen.reason, kind } }
    : page;
}

function baseOf(document: DomDocument, url: string): string {
  const href = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  return URL.parse(href, url)?.href ?? url;
}

/** The text that a page without visible content states about itself in JSON-LD. */
function statedBody(data: readonly StructuredItem[]): string {
  const bodies = data.map(
    ({ value }) => structuredText(value['articleBody']) || structuredText(value['text']),
  );
  const longest = bodies.reduce((best, body) => (body.length > best.length ? body : best), '');
  return longest.replace(/\r\n?/g, '\n').trim();
}
