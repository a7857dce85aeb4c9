import type { Element } from 'hast';
import { collapseWhitespace } from '../collapse-whitespace.ts';
import { getProperty, hastText, visitElements } from './hast.ts';

/** A link of a page. */
export interface PageLink {
  readonly url: string;
  readonly text: string;
}

/** Returns the HTTP links of a tree in document order, each URL once with its first non-empty text. */
export function collectLinks(tree: Element): PageLink[] {
  const links = new Map<string, string>();
  visitElements(tree, (element) => {
    const url = element.tagName === 'a' ? getProperty(element, 'href') : '';
    if (/^https?:/.test(url)) {
      const text = collapseWhitespace(hastText(element));
      if (!links.get(url)) links.set(url, text);
    }
    return true;
  });
  return [...links].map(([url, text]) => ({ url, text }));
}
