import type { Element, ElementContent } from 'hast';
import { containsTag, hastText } from '../../page/tree/hast.ts';
import { rawTag } from './internal-tags.ts';

const blocks =
  'p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|section|article|figure|figcaption|header|footer|table|tr|center|details|summary';
const blockTag = new RegExp(`^(?:${blocks})$`);
const breakingTag = new RegExp(`^(?:br|pre|${blocks})$`);

/** Converts a cell to one line, as Markdown requires: blocks and lines are separated by `<br>`, items start with a dash. */
export function toMarkdownCell(cell: Element): ElementContent[] {
  const lines: ElementContent[][] = [[]];
  const add = (node: ElementContent) => lines.at(-1)?.push(node);
  const breakLine = () => {
    if (lines.at(-1)?.some(hasContent)) lines.push([]);
  };
  const visit = (node: ElementContent) => {
    if (node.type !== 'element') return add(node);
    if (node.tagName === 'br') return breakLine();
    if (node.tagName === 'pre') {
      breakLine();
      for (const line of hastText(node).split('\n')) {
        if (line.trim() !== '')
          add({
            type: 'element',
            tagName: 'code',
            properties: {},
            children: [{ type: 'text', value: line }],
          });
        breakLine();
      }
      return undefined;
    }
    if (node.tagName === rawTag) return add(raw(hastText(node).replaceAll('|', '\\|')));
    if (!blockTag.test(node.tagName))
      return add(containsTag(node, breakingTag) ? { ...node, children: toMarkdownCell(node) } : node);
    breakLine();
    if (node.tagName === 'li') add({ type: 'text', value: '- ' });
    node.children.forEach(visit);
    breakLine();
    return undefined;
  };
  cell.children.forEach(visit);
  const filled = lines.filter((line) => line.some(hasContent));
  return filled.flatMap((line, index) => (index === 0 ? line : [raw('<br>'), ...line]));
}

function hasContent(node: ElementContent): boolean {
  if (node.type === 'text') return node.value.trim() !== '' && node.value !== '- ';
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
