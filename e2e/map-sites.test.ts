import { serveSite, type TestPage } from '@quern/testing/web/serve-site';
import type { SiteCase, UrlBuilder } from '@quern/testing/web/site-case';
import { counterpartCases } from '@quern/testing/web/site-cases/counterpart-cases';
import { crawlerTrapCases } from '@quern/testing/web/site-cases/crawler-trap-cases';
import { failureCases } from '@quern/testing/web/site-cases/failure-cases';
import { linkCases } from '@quern/testing/web/site-cases/link-cases';
import { optionCases } from '@quern/testing/web/site-cases/option-cases';
import { robotsCases } from '@quern/testing/web/site-cases/robots-cases';
import { sitemapCases } from '@quern/testing/web/site-cases/sitemap-cases';
import { startUrlCases } from '@quern/testing/web/site-cases/start-url-cases';
import { urlNormalizationCases } from '@quern/testing/web/site-cases/url-normalization-cases';
import { type MapInput, type MapResult, mapSite } from '@quern/web/crawl/map/map-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-client';
import { describe, expect, it, vi } from 'vitest';

const groups: Readonly<Record<string, readonly SiteCase[]>> = {
  sitemaps: sitemapCases,
  'robots rules': robotsCases,
  'start pages': startUrlCases,
  links: linkCases,
  'URL normalization': urlNormalizationCases,
  'www and apex': counterpartCases,
  'crawler traps': crawlerTrapCases,
  failures: failureCases,
  options: optionCases,
};

// clock: it only decides when a host that asked for a pause is requested again
const now = () => Date.now();
const userAgent = 'Quern/0.1 (+https://example.org)';

/** Serves a site and maps it; URLs are returned in the notation of the case. */
async function mapCase(site: SiteCase): Promise<{ result: MapResult; found: string[]; hits: string[] }> {
  const host = new URL(`http://${site.host ?? 'example.test'}`).hostname;
  let find: (path: string, host: string) => TestPage | undefined = () => undefined;
  const served = await serveSite((path, requestedHost) => {
    const passedMs = site.passes?.[path];
    if (passedMs !== undefined) vi.advanceTimersByTime(passedMs);
    return withPort(find(path, requestedHost), served.port);
  });
  const at: UrlBuilder = (place) =>
    `http://${place.startsWith('/') ? host : ''}${place.replace('/', `:${served.port}/`)}`;
  const pages = site.pages(at);
  find =
    typeof pages === 'function'
      ? pages
      : (path, requestedHost) => pages[`${requestedHost}${path}`] ?? pages[path];
  const web = createGuardedClient({
    allow: ['127.0.0.0/8'],
    userAgent,
    now,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const short = (url: string) => {
    const address = url.replace(/^https?:\/\//, '').replace(`:${served.port}`, '');
    return address.startsWith(`${host}/`) ? address.slice(host.length) : address;
  };
  // The time budget is measured with this timer.
  if (site.passes !== undefined) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const input: MapInput = {
      url: at(site.startPath ?? '/'),
      ignoreSitemap: false,
      includeSubdomains: false,
      limit: 5000,
      sitemapOnly: false,
      enrichLinks: false,
      ...site.input,
    };
    const result = await mapSite(input, {
      fetch: web.fetch,
      open: web.open,
      now,
      timeBudgetMs: 60_000,
      robots: site.robots ?? 'obey',
      userAgent,
    });
    const hits = served.hits.map((hit) => short(hit));
    return { result, found: result.links.map(({ url }) => short(url)), hits };
  } finally {
    vi.useRealTimers();
    await web.close();
    await served.close();
  }
}

/** Replaces the placeholder PORT, since cases are written before the port is known. */
function withPort(page: TestPage | undefined, port: number): TestPage | undefined {
  return typeof page === 'string' ? page.replaceAll(':PORT', `:${port}`) : page;
}

/** Folds a trailing slash, independently of the rules of the product. */
const foldUrl = (url: string) => url.replace(/(?<=.)\/$/, '');

/** Differences between the listed URLs and those that the case expects. */
function compareUrls(
  site: SiteCase,
  found: readonly string[],
): { missing: string[]; extra: string[]; duplicates: number } {
  const expected = new Set(site.expectedUrls);
  return {
    missing: site.expectedUrls.filter((url) => !found.includes(url)),
    extra: found.filter((url) => !expected.has(url) && !site.bounded?.pattern.test(url)),
    duplicates: found.length - new Set(found.map(foldUrl)).size,
  };
}

for (const [group, sites] of Object.entries(groups)) {
  describe(`mapping sites: ${group}`, () => {
    it.each(sites)('lists exactly the expected URLs: $name', async (site) => {
      const { result, found, hits } = await mapCase(site);
      expect(compareUrls(site, found)).toEqual({ missing: [], extra: [], duplicates: 0 });
      if (site.isOrdered) expect(found).toEqual(site.expectedUrls);
      if (site.bounded) expect(found.length - site.expectedUrls.length).toBeLessThanOrEqual(site.bounded.max);
      expect(hits.filter((hit) => site.neverFetched?.includes(hit))).toEqual([]);
      expect(result).toMatchObject(site.expectedResult ?? {});
      expect(result.total).toBeGreaterThanOrEqual(found.length);
    });
  });
}
