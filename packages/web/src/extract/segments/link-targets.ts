import { attributeOf } from '@quern/content/dom/dom';
import type { SegmentedPage } from './segment-blocks.ts';

/** Number of links inside each element by target; arrays are indexed by element. */
export interface LinkTargets {
  /** Links to other pages of the same site. */
  readonly sameSite: Int32Array;
  /** Links to other sites. */
  readonly external: Int32Array;
}

/**
 * Counts the links inside every element by target. Links to the page itself, fragments and addresses other than HTTP
 * count as neither.
 * @param pageUrl URL of the page; with an unusable one, all links are external
 */
export function countLinkTargets(page: SegmentedPage, pageUrl: string): LinkTargets {
  const count = page.elements.length;
  const sameSite = new Int32Array(count);
  const external = new Int32Array(count);
  const host = hostOf(pageUrl);
  const ownAddress = withoutFragment(pageUrl);
  for (let index = count - 1; index >= 0; index--) {
    const element = page.elements[index];
    if (element?.name === 'a') {
      const href = attributeOf(element, 'href');
      if (href.startsWith('http') && withoutFragment(href) !== ownAddress) {
        const counts = host !== '' && hostOf(href) === host ? sameSite : external;
        counts[index] = (counts[index] ?? 0) + 1;
      }
    }
    const parent = page.parents[index] ?? -1;
    if (parent < 0) continue;
    sameSite[parent] = (sameSite[parent] ?? 0) + (sameSite[index] ?? 0);
    external[parent] = (external[parent] ?? 0) + (external[index] ?? 0);
  }
  return { sameSite, external };
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

/** Returns the host of an absolute URL without `www.`; '' for other text. Parsing thousands of URLs would be slow. */
function hostOf(url: string): string {
  const start = url.indexOf('://');
  if (start < 0) return '';
  const end = url.slice(start + 3).search(/[/?#]/);
  const host = end < 0 ? url.slice(start + 3) : url.slice(start + 3, start + 3 + end);
  return host.replace(/^www\./, '');
}
