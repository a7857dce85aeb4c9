import type { Element, ElementContent } from 'hast';
import { containsTag, hastText } from '../../page/tree/hast.ts';
import { rawTag } from './internal-tags.ts';

const blocks =
  'p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|section|article|figure|figcaption|header|footer|table|tr|center|details|summary';
const blockTag = new RegExp(`^(?:${blocks})$`);
const breakingTag = new RegExp(`^(?:br|pre|${blocks})$`);

const bullet: ElementContent = { type: 'text', value: '- ' };

/** Converts a cell to one line, as Markdown requires: blocks and lines are separated by `<br>`, items start with a dash. */
export function toMarkdownCell(cell: Element): ElementContent[] {
  const lines = splitLines(cell.children).filter((line) => line.some(hasContent));
  return lines.flatMap((line, index) => (index === 0 ? line : [raw('<br>'), ...line]));
}

/** Splits content at line breaks and at the ends of blocks. Lines can be empty. */
function splitLines(children: readonly ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  const add = (node: ElementContent) => lines.at(-1)?.push(node);
  const addLines = (inside: readonly (readonly ElementContent[])[]) => {
    for (const [index, line] of inside.entries()) {
      if (index > 0) lines.push([]);
      for (const node of line) add(node);
    }
  };
  for (const node of children) {
    if (node.type !== 'element') add(node);
    else if (node.tagName === 'br') lines.push([]);
    else if (node.tagName === 'pre') addLines([[], ...codeLines(node), []]);
    else if (node.tagName === rawTag) add(raw(hastText(node).replaceAll('|', '\\|')));
    else if (blockTag.test(node.tagName)) {
      const [first = [], ...others] = splitLines(node.children);
      addLines([[], node.tagName === 'li' ? [bullet, ...first] : first, ...others, []]);
    } else if (containsTag(node, breakingTag)) {
      addLines(
        splitLines(node.children).map((line) => (line.length === 0 ? [] : [{ ...node, children: line }])),
      );
    } else add(node);
  }
  return lines;
}

function codeLines(block: Element): ElementContent[][] {
  const lines = hastText(block).split('\n');
  return lines.map((value) =>
    value.trim() === ''
      ? []
      : [{ type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value }] }],
  );
}

function hasContent(node: ElementContent): boolean {
  if (node.type === 'text') return node !== bullet && node.value.trim() !== '';
  return (
    node.type === 'element' &&
    (node.tagName === 'img' ||
      node.tagName === 'input' ||
      node.tagName.startsWith('quern:') ||
      node.children.some(hasContent))
  );
}

function raw(value: string): Element {
  return { type: 'element', tagName: rawTag, properties: {}, children: [{ type: 'text', value }] };
}
