import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { linkPage, sitemapXml } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

const botWall =
  '<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>';

describe('the start page', () => {
  it.each([404, 410])(
    'fails the map with target_status when it responds with %i, without other requests',
    async (status) => {
      const site = await fixture.serveWith((origin) => ({
        '/typo': { status },
        '/sitemap.xml': sitemapXml([`${origin}/a`]),
      }));
      await expect(fixture.map(`${site.origin}/typo`)).rejects.toMatchObject({ code: 'target_status' });
      expect(site.hits).toEqual(['/robots.txt', '/typo']);
    },
  );

  it.each([
    [401, 'target_refused'],
    [403, 'target_refused'],
    [451, 'target_refused'],
    [400, 'target_status'],
    [500, 'target_status'],
  ])('fails the map with status %i as %s only if no page is found', async (status, code) => {
    const alone = await fixture.serve({ '/': { status, body: linkPage('Error', ['/x']) } });
    await expect(fixture.map(alone.origin)).rejects.toMatchObject({ code });
    const mapped = await fixture.serveWith((origin) => ({
      '/': { status },
      '/sitemap.xml': sitemapXml([`${origin}/a`]),
    }));
    expect(pathsOf(await fixture.map(mapped.origin))).toEqual(['/', '/a']);
  });

  it('fails the map as target_refused when it only asks for a proof of humanity, unless a sitemap names pages', async () => {
    const alone = await fixture.serve({ '/': botWall });
    await expect(fixture.map(alone.origin)).rejects.toMatchObject({ code: 'target_refused' });
    const mapped = await fixture.serveWith((origin) => ({
      '/': botWall,
      '/sitemap.xml': sitemapXml([`${origin}/a`]),
    }));
    expect(pathsOf(await fixture.map(mapped.origin))).toEqual(['/', '/a']);
  });

  it.each([
    ['its own site', (port: number) => `http://127.0.0.1:${port}/en`],
    ['another site', (port: number) => `http://other.test:${port}/en`],
  ])('is not followed to a page of %s that robots.txt disallows', async (_, targetOf) => {
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /en' };
    const site = await fixture.serveWith((origin) => ({
      '/': { status: 302, headers: { location: targetOf(Number(new URL(origin).port)) } },
      '/robots.txt': robots,
      '/en': linkPage('English', ['/a']),
      '/sitemap.xml': sitemapXml([targetOf(Number(new URL(origin).port)).replace('/en', '/mapped')]),
    }));
    const result = await fixture.map(site.origin, { sitemapOnly: true });
    expect(result.links.map(({ url }) => url)).toEqual([
      targetOf(site.port),
      targetOf(site.port).replace('/en', '/mapped'),
    ]);
    expect(site.hits.filter((hit) => hit.endsWith('/en'))).toEqual([]);
  });

  it('is followed when its script redirects', async () => {
    const site = await fixture.serve({
      // clock: text of a page, which is not run.
      '/': '<script>setTimeout(function () { window.location.href = "/home"; }, 10)</script>',
      '/home': linkPage('Home', ['/a']),
      '/a': 'A',
    });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/', '/home', '/a']);
  });

  it('may be a page without links, also about a moment', async () => {
    const site = await fixture.serve({ '/': '<title>A moment</title><p>Just a moment of rest.</p>' });
    expect(pathsOf(await fixture.map(site.origin))).toEqual(['/']);
  });

  it.each([
    [
      'a sitemap',
      '/maps/main.xml',
      'text/xml',
      (origin: string) => sitemapXml([`${origin}/a`, `${origin}/b`]),
    ],
    [
      'a feed',
      '/news.atom.php',
      'application/atom+xml',
      () => '<feed><entry><link href="/a"/></entry><entry><link href="/b"/></entry></feed>',
    ],
    ['a list of URLs', '/urls.txt', 'text/plain', (origin: string) => `${origin}/a\n${origin}/b\n`],
  ])('may be %s', async (_, path, type, bodyOf) => {
    const site = await fixture.serveWith((origin) => ({
      [path]: { headers: { 'content-type': type }, body: bodyOf(origin) },
      '/a': linkPage('A', []),
      '/b': linkPage('B', []),
    }));
    expect(pathsOf(await fixture.map(`${site.origin}${path}`))).toEqual([path, '/a', '/b']);
  });
});

describe('documents with enrichLinks', () => {
  const pdf = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' };

  it('are listed under the target of their redirect, once', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/old.pdf', '/older.pdf', '/new.pdf']),
      '/old.pdf': { status: 301, headers: { location: '/new.pdf' } },
      '/older.pdf': { status: 301, headers: { location: '/newest.pdf' } },
      '/new.pdf': pdf,
      '/newest.pdf': pdf,
    });
    const result = await fixture.map(site.origin, { enrichLinks: true });
    expect(pathsOf(result).sort()).toEqual(['/', '/new.pdf', '/newest.pdf']);
    expect(result.links.slice(1)).toMatchObject([
      { status: 200, contentType: 'application/pdf' },
      { status: 200, contentType: 'application/pdf' },
    ]);
  });

  it('are not requested at another site, or where robots.txt disallows it', async () => {
    const site = await fixture.serveWith((origin) => ({
      '/': linkPage('Home', ['/away.pdf', '/closed.pdf']),
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret/' },
      '/away.pdf': { status: 302, headers: { location: `http://other.test:${new URL(origin).port}/x.pdf` } },
      '/closed.pdf': { status: 302, headers: { location: '/secret/x.pdf' } },
      'other.test/x.pdf': pdf,
      '/secret/x.pdf': pdf,
    }));
    const result = await fixture.map(site.origin, { enrichLinks: true });
    expect(pathsOf(result)).toEqual(['/', '/closed.pdf']);
    expect(site.hits.filter((hit) => hit.endsWith('/x.pdf'))).toEqual([]);
  });

  it('have the title, language and date that they state, unless they are large or damaged', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/a.pdf', '/damaged.pdf', '/large.pdf']),
      '/a.pdf': pdf,
      '/damaged.pdf': { ...pdf, body: 'damaged' },
      '/large.pdf': { ...pdf, body: Buffer.alloc(5 * 1024 * 1024, 'a') },
    });
    const described: string[] = [];
    const describeDocument = async (bytes: Uint8Array) => {
      described.push(Buffer.from(bytes.subarray(0, 8)).toString());
      if (bytes.length < 8) throw new Error('damaged');
      return { title: 'Mills', language: 'en', modifiedAt: '2026-01-02T00:00:00Z' };
    };
    const { links } = await fixture.map(site.origin, { enrichLinks: true }, { describeDocument });
    expect(links.map(({ title, language, status }) => [title, language, status])).toEqual([
      ['Home', 'en', 200],
      ['Mills', 'en', 200],
      ['/damaged.pdf link', '', 200],
      ['/large.pdf link', '', 200],
    ]);
    expect(links[1]?.lastModified).toBe('2026-01-02T00:00:00Z');
    expect(described.sort()).toEqual(['%PDF-1.7', 'damaged']);
  });

  it('have no status when the server does not implement HEAD', async () => {
    const site = await fixture.serve({
      '/': linkPage('Home', ['/a.pdf']),
      '/a.pdf': (request, response) => {
        response.writeHead(request.method === 'HEAD' ? 405 : 200, { 'content-type': 'application/pdf' });
        response.end();
      },
    });
    const { links } = await fixture.map(site.origin, { enrichLinks: true });
    expect(links[1]).not.toHaveProperty('status');
  });
});
