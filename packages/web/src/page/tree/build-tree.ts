import type { DomElement } from '@quern/content/dom/dom';
import { composePage } from '@quern/content/html/compose/compose-page';

/** How URLs are resolved. */
export interface BuildTreeOptions {
  /** URL against which relative URLs are resolved: the page's `<base>` or its own URL. */
  readonly baseUrl: string;
  /** Limits by how much resolving lengthens the URLs; shared by the trees of one result. Default: a new budget. */
  readonly urlGrowth?: UrlGrowthBudget;
}

/** Number of characters by which resolved URLs may exceed the relative ones. */
export interface UrlGrowthBudget {
  remainingChars: number;
}

/** Growth of 80,000 relative links with a base URL of 200 characters. */
const urlGrowthMax = 16_000_000;
/** A longer base URL is used without its path: with a base of 1 MB each `href=x` would become a URL of 1 MB. */
const baseUrlLengthMax = 4000;

/** Creates the budget of one result. */
export function createUrlGrowthBudget(): UrlGrowthBudget {
  return { remainingChars: urlGrowthMax };
}

/**
 * Copies a parsed page for extraction, with absolute URLs. Once the budget is spent, relative URLs are no longer resolved.
 */
export function buildTree(body: DomElement, { baseUrl, urlGrowth }: BuildTreeOptions): DomElement {
  const budget = urlGrowth ?? createUrlGrowthBudget();
  const base = baseUrl.length > baseUrlLengthMax ? (URL.parse('/', baseUrl)?.href ?? '') : baseUrl;
  const resolve = (address: string, protocols: RegExp): string => {
    const url = URL.parse(address, budget.remainingChars > 0 ? base : 'about:blank');
    if (!url || !protocols.test(url.protocol)) return '';
    budget.remainingChars -= Math.max(0, url.href.length - address.length);
    return url.href;
  };
  return composePage(body, {
    resolveLink: (address) => {
      const trimmed = address.trim();
      return trimmed.startsWith('#') ? trimmed : resolve(trimmed, /^(?:https?|mailto|tel|ftp):$/);
    },
    resolveMedia: (address) => resolve(address, /^https?:$/),
  });
}
