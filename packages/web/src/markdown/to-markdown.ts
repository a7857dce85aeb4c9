import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { DomElement } from '@quern/content/dom/dom';
import { readHtmlBlocks } from '@quern/content/html/read-html-blocks';
import { writeMarkdown } from '@quern/content/markdown/blocks/write-markdown';

/**
 * Writes a tree as GitHub-flavored Markdown (https://github.github.com/gfm/), with formulas between dollar signs and
 * footnotes. URLs in the tree should be absolute.
 */
export function toMarkdown(content: DomElement): string {
  return writeMarkdown(readContent(content)).markdown;
}

/** Reads the blocks of a tree whose addresses `buildTree` has resolved; links to other places of the page stay. */
export function readContent(content: DomElement): ContentBlock[] {
  return readHtmlBlocks(content, (address) => (address === '' ? undefined : address));
}
