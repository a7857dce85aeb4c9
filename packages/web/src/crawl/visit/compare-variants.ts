import { hash53 } from '../frontier/hash53.ts';
import type { DiscoveredLink } from '../frontier/url-store.ts';
import { normalizeUrl } from '../urls/normalize-url.ts';
import { foldKey } from '../urls/url-variants.ts';
import { type PageFetcher, visitPage } from './visit-page.ts';

const visitsMax = 16;

/**
 * Visits links that would be listed and that the crawl has not reached, if they may be another URL of a page that would
 * be listed too, such as `/` and `/index.html`. The visit removes a link that shows the same page. At most 16 visits.
 *
 * @param listedMax number of links that would be listed
 */
export async function compareVariants(crawl: PageFetcher, listedMax: number): Promise<void> {
  const groups = new Map<number, DiscoveredLink[]>();
  for (const link of crawl.links.list().slice(0, listedMax)) {
    const normalized = normalizeUrl(link.url);
    if (!normalized) continue;
    const hash = hash53(foldKey(crawl.links.keyOf(normalized), () => true).key);
    const group = groups.get(hash);
    if (group) group.push(link);
    else groups.set(hash, [link]);
  }
  const open = [...groups.values()].filter((group) => group.length > 1).flat();
  for (const link of open.filter(({ visited, follow }) => !visited && follow).slice(0, visitsMax)) {
    if (crawl.signal.aborted) return;
    link.visited = true;
    await visitPage(crawl, link);
  }
}
