import { longestTurnMs } from '@quern/runtime/testing/longest-turn';
import { readHostileSitemap } from '@quern/testing/hostile-input/read-hostile-sitemap';
import { sitemapGenerators } from '@quern/testing/hostile-input/sitemap-generators';
import { describe, expect, it } from 'vitest';

/** CPU time of one turn of the event loop. Ordinary turns take up to 20 ms; the regressions this finds took seconds. */
const turnMsMax = 250;

describe('parseSitemap on hostile files', () => {
  it.each(sitemapGenerators.map((generator) => [generator.name, generator] as const))(
    'yields to the event loop in %s',
    { retry: 2 },
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

  it('does not keep the tags of a deeply nested file in memory', async () => {
    const before = process.memoryUsage().heapUsed;
    await readHostileSitemap(`<urlset>${'<a>'.repeat(3_000_000)}`);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
  });
});
