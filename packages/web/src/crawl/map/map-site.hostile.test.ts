import { longestTurnMs } from '@quern/runtime/testing/longest-turn';
import { readHostileSitemap } from '@quern/testing/hostile-input/read-hostile-sitemap';
import { sitemapGenerators } from '@quern/testing/hostile-input/sitemap-generators';
import { serveSite, type TestPage, type TestSite } from '@quern/testing/web/serve-site';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuardedClient } from '../../fetch/guarded-fetch.ts';
import { parseRobots, robotsLengthMax } from '../robots/parse-robots.ts';
import { type MapInput, type MapResult, mapSite } from './map-site.ts';

/** Ordinary turns take up to 20 ms on a busy machine; what this is to find took seconds. */
const turnMsMax = 250;
const userAgent = 'Quern/0.1';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of open.splice(0)) await item.close();
});

async function map(
  pages: (path: string, origin: string) => TestPage | undefined,
  input: Partial<MapInput> = {},
) {
  const site: TestSite = await serveSite((path) => pages(path, site.origin));
  open.push(site);
  const web = createGuardedClient({ allow: ['127.0.0.0/8'], userAgent });
  open.push(web);
  let result: MapResult | undefined;
  const stallMs = await longestTurnMs(async () => {
    result = await mapSite(
      {
        url: site.origin,
        ignoreSitemap: false,
        includeSubdomains: false,
        limit: 5000,
        sitemapOnly: false,
        enrichLinks: false,
        ...input,
      },
      {
        fetch: web.fetch,
        open: web.open,
        now: () => performance.now() + 1.8e12,
        timeBudgetMs: 20_000,
        robots: 'obey',
        userAgent,
      },
    );
  });
  if (!result) throw new Error('no map');
  return { result, stallMs, hits: site.hits };
}

describe('readSitemap over hostile files', () => {
  it.each(sitemapGenerators.map((generator) => [generator.name, generator] as const))(
    '%s',
    async (_, generator) => {
      const bytes = Buffer.from(await generator.generate(generator.size));
      let count = 0;
      const stallMs = await longestTurnMs(async () => {
        count = await readHostileSitemap(bytes);
      });
      expect(stallMs).toBeLessThan(turnMsMax);
      expect(count).toBeLessThanOrEqual(250_000);
    },
  );

  it('keeps a file of nested tags out of memory', async () => {
    const before = process.memoryUsage().heapUsed;
    await readHostileSitemap(`<urlset>${'<a>'.repeat(3_000_000)}`);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('mapSite on hostile sites', () => {
  it('asks for a bounded number of sitemaps where each names 2,000 others that name them all', async () => {
    const index = (origin: string) =>
      `<sitemapindex>${Array.from({ length: 20_000 }, (_, at) => `<sitemap><loc>${origin}/sitemap.xml?n=${at}</loc></sitemap>`).join('')}</sitemapindex>`;
    let body = '';
    const { hits, stallMs } = await map(
      (path, origin) => {
        if (!path.startsWith('/sitemap.xml')) return path === '/' ? 'Home' : undefined;
        body ||= index(origin);
        return body;
      },
      { sitemapOnly: true },
    );
    expect(stallMs).toBeLessThan(turnMsMax);
    // Those that repeat what is known are left after some dozens.
    expect(hits.filter((path) => path.startsWith('/sitemap.xml')).length).toBeLessThan(100);
  });

  it('goes no deeper than three files into indexes that each name the next', async () => {
    const { hits } = await map(
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
    ['relations of 7 MB', 'f', `<a rel="${'a '.repeat(3_500_000)}" href="/x">x</a>`, 1],
    ['a base of 1 MB', 'c', '<a href="INDEX">x</a>', 50_000],
    ['links of 200 kB', 'd', `<a href="/INDEX${'/x'.repeat(100_000)}">x</a>`, 60],
    ['names of parameters full of brackets', 'e', `<a href="/?${'['.repeat(1900)}%0A=INDEX">x</a>`, 3000],
  ])('holds no turn for long over a page of %s', async (_, kind, link, count) => {
    const base = kind === 'c' ? `<base href="/${'b'.repeat(1_000_000)}/">` : '';
    const links = Array.from({ length: count }, (_link, index) => link.replace('INDEX', String(index))).join(
      '',
    );
    const { stallMs, hits } = await map((path) => (path === '/' ? base + links : undefined), { limit: 50 });
    expect(stallMs).toBeLessThan(turnMsMax);
    expect(hits.filter((path) => path.startsWith('/f/')).length).toBeLessThanOrEqual(100);
  });

  it('ranks links with many words by a search of long terms without holding a turn', async () => {
    const words = Array.from({ length: 150 }, (_, index) => `w${index}${'a'.repeat(4)}`).join('-');
    const page = Array.from({ length: 3000 }, (_, index) => `<a href="/${index}-${words}">x</a>`).join('');
    const search = Array.from({ length: 40 }, (_, index) => `${'a'.repeat(2000)}${index}`).join(' ');
    const { stallMs } = await map((path) => (path === '/' ? page : undefined), {
      search,
      ignoreSitemap: true,
    });
    expect(stallMs).toBeLessThan(turnMsMax);
  });
});

describe('robots.txt', () => {
  const path = `/${'a'.repeat(1900)}`;
  const longestOf = (text: string) =>
    longestTurnMs(async () => {
      const robots = parseRobots(`User-agent: *\n${text}`, 'Quern');
      expect(robots.allows(path)).toBe(true);
    });

  it.each([
    ['wildcards before every character', 'Disallow: /*a*a*a*a*a*a*a*a*a*a*b\n'],
    ['one long rule after the other', `Disallow: /${'*a'.repeat(900)}b$\n`],
    ['rules that almost match', `Disallow: *${'a'.repeat(900)}b\n`],
    ['the shortest rules', 'Allow:*b\n'],
  ])('of 500 KiB of %s is read and judged in one short turn', async (_, rule) => {
    expect(await longestOf(rule.repeat(robotsLengthMax / rule.length))).toBeLessThan(turnMsMax);
  });

  it('is read to 500 KiB and no further', () => {
    const padding = `#${'x'.repeat(robotsLengthMax)}\n`;
    expect(parseRobots(`User-agent: *\n${padding}Disallow: /`, 'Quern').allows('/x')).toBe(true);
    expect(parseRobots(`User-agent: *\nDisallow: /\n${padding}`, 'Quern').allows('/x')).toBe(false);
  });
});
