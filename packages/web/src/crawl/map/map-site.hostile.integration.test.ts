import { MapFixture } from '@quern/testing/web/map-fixture';
import type { TestPage, TestSite } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';
import type { MapInput } from './map-site.ts';

const fixture = new MapFixture();
afterEach(() => fixture.close());

/** Maps a site. @returns the result, and the paths that were requested */
async function mapHostileSite(
  pages: (path: string, origin: string) => TestPage | undefined,
  input: Partial<MapInput> = {},
) {
  const site: TestSite = await fixture.serve((path) => pages(path, site.origin));
  const result = await fixture.map(site.origin, input, { timeBudgetMs: 600_000 });
  return { result, hits: site.hits };
}

describe('mapSite on hostile sites', () => {
  it('requests fewer than 100 sitemaps when each names the same 4000', async () => {
    const index = (origin: string) =>
      `<sitemapindex>${Array.from({ length: 4000 }, (_, at) => `<sitemap><loc>${origin}/sitemap.xml?n=${at}</loc></sitemap>`).join('')}</sitemapindex>`;
    let body = '';
    const { hits } = await mapHostileSite(
      (path, origin) => {
        if (!path.startsWith('/sitemap.xml')) return path === '/' ? 'Home' : undefined;
        body ||= index(origin);
        return body;
      },
      { sitemapOnly: true },
    );
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
    ['parameter names full of brackets', 'e', `<a href="/?${'['.repeat(1900)}%0A=INDEX">x</a>`, 1000],
  ])('maps a page with %s', async (_, kind, link, count) => {
    const base = kind === 'c' ? `<base href="/${'b'.repeat(1_000_000)}/">` : '';
    const links = Array.from({ length: count }, (_link, index) => link.replace('INDEX', String(index))).join(
      '',
    );
    const { result, hits } = await mapHostileSite((path) => (path === '/' ? base + links : undefined), {
      limit: 50,
    });
    expect(result.links.length).toBeGreaterThan(0);
    expect(hits.filter((path) => path.startsWith('/f/')).length).toBeLessThanOrEqual(100);
  });

  it('ranks links with many words by long search terms', async () => {
    const words = Array.from({ length: 150 }, (_, index) => `w${index}${'a'.repeat(4)}`).join('-');
    const page = Array.from({ length: 3000 }, (_, index) => `<a href="/${index}-${words}">x</a>`).join('');
    const search = Array.from({ length: 40 }, (_, index) => `${'a'.repeat(2000)}${index}`).join(' ');
    const { hits } = await mapHostileSite((path) => (path === '/' ? page : undefined), {
      search,
      ignoreSitemap: true,
    });
    expect(hits).toContain('/');
  });
});
