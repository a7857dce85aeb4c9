import type { DiscoveredLink } from '../frontier/url-store.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import type { SeedPage } from '../visit/resolve-seed.ts';
import { enrichLinks } from './enrich-links.ts';
import type { MapInput, MapLink, MapResult } from './map-result.ts';
import { rankLinks } from './rank-links.ts';

/** Orders, cuts and, when asked to, enriches what was found. */
export async function buildMapResult(
  input: MapInput,
  crawl: CrawlState,
  first: DiscoveredLink,
  start: SeedPage,
  cut: boolean,
): Promise<MapResult> {
  const { best, matching } = await orderLinks(crawl.links.list(), first, input);
  let chosen = [...best];
  let complete = true;
  if (input.enrichLinks) {
    complete = await enrichLinks(
      crawl,
      chosen.map(({ link }) => link),
    );
    chosen = inPlaceOfMoved(chosen, first);
  }
  // What enriching took out or moved no longer counts, what was not looked at does.
  const searched = (input.search ?? '').trim() !== '';
  const sources = searched ? { sitemap: 0, crawl: 0, feed: 0 } : { ...crawl.links.overflowCounts };
  for (const link of new Set([
    ...matching.filter(({ removed }) => !removed),
    ...chosen.map(({ link }) => link),
  ]))
    sources[link.source]++;
  const total = sources.sitemap + sources.crawl + sources.feed;
  return {
    url: start.url,
    links: chosen.map(({ link, score }) => toMapLink(link, score, input.enrichLinks)),
    total,
    truncated: cut || !complete || total > chosen.length,
    sources,
  };
}

interface ListedLink {
  readonly link: DiscoveredLink;
  readonly score?: number;
}

/** By the search, best first; without one as found, the start page first. */
async function orderLinks(
  found: readonly DiscoveredLink[],
  first: DiscoveredLink,
  { search = '', limit }: MapInput,
): Promise<{ readonly best: readonly ListedLink[]; readonly matching: readonly DiscoveredLink[] }> {
  if (search.trim() !== '') return rankLinks(found, search, limit);
  const matching = [first, ...found.filter((link) => link !== first)];
  return { best: matching.slice(0, limit).map((link) => ({ link })), matching };
}

/** What turned out to be gone is left out; what redirects is listed as its target, once. */
function inPlaceOfMoved(chosen: readonly ListedLink[], first: DiscoveredLink): ListedLink[] {
  const listed = new Map<DiscoveredLink, ListedLink>();
  for (const { link, ...rest } of chosen) {
    const target = link.removed && link !== first ? link.replacedBy : link;
    const shown = target && (!target.removed || target === first);
    if (shown && !listed.has(target)) listed.set(target, { ...rest, link: target });
  }
  return [...listed.values()];
}

function toMapLink(link: DiscoveredLink, score: number | undefined, enriched: boolean): MapLink {
  const plain = { url: link.url, ...(score === undefined ? {} : { score }) };
  if (!enriched) return plain;
  const { title, description, lastModified, status, contentType, source, depth, language } = link;
  return {
    ...plain,
    title: title || link.text,
    description,
    lastModified,
    contentType,
    source,
    language,
    ...(status === null ? {} : { status }),
    ...(depth === null ? {} : { depth }),
  };
}
