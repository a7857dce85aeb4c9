import { serveSite, type TestPage } from '@quern/testing/web/serve-site';
import type { SiteCase, UrlBuilder } from '@quern/testing/web/site-case';
import { crawlerTrapCases } from '@quern/testing/web/site-cases/crawler-trap-cases';
import { failureCases } from '@quern/testing/web/site-cases/failure-cases';
import { linkCases } from '@quern/testing/web/site-cases/link-cases';
import { optionCases } from '@quern/testing/web/site-cases/option-cases';
import { robotsCases } from '@quern/testing/web/site-cases/robots-cases';
import { sitemapCases } from '@quern/testing/web/site-cases/sitemap-cases';
import { startUrlCases } from '@quern/testing/web/site-cases/start-url-cases';
import { urlNormalizationCases } from '@quern/testing/web/site-cases/url-normalization-cases';
import { type MapInput, type MapResult, mapSite } from '@quern/web/crawl/map/map-site';
import { createGuardedClient } from '@quern/web/fetch/guarded-fetch';
import { afterAll, describe, expect, it } from 'vitest';

const groups: Readonly<Record<string, readonly SiteCase[]>> = {
  sitemaps: sitemapCases,
  'robots rules': robotsCases,
  'the start page': startUrlCases,
  links: linkCases,
  addresses: urlNormalizationCases,
  traps: crawlerTrapCases,
  failures: failureCases,
  options: optionCases,
};

const userAgent = 'Quern/0.1 (+https://example.org)';
const totals = { cases: 0, expected: 0, found: 0, outOfScope: 0, duplicates: 0 };

/** Serves the case's site and maps it; addresses come back as the case writes them. */
async function mapCase(site: SiteCase): Promise<{ result: MapResult; found: string[]; hits: string[] }> {
  const host = new URL(`http://${site.host ?? 'example.test'}`).hostname;
  let find: (path: string, host: string) => TestPage | undefined = () => undefined;
  const served = await serveSite((path, asked) => withPort(find(path, asked), served.port));
  const at: UrlBuilder = (place) =>
    `http://${place.startsWith('/') ? host : ''}${place.replace('/', `:${served.port}/`)}`;
  const pages = site.pages(at);
  find = typeof pages === 'function' ? pages : (path, asked) => pages[`${asked}${path}`] ?? pages[path];
  const web = createGuardedClient({
    allow: ['127.0.0.0/8'],
    userAgent,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const short = (url: string) => {
    const address = url.replace(/^https?:\/\//, '').replace(`:${served.port}`, '');
    return address.startsWith(`${host}/`) ? address.slice(host.length) : address;
  };
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
      now: () => Date.now(),
      timeBudgetMs: site.timeBudgetMs ?? 60_000,
      robots: site.robots ?? 'obey',
      userAgent,
    });
    const hits = served.hits.map((hit) => short(hit));
    return { result, found: result.links.map(({ url }) => short(url)), hits };
  } finally {
    await web.close();
    await served.close();
  }
}

/** Pages may write PORT where they cannot know it. */
function withPort(page: TestPage | undefined, port: number): TestPage | undefined {
  return typeof page === 'string' ? page.replaceAll(':PORT', `:${port}`) : page;
}

/** Told apart without the product's own rule: scheme, www, capitals of the host, a slash at the end. */
const plainly = (address: string) => address.replace(/^www\./, '').replace(/(?<=.)\/$/, '');

function judge(
  site: SiteCase,
  found: readonly string[],
): { missing: string[]; extra: string[]; twice: number } {
  const expected = new Set(site.expectedUrls);
  const extra = found.filter((address) => !expected.has(address) && !site.bounded?.pattern.test(address));
  const missing = site.expectedUrls.filter((address) => !found.includes(address));
  const twice = found.length - new Set(found.map(plainly)).size;
  totals.cases++;
  totals.expected += site.expectedUrls.length;
  totals.found += site.expectedUrls.length - missing.length;
  totals.outOfScope += extra.length;
  totals.duplicates += twice;
  return { missing, extra, twice };
}

for (const [group, sites] of Object.entries(groups)) {
  describe(`a map copes with ${group}`, () => {
    it.each(sites)('$name', async (site) => {
      const { result, found, hits } = await mapCase(site);
      expect(judge(site, found)).toEqual({ missing: [], extra: [], twice: 0 });
      if (site.isOrdered) expect(found).toEqual(site.expectedUrls);
      if (site.bounded) expect(found.length - site.expectedUrls.length).toBeLessThanOrEqual(site.bounded.max);
      expect(hits.filter((hit) => site.neverFetched?.includes(hit))).toEqual([]);
      expect(result).toMatchObject(site.expectedResult ?? {});
      expect(result.total).toBeGreaterThanOrEqual(found.length);
    });
  });
}

afterAll(() => {
  const { cases, expected, found, outOfScope, duplicates } = totals;
  const recall = (found / expected).toFixed(4);
  console.log(`${cases} sites: recall ${recall}, out of scope ${outOfScope}, duplicates ${duplicates}`);
});

it('over all sites: recall of 0.99 or more, nothing out of scope, no duplicates', () => {
  expect(totals.cases).toBeGreaterThan(60);
  expect(totals.found / totals.expected).toBeGreaterThanOrEqual(0.99);
  expect([totals.outOfScope, totals.duplicates]).toEqual([0, 0]);
});
