import { attributeOf, type DomElement, domText, findElement } from '@quern/content/dom/dom';
import { visitElements } from '@quern/content/dom/tree-queries';
import { collapseWhitespace } from '@quern/text/collapse-whitespace';

/** A link of a page. */
export interface PageLink {
  readonly url: string;
  readonly text: string;
  /** Set if the page asks crawlers not to follow the link, wherever it occurs: by `rel="nofollow"`, or for all its links. */
  readonly nofollow?: true;
}

/**
 * Returns the HTTP links of a tree in document order, each URL once with its first non-empty text.
 *
 * @param isNofollow whether the page asks crawlers not to follow any of its links
 */
export function collectLinks(tree: DomElement, isNofollow = false): PageLink[] {
  const links = new Map<string, { text: string; nofollow: boolean }>();
  visitElements(tree, (element) => {
    const url = element.name === 'a' ? attributeOf(element, 'href') : '';
    if (/^https?:/.test(url)) {
      const text = collapseWhitespace(domText(element)) || imageDescription(element);
      const nofollow = isNofollow || /\bnofollow\b/i.test(attributeOf(element, 'rel'));
      const known = links.get(url);
      links.set(url, { text: known?.text || text, nofollow: nofollow && known?.nofollow !== false });
    }
    return true;
  });
  return [...links].map(([url, { text, nofollow }]) => (nofollow ? { url, text, nofollow } : { url, text }));
}

/** The description of the picture that a link shows. */
function imageDescription(link: DomElement): string {
  const image = findElement(link, (element) => attributeOf(element, 'alt') !== '');
  return image ? attributeOf(image, 'alt') : '';
}

/** Marks all links as not to be followed. */
export const markNofollow = (links: readonly PageLink[]): PageLink[] =>
  links.map((link) => ({ ...link, nofollow: true }));
