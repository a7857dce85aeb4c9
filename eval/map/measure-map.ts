/**
 * Measures which pages of a site a map lists, and how many requests it takes.
 *
 *     node --conditions=source eval/map/measure-map.ts [--show NAME]
 *
 * The sites in `sites/` are written for this measurement and served on loopback. A listed URL counts by the page that
 * the site shows for it, so the spelling of URLs does not matter: recall is the share of pages that are listed,
 * precision the share of URLs that show a page that is not listed yet. The bare crawler in `bare-crawler.ts` shows what
 * following links without any rules would find. `--show` prints the URLs of one site.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serveSite } from '@quern/testing/web/serve-site';
import { withPort } from '@quern/testing/web/with-port';
import { type MapInput, mapSite } from '@quern/web/crawl/map/map-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { DataFiles } from '../data/data-files.ts';
import { writeResult } from '../write-result.ts';
import { crawlBare } from './bare-crawler.ts';
import { type ListingScore, scoreListing } from './score-listing.ts';
import { behaviorSites } from './sites/behavior-sites.ts';
import { hostSites } from './sites/host-sites.ts';
import type { EvalSite } from './sites/site-draft.ts';
import { sitemapSites } from './sites/sitemap-sites.ts';
import { structureSites } from './sites/structure-sites.ts';

const sites = [...structureSites, ...hostSites, ...sitemapSites, ...behaviorSites];
const userAgent = 'Quern/0.1 (+https://example.org)';

const defaults: Omit<MapInput, 'url'> = {
  ignoreSitemap: false,
  includeSubdomains: false,
  limit: 5000,
  sitemapOnly: false,
  enrichLinks: false,
};

interface Run {
  readonly urls: readonly string[];
  readonly requests: number;
}

/** Serves a site for one run, so that neither crawler profits from the other's requests. */
async function runOn(
  site: EvalSite,
  list: (url: string, web: ReturnType<typeof createGuardedClient>) => Promise<readonly string[]>,
): Promise<Run> {
  const served = await serveSite((path, host) => withPort(site.respond(`${host}${path}`)?.page, served.port));
  const web = createGuardedClient({
    allow: ['127.0.0.0/8'],
    userAgent,
    now: () => Date.now(),
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  try {
    const urls = await list(`http://${site.host}:${served.port}${site.startPath}`, web);
    return { urls, requests: served.hits.length };
  } finally {
    await web.close();
    await served.close();
  }
}

const runMap = (site: EvalSite): Promise<Run> =>
  runOn(site, async (url, web) => {
    const context = {
      fetch: web.fetch,
      open: web.open,
      now: () => Date.now(),
      timeBudgetMs: 60_000,
      userAgent,
    };
    const result = await mapSite({ ...defaults, ...site.input, url }, { ...context, robots: 'obey' });
    return result.links.map((link) => link.url);
  });
const runBare = (site: EvalSite): Promise<Run> => runOn(site, (url, web) => crawlBare(url, web.fetch));

function ratios({ expected, listed, found }: ListingScore) {
  return { recall: found / expected, precision: listed === 0 ? 1 : found / listed };
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({ options: { show: { type: 'string' } } });
  const data = new DataFiles(import.meta.dirname);
  for (const file of globSync('sites/*.ts', { cwd: data.root })) data.read(file);
  const rows: Record<string, Record<string, number>> = {};
  for (const site of sites.filter(({ name }) => options.show === undefined || name.includes(options.show))) {
    const [map, bare] = [await runMap(site), await runBare(site)];
    const score = scoreListing(site, map.urls);
    const bareRatios = ratios(scoreListing(site, bare.urls));
    const { recall, precision } = ratios(score);
    rows[site.name] = {
      pages: score.expected,
      recall,
      precision,
      duplicates: score.duplicates,
      extra: score.extra,
      requests: map.requests,
      bareRecall: bareRatios.recall,
      barePrecision: bareRatios.precision,
      bareRequests: bare.requests,
    };
    if (options.show !== undefined) console.log(map.urls.join('\n'));
  }
  console.table(rows);
  if (options.show !== undefined) return;
  writeResult('map', {
    claim: 'Pages of a site that a map lists',
    script: import.meta.filename,
    data,
    n: sites.length,
    figures: { sites: rows, mean: meanOf(Object.values(rows)) },
  });
}

function meanOf(rows: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const fields = ['recall', 'precision', 'bareRecall', 'barePrecision'];
  const mean = (field: string) => rows.reduce((sum, row) => sum + (row[field] ?? 0), 0) / rows.length;
  return Object.fromEntries(fields.map((field) => [field, mean(field)]));
}

await main();
