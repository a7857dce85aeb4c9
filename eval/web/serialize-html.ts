import type { DomElement, DomNode } from '@quern/content/dom/dom';

/** Attributes that are written. */
const attributeNames = ['href', 'src', 'alt', 'colspan', 'rowspan', 'class', 'role', 'id'];
const voidElements = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** Serializes a content tree as HTML with a few attributes, independently of Quern's own code for trees. */
export function serializeHtml(node: DomNode): string {
  if (node.kind === 'text') return escapeHtml(node.value);
  const open = `<${node.name}${serializeAttributes(node)}>`;
  return voidElements.has(node.name)
    ? open
    : `${open}${node.children.map(serializeHtml).join('')}</${node.name}>`;
}

function serializeAttributes({ attributes }: DomElement): string {
  return attributeNames
    .map((name) => {
      const value = attributes[name];
      return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
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
