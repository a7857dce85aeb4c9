import type { Element, ElementContent } from 'hast';
import { containsTag } from '../../page/tree/hast.ts';

/**
 * Converts a definition list, which GFM lacks: each term becomes a bold list item, followed by its definitions. Without
 * any term it only indents its content, as in wikis.
 */
export function definitionListToBullets(list: Element): Element {
  const parts = partsOf(list);
  if (parts.every((part) => part.tagName === 'dd'))
    return { type: 'element', tagName: 'div', properties: {}, children: parts.flatMap(definition) };
  const items: Element[] = [];
  for (const part of parts) {
    const last = items.at(-1);
    if (part.tagName === 'dt') items.push(item([paragraph([strong(part.children)])]));
    else if (last) last.children.push(...definition(part));
    else items.push(item(definition(part)));
  }
  return { type: 'element', tagName: 'ul', properties: {}, children: items };
}

/** Returns the terms and definitions, which may be grouped in `div` elements, and whatever else stands between them. */
function partsOf(list: Element): Element[] {
  return list.children.flatMap((child) => {
    if (child.type === 'text') return child.value.trim() === '' ? [] : [paragraph([child])];
    if (child.type !== 'element') return [];
    return /^d[td]$/.test(child.tagName) || !containsTag(child, /^d[td]$/) ? [child] : partsOf(child);
  });
}

function definition(part: Element): ElementContent[] {
  return /^dd$/.test(part.tagName) ? [{ ...part, tagName: 'div', properties: {} }] : [part];
}

function item(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'li', properties: {}, children };
}

function paragraph(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'p', properties: {}, children };
}

function strong(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'strong', properties: {}, children };
}
