import type { ContentBlock } from '@quern/content/blocks/content-block';
import type { RichText } from '@quern/content/blocks/rich-text';
import type { DomElement } from '@quern/content/dom/dom';
import { readComposedBlocks } from '@quern/content/html/read-html-blocks';
import { escapeHtml, serializeHtml } from './serialize-html.ts';
import { type ParseHtml, readText } from './visible-content.ts';

/**
 * How the text of a page survives Markdown:
 *
 * - `equal`: the text of the rendered Markdown is that of the content, character by character, white space collapsed;
 * - `converted`: it differs only where Markdown lacks the construct: cells that span rows, footnotes, lists inside
 *   cells, marks of task lists, symbols that link a heading to itself, line numbers of code;
 * - `different`: anything else.
 */
export type RoundTrip = 'equal' | 'converted' | 'different';

/**
 * Compares the text of content with that of its Markdown.
 *
 * @param rendered HTML of the Markdown, by a CommonMark library of other hands
 */
export function compareRoundTrip(content: DomElement, rendered: string, parseHtml: ParseHtml): RoundTrip {
  const actual = readText(rendered, parseHtml);
  if (actual === readText(serializeHtml(content), parseHtml)) return 'equal';
  const withoutMarks = actual.replace(/\[[ x]\] ?/g, '');
  return withoutMarks === readText(blocksAsHtml(readComposedBlocks(content)), parseHtml)
    ? 'converted'
    : 'different';
}

/** The text of blocks as a renderer of Markdown without extensions shows it. */
function blocksAsHtml(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => `<div>${blockAsHtml(block)}</div>`).join('');
}

function blockAsHtml(block: ContentBlock): string {
  switch (block.kind) {
    case 'table':
      return block.rows
        .map(
          (row) => `<div>${row.map(({ content }) => `<div>${inlineAsHtml(content)}</div>`).join('')}</div>`,
        )
        .join('');
    case 'quote':
      return blocksAsHtml(block.blocks);
    case 'footnote':
      return `[^${block.label}]: ${inlineAsHtml(block.content)}`;
    case 'code':
      return `<pre>${escapeHtml(block.text)}</pre>`;
    case 'formula':
      return escapeHtml(`$$${block.tex}$$`);
    case 'verbatim':
      return escapeHtml(block.text);
    case 'figure':
    case 'rule':
      return '';
    default:
      return inlineAsHtml(block.content);
  }
}

function inlineAsHtml(content: RichText): string {
  return content
    .map((node) => {
      switch (node.type) {
        case 'emphasis':
        case 'link':
          return inlineAsHtml(node.children);
        case 'break':
          return '<br>';
        case 'footnote':
          return `[^${node.label}]`;
        case 'image':
          return '';
        case 'raw':
          return node.value === '<br>' ? node.value : escapeHtml(node.value);
        default:
          return escapeHtml(node.value);
      }
    })
    .join('');
}
