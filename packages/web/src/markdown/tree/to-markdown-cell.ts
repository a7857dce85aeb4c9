import { type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { containsTag } from '@quern/content/dom/tree-queries';
import { rawTag } from './internal-tags.ts';

const blocks =
  'p|div|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|section|article|figure|figcaption|header|footer|table|tr|center|details|summary';
const blockTag = new RegExp(`^(?:${blocks})$`);
const breakingTag = new RegExp(`^(?:br|pre|${blocks})$`);

const bullet: DomNode = { kind: 'text', value: '- ' };

/** Converts a cell to one line, as Markdown requires: blocks and lines are separated by `<br>`, items start with a dash. */
export function toMarkdownCell(cell: DomElement): DomNode[] {
  const lines = splitLines(cell.children).filter((line) => line.some(hasContent));
  return lines.flatMap((line, index) => (index === 0 ? line : [raw('<br>'), ...line]));
}

/** Splits content at line breaks and at the ends of blocks. Lines can be empty. */
function splitLines(children: readonly DomNode[]): DomNode[][] {
  const lines: DomNode[][] = [[]];
  const add = (node: DomNode) => lines.at(-1)?.push(node);
  const addLines = (inside: readonly (readonly DomNode[])[]) => {
    for (const [index, line] of inside.entries()) {
      if (index > 0) lines.push([]);
      for (const node of line) add(node);
    }
  };
  for (const node of children) {
    if (node.kind !== 'element') add(node);
    else if (node.name === 'br') lines.push([]);
    else if (node.name === 'pre') addLines([[], ...codeLines(node), []]);
    else if (node.name === rawTag) add(raw(domText(node).replaceAll('|', '\\|')));
    else if (blockTag.test(node.name)) {
      const [first = [], ...others] = splitLines(node.children);
      addLines([[], node.name === 'li' ? [bullet, ...first] : first, ...others, []]);
    } else if (containsTag(node, breakingTag)) {
      addLines(
        splitLines(node.children).map((line) => (line.length === 0 ? [] : [{ ...node, children: line }])),
      );
    } else add(node);
  }
  return lines;
}

function codeLines(block: DomElement): DomNode[][] {
  const lines = domText(block).split('\n');
  return lines.map((value) =>
    value.trim() === ''
      ? []
      : [{ kind: 'element', name: 'code', attributes: {}, children: [{ kind: 'text', value }] }],
  );
}

function hasContent(node: DomNode): boolean {
  if (node.kind === 'text') return node !== bullet && node.value.trim() !== '';
  return (
    node.kind === 'element' &&
    (node.name === 'img' ||
      node.name === 'input' ||
      node.name.startsWith('quern:') ||
      node.children.some(hasContent))
  );
}

function raw(value: string): DomElement {
  return { kind: 'element', name: rawTag, attributes: {}, children: [{ kind: 'text', value }] };
}
