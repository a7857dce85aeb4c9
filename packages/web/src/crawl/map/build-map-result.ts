import type { DiscoveredLink } from '../frontier/url-store.ts';
import type { CrawlState } from '../visit/crawl-state.ts';
import { enrichLinks } from './enrich-links.ts';
import type { MapInput, MapLink, MapResult } from './map-result.ts';
import { rankLinks } from './rank-links.ts';

/**
 * Builds the result of a map: orders the links, applies the limit and, if requested, enriches the listed ones.
 *
 * @param start link of the start page
 * @param isIncomplete whether links may be missing, because time or another limit ended the search for them
 */
export async function buildMapResult(
  input: MapInput,
  crawl: CrawlState,
  start: DiscoveredLink,
  isIncomplete: boolean,
): Promise<MapResult> {
  const startUrl = start.url;
  const { best, matching } = await orderLinks(crawl.links.list(), start, input);
  let chosen = [...best];
  let isEnriched = true;
  if (input.enrichLinks) {
    isEnriched = await enrichLinks(
      crawl,
      chosen.map(({ link }) => link),
    );
    chosen = resolveReplacements(chosen, start);
  }
  // Links that enriching removed or replaced are not counted; those it did not look at are.
  const isSearch = (input.search ?? '').trim() !== '';
  const sources = isSearch ? { sitemap: 0, crawl: 0, feed: 0 } : { ...crawl.links.overflowCounts };
  const counted = new Set([...matching.filter(({ removed }) => !removed), ...chosen.map(({ link }) => link)]);
  for (const link of counted) sources[link.source]++;
  const total = sources.sitemap + sources.crawl + sources.feed;
  return {
    url: startUrl,
    links: chosen.map(({ link, score }) => toMapLink(link, score, input.enrichLinks)),
    total,
    truncated: isIncomplete || !isEnriched || total > chosen.length,
    sources,
  };
}

interface ListedLink {
  readonly link: DiscoveredLink;
  readonly score?: number;
}

/** Orders links by the search, best first; without a search, in the order they were found, the start page first. */
async function orderLinks(
  links: readonly DiscoveredLink[],
  start: DiscoveredLink,
  { search = '', limit }: MapInput,
): Promise<{ readonly best: readonly ListedLink[]; readonly matching: readonly DiscoveredLink[] }> {
  if (search.trim() !== '') return rankLinks(links, search, limit);
  const matching = [start, ...links.filter((link) => link !== start)];
  return { best: matching.slice(0, limit).map((link) => ({ link })), matching };
}

/** Replaces links by their targets, once each, and leaves out pages that are gone. The start page always stays. */
function resolveReplacements(chosen: readonly ListedLink[], start: DiscoveredLink): ListedLink[] {
  const resolved = new Map<DiscoveredLink, ListedLink>();
  for (const { link, ...rest } of chosen) {
    const target = link.removed && link !== start ? link.replacedBy : link;
    const isListed = target && (!target.removed || target === start);
    if (isListed && !resolved.has(target)) resolved.set(target, { ...rest, link: target });
  }
  return [...resolved.values()];
}

function toMapLink(link: DiscoveredLink, score: number | undefined, isEnriched: boolean): MapLink {
  const plain = { url: link.url, ...(score === undefined ? {} : { score }) };
  if (!isEnriched) return plain;
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
