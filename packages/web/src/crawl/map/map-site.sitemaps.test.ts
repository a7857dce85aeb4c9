import { gzipSync } from 'node:zlib';
import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { linkPage, sitemapIndexXml, sitemapXml } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

describe('sitemaps', () => {
  it('at a well-known path are read; the start page is first', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml([`${origin}/b`, `${origin}/a`]),
    }));
    const result = await fixture.map(site.origin);
    expect(pathsOf(result)).toEqual(['/', '/b', '/a']);
    expect(result).toMatchObject({ total: 3, truncated: false, sources: { sitemap: 2, crawl: 1, feed: 0 } });
  });

  it('named in robots.txt are read, nested three deep and gzipped with a wrong content type', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow:\nSitemap: ${origin}/maps/index.xml`,
      },
      '/maps/index.xml': sitemapIndexXml([`${origin}/maps/second.xml`, `${origin}/maps/index.xml`]),
      '/maps/second.xml': sitemapIndexXml([`${origin}/maps/third.xml.gz`]),
      '/maps/third.xml.gz': {
        headers: { 'content-type': 'text/html' },
        body: gzipSync(sitemapXml([`${origin}/deep`])),
      },
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/deep']);
  });

  it('that are truncated contribute the entries before the break', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': `${sitemapXml([`${origin}/one`, `${origin}/two`]).slice(0, -60)}<url><loc>${origin}/thr`,
    }));
    expect(pathsOf(await fixture.map(site.origin))).toContain('/one');
  });

  it('that are not well-formed contribute their intact entries', async () => {
    const broken = (origin: string) =>
      `<urlset><url><loc>${origin}/a?x=1&y=2</loc></url><url><loc>${origin}/b</loc></wrong></url><url><loc> ${origin}/c </loc></url>&nope;</urlset>`;
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': broken(origin),
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(expect.arrayContaining(['/b', '/c']));
  });

  it('in corrupt gzip contribute what can be decompressed', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `/page-${index}-${(index * 7919) % 1013}`);
    const site = await fixture.serveWith((origin) => {
      const packed = gzipSync(sitemapXml(many.map((path) => origin + path)));
      return {
        '/': linkPage('Home', []),
        '/sitemap.xml.gz': packed ? { body: packed.subarray(0, packed.length / 2) } : '',
      };
    });
    const { total } = await fixture.map(site.origin, { sitemapOnly: true });
    expect(total).toBeGreaterThan(500);
    expect(total).toBeLessThan(3001);
  });

  it('that are HTML error pages are skipped for the next well-known path', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': `<!doctype html><html><body><url><loc>${origin}/not</loc></url></body></html>`,
      '/sitemap.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `\uFEFF${origin}/from-text\r\nnonsense\r\n${origin}/last`,
      },
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/from-text', '/last']);
  });

  it('in RSS and Atom are read, with hreflang variants and without images', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/robots.txt': `Sitemap: ${origin}/rss.xml\nSitemap: ${origin}/atom.xml\nSitemap: ${origin}/rich.xml`,
      '/rss.xml': `<rss version="2.0"><channel><link>${origin}/channel</link><item><link>${origin}/rss-item</link></item></channel></rss>`,
      '/atom.xml': `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="alternate" href="${origin}/atom-entry"/><link rel="edit" href="${origin}/edit"/></entry></feed>`,
      '/rich.xml': `<urlset xmlns:image="i" xmlns:xhtml="x"><url><loc>${origin}/en</loc><image:image><image:loc>${origin}/photo</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="${origin}/de"/></url></urlset>`,
    }));
    const found = pathsOf(await fixture.map(site.origin));
    expect(found).toEqual(expect.arrayContaining(['/rss-item', '/atom-entry', '/en', '/de']));
    expect(found).not.toContain('/photo');
    expect(found).not.toContain('/edit');
  });

  it('with 50,000 URLs are counted beyond the limit', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml(
        Array.from(
          { length: 50_000 },
          (_, index) => `${origin}/article/${index}/some-longer-title-of-a-page`,
        ),
      ),
    }));
    const result = await fixture.map(site.origin, { limit: 100, sitemapOnly: true });
    expect(result.links).toHaveLength(100);
    expect(result).toMatchObject({ total: 50_001, truncated: true });
  });

  it('that name each other are read once', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapIndexXml([`${origin}/a.xml`]),
      '/a.xml': sitemapIndexXml([`${origin}/sitemap.xml`, `${origin}/a.xml`]),
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/']);
  });

  it('do not contribute URLs of other sites', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', []),
      '/sitemap.xml': sitemapXml(['https://example.com/x', `${origin}/own`]),
    }));
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/own']);
  });
});
