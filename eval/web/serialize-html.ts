import type { Element, ElementContent } from 'hast';

const kept: Readonly<Record<string, string>> = {
  href: 'href',
  src: 'src',
  alt: 'alt',
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  className: 'class',
  role: 'role',
  id: 'id',
};
const empty = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** A content tree as HTML, for a parser that knows nothing of ours. */
export function serializeHtml(node: ElementContent): string {
  if (node.type === 'text') return escapeHtml(node.value);
  if (node.type !== 'element') return '';
  const open = `<${node.tagName}${attributes(node)}>`;
  return empty.has(node.tagName)
    ? open
    : `${open}${node.children.map(serializeHtml).join('')}</${node.tagName}>`;
}

function attributes({ properties }: Element): string {
  return Object.entries(kept)
    .filter(([name]) => properties[name] !== undefined)
    .map(([name, written]) => {
      const value = properties[name];
      return ` ${written}="${escapeHtml(Array.isArray(value) ? value.join(' ') : String(value))}"`;
    })
    .join('');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
