import { parseSitemap } from '@quern/web/crawl/sitemaps/parse-sitemap';
import { createSitemapBudget } from '@quern/web/crawl/sitemaps/sitemap-budget';

/** Length of the chunks of a socket. */
const chunkBytes = 64 * 1024;

/** Reads a sitemap as a site map does. @returns the number of URLs */
export async function readHostileSitemap(bytes: Uint8Array | string): Promise<number> {
  const budget = createSitemapBudget();
  let count = 0;
  for await (const _ of parseSitemap(chunksOf(Buffer.from(bytes)), budget)) count++;
  return count;
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}
