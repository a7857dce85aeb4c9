import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { linkPage, sitemapXml } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

describe('MapInput', () => {
  const small = () =>
    fixture.serveWith((origin) => ({
      '/': linkPage('Home', ['/crawled']),
      '/crawled': linkPage('Crawled', []),
      '/mapped': linkPage(
        'Pricing of mapped things',
        [],
        '<meta name="description" content="What it costs">',
      ),
      '/sitemap.xml': sitemapXml([`${origin}/mapped`]),
    }));

  it('url: fails when the start page cannot be fetched and there is no sitemap', async () => {
    const site = await fixture.serve({});
    await expect(fixture.map(`${site.origin}/x`)).rejects.toMatchObject({
      name: 'FetchError',
      code: 'target_status',
    });
    await expect(fixture.map('http://nowhere.invalid/')).rejects.toMatchObject({ code: 'dns' });
    await expect(fixture.map('http://10.0.0.1/')).rejects.toMatchObject({ code: 'forbidden_address' });
  });

  it('url: is in errors without its query, and in results with it', async () => {
    const site = await fixture.serve({
      '/?token=secret': linkPage('Home', ['/a?token=secret']),
      '/a?token=secret': linkPage('A', []),
    });
    const error = await fixture.map(`${site.origin}/x?token=secret`).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ url: `${site.origin}/x` });
    expect(String(error)).not.toContain('secret');
    const result = await fixture.map(`${site.origin}/?token=secret`);
    expect(pathsOf(result)).toEqual(['/?token=secret', '/a?token=secret']);
  });

  it('url: lists the sitemap when the start page cannot be fetched', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': { status: 500 },
      '/sitemap.xml': sitemapXml([`${origin}/a`]),
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/a']);
  });

  it('ignoreSitemap: lists only linked pages, and requests no sitemap', async () => {
    const site = await small();
    expect(pathsOf(await fixture.map(site.origin, { ignoreSitemap: true }))).toEqual(['/', '/crawled']);
    expect(site.hits.filter((path) => path.includes('sitemap'))).toEqual([]);
  });

  it('sitemapOnly: lists only the start page and what sitemaps name', async () => {
    expect(pathsOf(await fixture.map((await small()).origin, { sitemapOnly: true }))).toEqual([
      '/',
      '/mapped',
    ]);
  });

  it('limit: shortens the list and sets truncated', async () => {
    const result = await fixture.map((await small()).origin, { limit: 2 });
    expect(pathsOf(result)).toEqual(['/', '/crawled']);
    expect(result).toMatchObject({ total: 3, truncated: true });
  });

  it('limit: has no effect on the total, from which missing and repeated pages are left out', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `/p${index}`);
    const site = await fixture.serve((path) => {
      if (path === '/' || path === '/index.html') return linkPage('Home', ['/index.html', '/gone', ...names]);
      return names.includes(path) ? linkPage(path, path === '/p0' ? ['/deep'] : []) : undefined;
    });
    const { total, truncated } = await fixture.map(site.origin);
    expect({ total, truncated }).toEqual({ total: 13, truncated: false });
    for (const limit of [1, 3, 13]) {
      const { links, ...limited } = await fixture.map(site.origin, { limit });
      expect(links).toHaveLength(limit);
      expect(limited).toMatchObject({ total: 13, truncated: limit < 13 });
    }
  });

  it('search: lists matching pages, best first, ranked before the limit', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', [
        '/blog/a-day',
        '/pricing',
        '/preisliste/caf%C3%A9-prices',
        '/docs/pricing/enterprise-plans-in-detail',
      ]),
      '/blog/a-day': 'A day',
      '/pricing': 'Pricing',
      '/preisliste/caf%C3%A9-prices': 'Coffee',
      '/docs/pricing/enterprise-plans-in-detail': 'Plans',
    });
    const result = await fixture.map(site.origin, { search: 'Pricing', limit: 1 });
    expect(pathsOf(result)).toEqual(['/pricing']);
    expect(result.total).toBe(2);
    expect(result.links[0]?.score).toBeGreaterThan(0);
    expect(pathsOf(await fixture.map(site.origin, { search: 'CAFE' }))).toEqual([
      '/preisliste/caf%C3%A9-prices',
    ]);
    expect((await fixture.map(site.origin, { search: 'zebra' })).links).toEqual([]);
  });

  it('enrichLinks: adds title, description, date, status and language', async () => {
    const result = await fixture.map((await small()).origin, { enrichLinks: true });
    expect(result.links.find(({ url }) => url.endsWith('/mapped'))).toMatchObject({
      title: 'Pricing of mapped things',
      description: 'What it costs',
      lastModified: '2026-01-02',
      status: 200,
      contentType: 'text/html',
      source: 'sitemap',
      language: 'en',
    });
    expect(result.links.find(({ url }) => url.endsWith('/crawled'))).toMatchObject({
      depth: 1,
      source: 'crawl',
    });
  });
});
