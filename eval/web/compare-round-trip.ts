import type { DomElement, DomNode } from '@quern/content/dom/dom';
import { footnoteDefinitionTag, footnoteReferenceTag, rawTag } from '@quern/web/markdown/tree/internal-tags';
import { markFootnotes } from '@quern/web/markdown/tree/mark-footnotes';
import { toMarkdownTree } from '@quern/web/markdown/tree/to-markdown-tree';
import { serializeHtml } from './serialize-html.ts';
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
  const prepared = writeInternal(toMarkdownTree(markFootnotes(content)));
  const withoutMarks = actual.replace(/\[[ x]\] /g, '');
  return withoutMarks === readText(serializeHtml(prepared), parseHtml) ? 'converted' : 'different';
}

/** Replaces internal elements by the text that a renderer without extensions shows for them. */
function writeInternal(element: DomElement): DomElement {
  return { ...element, children: element.children.flatMap(writeChild) };
}

function writeChild(node: DomNode): DomNode[] {
  if (node.kind !== 'element') return [node];
  const identifier = String(node.attributes['identifier']);
  const inside = writeInternal(node).children;
  switch (node.name) {
    case rawTag: {
      const [first] = node.children;
      const isLineBreak = first?.kind === 'text' && first.value === '<br>';
      return isLineBreak ? [{ ...node, name: 'br', children: [] }] : inside;
    }
    case footnoteReferenceTag:
      return [{ kind: 'text', value: `[^${identifier}]` }];
    case footnoteDefinitionTag:
      return [{ ...node, name: 'div', children: [{ kind: 'text', value: `[^${identifier}]: ` }, ...inside] }];
    default:
      return [{ ...node, children: inside }];
  }
}
