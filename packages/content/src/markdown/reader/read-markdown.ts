import { type FrontMatter, readFrontMatter } from '@quern/text/front-matter';
import type { ContentBlock } from '../../blocks/content-block.ts';
import { BlockReader } from './block-reader.ts';
import { parseMarkdown } from './markdown-parser.ts';
import { coverOpaqueRanges } from './opaque-ranges.ts';

/** A Markdown document. */
export interface MarkdownDocument {
  /**
   * In order, with their places in the source, as have all nodes of their contents. What is between them is white space,
   * or shows nothing: front matter, definitions of links, and fences of containers. HTML blocks are verbatim.
   */
  readonly blocks: readonly ContentBlock[];
  readonly frontMatter: FrontMatter | undefined;
}

/**
 * Reads Markdown: CommonMark with the tables, task lists, strikethrough, links and footnotes of GFM, front matter, and
 * formulas between dollar signs. Takes time linear in the length.
 */
export function readMarkdown(source: string): MarkdownDocument {
  const frontMatter = readFrontMatter(source);
  const start = frontMatter?.endIndex ?? (source.startsWith('\ufeff') ? 1 : 0);
  const head = source.slice(0, start).replace(/[^\r\n]/g, ' ');
  const { text, ends } = coverOpaqueRanges(head + source.slice(start));
  const { tree, definitions } = parseMarkdown(source, text);
  const reader = new BlockReader({ source, covered: text, opaqueEnds: ends, definitions });
  return { blocks: reader.readChildren(tree.cursor()), frontMatter };
}
