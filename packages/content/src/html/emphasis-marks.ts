import type { EmphasisMark } from '../blocks/inline-node.ts';
import type { DomElement } from '../dom/dom.ts';
import { hasStyle } from '../dom/elements.ts';

const marks: Readonly<Record<string, EmphasisMark>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  dfn: '*',
  var: '*',
  u: '*',
  mark: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};

/** Returns the emphasis that an element shows by its tag or its inline style, from the innermost. */
export function marksOf(element: DomElement): EmphasisMark[] {
  const { name } = element;
  if (Object.hasOwn(marks, name)) {
    const mark = marks[name];
    // Google Docs wraps documents in such an element.
    return mark === undefined || hasStyle(element, /font-weight\s*:\s*normal/i) ? [] : [mark];
  }
  if (name !== 'span' && name !== 'font') return [];
  const found: EmphasisMark[] = [];
  if (hasStyle(element, /font-weight\s*:\s*(?:bold|[6-9]00)/i)) found.push('**');
  if (hasStyle(element, /font-style\s*:\s*italic/i)) found.push('*');
  if (hasStyle(element, /text-decoration[^;]*line-through/i)) found.push('~~');
  return found;
}
