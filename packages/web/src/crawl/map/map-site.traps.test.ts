import { MapFixture, pathsOf } from '@quern/testing/web/map-fixture';
import { linkPage } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = new MapFixture();
afterEach(() => fixture.close());

describe('crawler traps', () => {
  it('limits an endless calendar and finds the other pages', async () => {
    const site = await fixture.serve((path) => {
      if (path === '/') return linkPage('Home', ['/calendar/2026/1', '/events?month=1', '/about']);
      if (path === '/about') return linkPage('About', []);
      const calendar = /^\/calendar\/(\d+)\/(\d+)$/.exec(path);
      if (calendar) return linkPage('Month', [`/calendar/${calendar[1]}/${Number(calendar[2]) + 1}`]);
      const month = /month=(\d+)/.exec(path);
      return month ? linkPage('Events', [`/events?month=${Number(month[1]) + 1}`]) : undefined;
    });
    const result = await fixture.map(site.origin);
    expect(pathsOf(result)).toContain('/about');
    expect(result.total).toBeLessThan(60);
    expect(result.truncated).toBe(false);
  });

  it('limits paths that grow by repeating themselves', async () => {
    const site = await fixture.serve((path) =>
      /^\/(a\/)*$/.test(path) ? `<a href="a/">more</a>` : undefined,
    );
    expect((await fixture.map(site.origin)).total).toBeLessThan(6);
  });

  it('limits the permutations of sorting and filtering', async () => {
    const keys = ['price', 'name', 'date', 'rating'];
    const site = await fixture.serve((path) =>
      path.startsWith('/shop') || path === '/'
        ? linkPage('Shop', [
            '/shop',
            ...keys.flatMap((key) => [
              `/shop?sort=${key}&dir=asc`,
              `/shop?sort=${key}&dir=desc`,
              `${path}${path.includes('?') ? '&' : '?'}filter=${key}`,
            ]),
          ])
        : undefined,
    );
    expect((await fixture.map(site.origin)).total).toBeLessThan(12);
  });
});
