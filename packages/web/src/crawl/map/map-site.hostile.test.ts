import { longestTurnMs } from '@quern/runtime/testing/longest-turn';
import { MapFixture } from '@quern/testing/web/map-fixture';
import type { TestPage, TestSite } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';
import type { MapInput } from './map-site.ts';

/** CPU time of one turn of the event loop. Ordinary turns take up to 20 ms; the regressions this finds took seconds. */
const turnMsMax = 250;
const fixture = new MapFixture();
afterEach(() => fixture.close());

/** Maps a site. @returns the paths that were requested, and the CPU time of the longest turn of the event loop */
async function mapHostileSite(
  pages: (path: string, origin: string) => TestPage | undefined,
  input: Partial<MapInput> = {},
) {
  const site: TestSite = await fixture.serve((path) => pages(path, site.origin));
  const stallMs = await longestTurnMs(() => fixture.map(site.origin, input, { timeBudgetMs: 20_000 }));
  return { stallMs, hits: site.hits };
}

describe('mapSite on hostile sites', () => {
  it('requests fewer than 100 sitemaps when each names the same 20,000', { retry: 2 }, async () => {
    const index = (origin: string) =>
      `<sitemapindex>${Array.from({ length: 20_000 }, (_, at) => `<sitemap><loc>${origin}/sitemap.xml?n=${at}</loc></sitemap>`).join('')}</sitemapindex>`;
    let body = '';
    const { hits, stallMs } = await mapHostileSite(
      (path, origin) => {
        if (!path.startsWith('/sitemap.xml')) return path === '/' ? 'Home' : undefined;
        body ||= index(origin);
        return body;
      },
      { sitemapOnly: true },
    );
    expect(stallMs).toBeLessThan(turnMsMax);
    // Reading stops after 64 files without a new URL.
    expect(hits.filter((path) => path.startsWith('/sitemap.xml')).length).toBeLessThan(100);
  });

  it('reads nested sitemap indexes three files deep', async () => {
    const { hits } = await mapHostileSite(
      (path, origin) => {
        const level = /^\/sitemap\.xml(?:\?level=(\d+))?$/.exec(path);
        if (!level) return path === '/' ? 'Home' : undefined;
        const next = `${origin}/sitemap.xml?level=${Number(level[1] ?? 0) + 1}`;
        return `<sitemapindex><sitemap><loc>${next}</loc></sitemap></sitemapindex>`;
      },
      { sitemapOnly: true },
    );
    expect(hits.filter((path) => path.includes('level='))).toHaveLength(2);
  });

  it.each([
    ['200,000 links', 'a', '<a href="/INDEX">x</a>', 200_000],
    ['200,000 feeds', 'b', '<link rel=alternate type=rss href="/f/INDEX">', 200_000],
    ['a rel attribute of 7 MB', 'f', `<a rel="${'a '.repeat(3_500_000)}" href="/x">x</a>`, 1],
    ['a base of 1 MB', 'c', '<a href="INDEX">x</a>', 50_000],
    ['links of 200 kB', 'd', `<a href="/INDEX${'/x'.repeat(100_000)}">x</a>`, 60],
    ['parameter names full of brackets', 'e', `<a href="/?${'['.repeat(1900)}%0A=INDEX">x</a>`, 3000],
  ])('yields to the event loop on a page with %s', { retry: 2 }, async (_, kind, link, count) => {
    const base = kind === 'c' ? `<base href="/${'b'.repeat(1_000_000)}/">` : '';
    const links = Array.from({ length: count }, (_link, index) => link.replace('INDEX', String(index))).join(
      '',
    );
    const { stallMs, hits } = await mapHostileSite((path) => (path === '/' ? base + links : undefined), {
      limit: 50,
    });
    expect(stallMs).toBeLessThan(turnMsMax);
    expect(hits.filter((path) => path.startsWith('/f/')).length).toBeLessThanOrEqual(100);
  });

  it('yields to the event loop while it ranks links with many words by long search terms', {
    retry: 2,
  }, async () => {
    const words = Array.from({ length: 150 }, (_, index) => `w${index}${'a'.repeat(4)}`).join('-');
    const page = Array.from({ length: 3000 }, (_, index) => `<a href="/${index}-${words}">x</a>`).join('');
    const search = Array.from({ length: 40 }, (_, index) => `${'a'.repeat(2000)}${index}`).join(' ');
    const { stallMs } = await mapHostileSite((path) => (path === '/' ? page : undefined), {
      search,
      ignoreSitemap: true,
    });
    expect(stallMs).toBeLessThan(turnMsMax);
  });
});
