import type { Element, ElementContent } from 'hast';

/** Attributes that are written, by their name in the tree. */
const attributeNames: Readonly<Record<string, string>> = {
  href: 'href',
  src: 'src',
  alt: 'alt',
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  className: 'class',
  role: 'role',
  id: 'id',
};
const voidElements = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** Serializes a content tree as HTML with a few attributes, independently of Quern's own code for trees. */
export function serializeHtml(node: ElementContent): string {
  if (node.type === 'text') return escapeHtml(node.value);
  if (node.type !== 'element') return '';
  const open = `<${node.tagName}${serializeAttributes(node)}>`;
  return voidElements.has(node.tagName)
    ? open
    : `${open}${node.children.map(serializeHtml).join('')}</${node.tagName}>`;
}

function serializeAttributes({ properties }: Element): string {
  return Object.entries(attributeNames)
    .filter(([property]) => properties[property] !== undefined)
    .map(([property, name]) => {
      const value = properties[property];
      return ` ${name}="${escapeHtml(Array.isArray(value) ? value.join(' ') : String(value))}"`;
    })
    .join('');
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
