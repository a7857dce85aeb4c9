import type { DomElement } from '@quern/content/dom/dom';
import { writeBlocks } from './block-writer.ts';
import { markFootnotes } from './tree/mark-footnotes.ts';
import { toMarkdownTree } from './tree/to-markdown-tree.ts';

/**
 * Writes a tree as GitHub-flavored Markdown (https://github.github.com/gfm/), with formulas between dollar signs and
 * footnotes. URLs in the tree should be absolute.
 */
export function toMarkdown(content: DomElement): string {
  return writeBlocks(toMarkdownTree(markFootnotes(content)));
}
