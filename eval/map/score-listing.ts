import type { EvalSite, ServedPage } from './sites/site-draft.ts';

/** How well a list of URLs covers the pages of a site. */
export interface ListingScore {
  /** Number of pages that must be listed. */
  readonly expected: number;
  readonly listed: number;
  /** Number of expected pages that the list shows. */
  readonly found: number;
  /** Number of URLs that show a page of the list again. */
  readonly duplicates: number;
  /** Number of URLs that show no page that must be listed. */
  readonly extra: number;
}

const redirectsMax = 5;

/**
 * Scores a list by what its URLs show, not by their spelling: each URL is looked up in the site itself.
 *
 * @param urls absolute URLs
 */
export function scoreListing(site: EvalSite, urls: readonly string[]): ListingScore {
  const seen = new Set<string>();
  let duplicates = 0;
  let extra = 0;
  for (const url of urls) {
    const id = pageIdOf(site, url);
    if (id === undefined || !site.expectedIds.has(id)) extra++;
    else if (seen.has(id)) duplicates++;
    else seen.add(id);
  }
  return { expected: site.expectedIds.size, listed: urls.length, found: seen.size, duplicates, extra };
}

/** Identity of the page that a URL shows after redirects; undefined when it shows none. */
function pageIdOf(site: EvalSite, url: string): string | undefined {
  let current = new URL(url);
  for (let count = 0; count <= redirectsMax; count++) {
    const served = site.respond(`${current.hostname}${current.pathname}${current.search}`);
    const location = served && locationOf(served);
    if (location === undefined) return served?.id;
    const target = URL.parse(location.replaceAll(':PORT', `:${current.port}`), current.href);
    if (!target) return undefined;
    current = target;
  }
  return undefined;
}

function locationOf({ page }: ServedPage): string | undefined {
  return typeof page === 'object' && 'headers' in page ? page.headers?.['location'] : undefined;
}
