import { startTestService, type TestService } from '@quern/testing/service/start-test-service';
import { linkPage, serveSite, sitemapXml, type TestSite } from '@quern/testing/web/serve-site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface MapData {
  readonly links: readonly ({ url: string } & Record<string, unknown>)[];
  readonly total: number;
  readonly sources: Record<string, number>;
}

let service: TestService;
let site: TestSite;

beforeAll(async () => {
  service = await startTestService({ QUERN_FETCH_ALLOW: '127.0.0.0/8 localhost docs.localhost' });
  site = await serveSite((path, host) => {
    if (host.startsWith('docs.'))
      return path === '/' ? linkPage('Documents', ['/guide']) : linkPage('Guide', []);
    const docs = `http://docs.localhost:${site.port}/`;
    const pages: Record<string, ReturnType<typeof linkPage>> = {
      '/': linkPage('Home', ['/bread', '/cake', docs]),
      '/bread': linkPage('Rye bread', ['/']),
      '/cake': linkPage('Apple cake', ['/'], '<meta name="description" content="With apples">'),
      '/only-in-sitemap': linkPage('Hidden page', []),
    };
    if (path !== '/sitemap.xml') return pages[path];
    return {
      headers: { 'content-type': 'application/xml' },
      body: sitemapXml([
        `http://localhost:${site.port}/only-in-sitemap`,
        `http://localhost:${site.port}/bread`,
      ]),
    };
  });
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

async function map(fields: object): Promise<MapData & { paths: string[] }> {
  const url = `http://localhost:${site.port}/`;
  const response = await service.post('map', { url, ...fields });
  const { data } = (await response.json()) as { data: MapData };
  expect([response.status, data]).toEqual([200, data]);
  return { ...data, paths: data.links.map((link) => link.url.replace(url, '/')) };
}

describe('map', () => {
  it('url: lists the start page first, then pages from the sitemap and from links', async () => {
    const { paths, total, sources } = await map({});
    expect(paths[0]).toBe('/');
    expect([...paths].sort()).toEqual(['/', '/bread', '/cake', '/only-in-sitemap']);
    expect(total).toBe(4);
    expect(sources['sitemap']).toBe(2);
  });
  it('ignoreSitemap: lists only pages found through links', async () => {
    const { paths, sources } = await map({ ignoreSitemap: true });
    expect([...paths].sort()).toEqual(['/', '/bread', '/cake']);
    expect(sources['sitemap']).toBe(0);
  });
  it('sitemapOnly: lists only the start page and the pages in the sitemap', async () => {
    const { paths } = await map({ sitemapOnly: true });
    expect([...paths].sort()).toEqual(['/', '/bread', '/only-in-sitemap']);
  });
  it('includeSubdomains: follows links into subdomains', async () => {
    const { links } = await map({ includeSubdomains: true });
    expect(links.map((link) => link.url)).toContain(`http://docs.localhost:${site.port}/guide`);
    expect((await map({})).links.map((link) => link.url).join()).not.toContain('docs.');
  });
  it('limit: truncates the list, but not the total', async () => {
    const { links, total } = await map({ limit: 2 });
    expect(links).toHaveLength(2);
    expect(total).toBe(4);
  });
  it('search: lists only matches, best first, with a score, ranked before the limit applies', async () => {
    const { links, total } = await map({ search: 'apple cake', limit: 1 });
    expect(links[0]?.url).toMatch(/\/cake$/);
    expect(links[0]?.['score']).toBeGreaterThan(0);
    expect(total).toBe(1);
  });
  it('enrichLinks: adds title, description, status, type, source, depth and language', async () => {
    const { links } = await map({ enrichLinks: true });
    const cake = links.find((link) => link.url.endsWith('/cake'));
    expect(cake).toMatchObject({
      title: 'Apple cake',
      description: 'With apples',
      status: 200,
      contentType: 'text/html',
      source: 'crawl',
      depth: 1,
      language: 'en',
    });
    const bread = links.find((link) => link.url.endsWith('/bread'));
    expect(bread).toMatchObject({ source: 'sitemap', lastModified: '2026-01-02' });
  });
});
