import type { Crawl } from './crawl.ts';
import { enrichLinks } from './enrich-links.ts';
import type { FoundLink } from './link-collection.ts';
import { rankLinks } from './rank-links.ts';
import type { MapInput, MapLink, SiteMap } from './site-map.ts';
import type { StartPage } from './start-page.ts';

/** Orders, cuts and, when asked to, enriches what was found. */
export async function listLinks(
  input: MapInput,
  crawl: Crawl,
  first: FoundLink,
  start: StartPage,
  cut: boolean,
): Promise<SiteMap> {
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
  const sources = searched ? { sitemap: 0, crawl: 0, feed: 0 } : { ...crawl.links.counted };
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
  readonly link: FoundLink;
  readonly score?: number;
}

/** By the search, best first; without one as found, the start page first. */
async function orderLinks(
  found: readonly FoundLink[],
  first: FoundLink,
  { search = '', limit }: MapInput,
): Promise<{ readonly best: readonly ListedLink[]; readonly matching: readonly FoundLink[] }> {
  if (search.trim() !== '') return rankLinks(found, search, limit);
  const matching = [first, ...found.filter((link) => link !== first)];
  return { best: matching.slice(0, limit).map((link) => ({ link })), matching };
}

/** What turned out to be gone is left out; what redirects is listed as its target, once. */
function inPlaceOfMoved(chosen: readonly ListedLink[], first: FoundLink): ListedLink[] {
  const listed = new Map<FoundLink, ListedLink>();
  for (const { link, ...rest } of chosen) {
    const target = link.removed && link !== first ? link.movedTo : link;
    const shown = target && (!target.removed || target === first);
    if (shown && !listed.has(target)) listed.set(target, { ...rest, link: target });
  }
  return [...listed.values()];
}

function toMapLink(link: FoundLink, score: number | undefined, enriched: boolean): MapLink {
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
