import { readHostileSitemap } from '@quern/testing/hostile-input/read-hostile-sitemap';
import { sitemapGenerators } from '@quern/testing/hostile-input/sitemap-generators';
import { expect, it } from 'vitest';
import { countTurns } from '../fixtures/count-turns.ts';

/** Files whose parsing stops at their first slice. */
const stopped: readonly string[] = ['unclosed-elements', 'many-faults'];

it.each(sitemapGenerators)(
  'parseSitemap reads at most 250,000 URLs of $name, and yields to the event loop',
  async ({ name, size, generate }) => {
    const bytes = Buffer.from(await generate(size));
    let count = 0;
    const turns = await countTurns(async () => {
      count = await readHostileSitemap(bytes);
    });
    expect(count).toBeLessThanOrEqual(250_000);
    expect(turns).toBeGreaterThan(stopped.includes(name) ? 0 : 250);
  },
);

it('parseSitemap stops at the first slices of a deeply nested file, whose tags it would have to keep', async () => {
  const nested = `<urlset>${'<a>'.repeat(3_000_000)}`;
  expect(await countTurns(() => readHostileSitemap(nested))).toBeLessThan(5);
});
