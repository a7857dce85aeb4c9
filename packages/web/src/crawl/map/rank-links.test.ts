import { describe, expect, it } from 'vitest';
import { countTurns } from '../fixtures/count-turns.ts';
import { rankLinks } from './rank-links.ts';

const link = (path: string, title = '') => ({ url: `https://example.org${path}`, title, text: '' });
const pathsOf = (best: readonly { link: { url: string } }[]) =>
  best.map((item) => new URL(item.link.url).pathname);

describe('rankLinks', () => {
  it('ranks links with all words above those with one frequent word, and omits those with none', async () => {
    const links = [
      link('/blog/pricing-pricing-pricing'),
      link('/docs/enterprise', 'Enterprise pricing'),
      link('/about'),
      link('/enterprise/team'),
    ];
    const { best, matching } = await rankLinks(links, 'Enterprise Pricing', 10);
    expect(pathsOf(best)[0]).toBe('/docs/enterprise');
    expect(matching).toHaveLength(3);
    expect(best.map(({ score }) => score)).toEqual(best.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('matches words without diacritics, percent-encoded, in camel case, and in the plural', async () => {
    const links = [link('/caf%C3%A9'), link('/CafeMenu'), link('/our-price'), link('/%E6%97%A5%E6%9C%AC')];
    expect(pathsOf((await rankLinks(links, 'CAF\u00c9', 10)).best).sort()).toEqual([
      '/CafeMenu',
      '/caf%C3%A9',
    ]);
    expect(pathsOf((await rankLinks(links, 'prices', 10)).best)).toEqual(['/our-price']);
    expect(pathsOf((await rankLinks(links, '\u65e5\u672c', 10)).best)).toEqual(['/%E6%97%A5%E6%9C%AC']);
  });

  it('returns the same best links as sorting all of them', async () => {
    const links = Array.from({ length: 5000 }, (_, index) =>
      link(`/${'filler-'.repeat((index * 7919) % 97)}bread-${index}`),
    );
    const all = await rankLinks(links, 'bread', 5000);
    const few = await rankLinks(links, 'bread', 10);
    expect(few.best.map(({ score }) => score)).toEqual(all.best.slice(0, 10).map(({ score }) => score));
    expect([all.best.length, few.matching.length]).toEqual([5000, 5000]);
  });

  it('treats a search without letters and digits as no search', async () => {
    const { best, matching } = await rankLinks([link('/a'), link('/b')], '?!', 1);
    expect([pathsOf(best), matching.length]).toEqual([['/a'], 2]);
  });

  it('may yield to the event loop at each link', async () => {
    const links = Array.from({ length: 500 }, (_, index) => link(`/price-${index}`));
    expect(await countTurns(() => rankLinks(links, 'price', 10))).toBeGreaterThanOrEqual(links.length);
  });
});
