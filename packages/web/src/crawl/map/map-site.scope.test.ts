import { MapFixture } from '@quern/testing/web/map-fixture';
import { linkPage } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

describe('scope', () => {
  it('treats the bare domain and www as one site, and follows the redirect between them', async () => {
    const site = await fixture.serveWith((origin) => {
      const port = new URL(origin).port;
      return {
        'example.co.uk/': { status: 301, headers: { location: `http://www.example.co.uk:${port}/` } },
        'www.example.co.uk/': linkPage('Home', [
          '/a',
          `http://example.co.uk:${port}/b`,
          `http://shop.example.co.uk:${port}/c`,
          `http://other.co.uk:${port}/d`,
        ]),
        'www.example.co.uk/a': linkPage('A', []),
        'example.co.uk/b': linkPage('B', []),
      };
    });
    const result = await fixture.map(`http://example.co.uk:${site.port}/`);
    expect(result.url).toBe(`http://www.example.co.uk:${site.port}/`);
    expect(result.links.map(({ url }) => new URL(url).hostname)).toEqual([
      'www.example.co.uk',
      'www.example.co.uk',
      'example.co.uk',
    ]);
  });

  it('includes subdomains of the registrable domain only with includeSubdomains', async () => {
    const site = await fixture.serveWith((origin) => {
      const port = new URL(origin).port;
      return {
        'www.example.co.uk/': linkPage('Home', [
          `http://shop.example.co.uk:${port}/`,
          `http://other.co.uk:${port}/`,
        ]),
        'shop.example.co.uk/': linkPage('Shop', ['/deal']),
        'shop.example.co.uk/deal': linkPage('Deal', []),
      };
    });
    const url = `http://www.example.co.uk:${site.port}/`;
    expect((await fixture.map(url)).total).toBe(1);
    const wide = await fixture.map(url, { includeSubdomains: true });
    expect(
      wide.links.map((link) => new URL(link.url).host.replace(/:.*/, '') + new URL(link.url).pathname),
    ).toEqual(['www.example.co.uk/', 'shop.example.co.uk/', 'shop.example.co.uk/deal']);
  });

  it('is the address alone for an IP address', async () => {
    const site = await fixture.serve({ '/': linkPage('Home', ['/a']), '/a': linkPage('A', []) });
    const { links } = await fixture.map(site.origin, { includeSubdomains: true });
    expect(links).toHaveLength(2);
  });
});
