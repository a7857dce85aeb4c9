import type { DomElement } from '@quern/content/dom/dom';
import { readComposedBlocks } from '@quern/content/html/read-html-blocks';
import { writeMarkdown } from '@quern/content/markdown/blocks/write-markdown';
import { writeText } from '@quern/content/plain-text/write-text';

/**
 * Writes a tree as GitHub-flavored Markdown (https://github.github.com/gfm/), with formulas between dollar signs and
 * footnotes. URLs in the tree should be absolute.
 */
export function toMarkdown(content: DomElement): string {
  return writeMarkdown(readComposedBlocks(content)).markdown;
}

/** Writes a tree as Markdown, and as plain text if that is wanted. */
export function writeContent(
  content: DomElement,
  withText: boolean | undefined,
): { readonly markdown: string; readonly text?: string } {
  const blocks = readComposedBlocks(content);
  const { markdown } = writeMarkdown(blocks);
  return withText ? { markdown, text: writeText(blocks) } : { markdown };
}
