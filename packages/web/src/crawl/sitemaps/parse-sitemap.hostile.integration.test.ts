import { readHostileSitemap } from '@quern/testing/hostile-input/read-hostile-sitemap';
import { sitemapGenerators } from '@quern/testing/hostile-input/sitemap-generators';
import { expect, it } from 'vitest';

it.each(sitemapGenerators.map((generator) => [generator.name, generator] as const))(
  'parseSitemap reads at most 250,000 URLs of %s',
  async (_, generator) => {
    const bytes = Buffer.from(await generator.generate(generator.size));
    expect(await readHostileSitemap(bytes)).toBeLessThanOrEqual(250_000);
  },
);

it('parseSitemap reads a file of three million nested tags', async () => {
  expect(await readHostileSitemap(`<urlset>${'<a>'.repeat(3_000_000)}`)).toBe(0);
});
