import type { Element } from 'hast';
import { getProperty, hastText, visitElements } from './hast.ts';

export interface PageLink {
  readonly url: string;
  readonly text: string;
}

/** Web links of a tree in document order, each address once (with the first text it has), without fragments alone. */
export function collectLinks(tree: Element): PageLink[] {
  const links = new Map<string, string>();
  visitElements(tree, (element) => {
    const url = element.tagName === 'a' ? getProperty(element, 'href') : '';
    if (/^https?:/.test(url)) {
      const text = hastText(element).replace(/\s+/g, ' ').trim();
      if (!links.get(url)) links.set(url, text);
    }
    return true;
  });
  return [...links].map(([url, text]) => ({ url, text }));
}
