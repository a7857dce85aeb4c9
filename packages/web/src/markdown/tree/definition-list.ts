import type { DomElement, DomNode } from '@quern/content/dom/dom';
import { containsTag } from '@quern/content/dom/tree-queries';

/**
 * Converts a definition list, which GFM lacks: each term becomes a bold list item, followed by its definitions. Without
 * any term it only indents its content, as in wikis.
 */
export function definitionListToBullets(list: DomElement): DomElement {
  const parts = partsOf(list);
  if (parts.every((part) => part.name === 'dd'))
    return { kind: 'element', name: 'div', attributes: {}, children: parts.flatMap(definition) };
  const items: DomElement[] = [];
  for (const part of parts) {
    const last = items.at(-1);
    if (part.name === 'dt') items.push(item([paragraph([strong(part.children)])]));
    else if (last) last.children.push(...definition(part));
    else items.push(item(definition(part)));
  }
  return { kind: 'element', name: 'ul', attributes: {}, children: items };
}

/** Returns the terms and definitions, which may be grouped in `div` elements, and whatever else stands between them. */
function partsOf(list: DomElement): DomElement[] {
  return list.children.flatMap((child) => {
    if (child.kind === 'text') return child.value.trim() === '' ? [] : [paragraph([child])];
    if (child.kind !== 'element') return [];
    return /^d[td]$/.test(child.name) || !containsTag(child, /^d[td]$/) ? [child] : partsOf(child);
  });
}

function definition(part: DomElement): DomNode[] {
  return /^dd$/.test(part.name) ? [{ ...part, name: 'div', attributes: {} }] : [part];
}

function item(children: DomNode[]): DomElement {
  return { kind: 'element', name: 'li', attributes: {}, children };
}

function paragraph(children: DomNode[]): DomElement {
  return { kind: 'element', name: 'p', attributes: {}, children };
}

function strong(children: DomNode[]): DomElement {
  return { kind: 'element', name: 'strong', attributes: {}, children };
}
