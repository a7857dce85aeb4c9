import { gzipSync } from 'node:zlib';
import { parseSitemap } from '@quern/web/crawl/sitemaps/parse-sitemap';
import { createSitemapBudget } from '@quern/web/crawl/sitemaps/sitemap-budget';
import type { HostileGenerator } from './hostile-generator.ts';

const origin = 'https://example.org';
const megabyte = 1024 * 1024;

/** Sitemaps that are made to hold up or exhaust whoever reads them. `size` is the length in bytes after decompression. */
export const sitemapGenerators: readonly HostileGenerator[] = [
  {
    name: 'index-of-itself',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) =>
      wrapped(
        'sitemapindex',
        size,
        (index) => `<sitemap><loc>${origin}/sitemap.xml?n=${index}</loc></sitemap>`,
      ),
  },
  {
    name: 'repeated-url',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => wrapped('urlset', size, () => `<url><loc>${origin}/</loc></url>`),
  },
  {
    name: 'many-translations',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) =>
      wrapped('urlset', size, (index) => {
        const translation = (_: unknown, at: number) =>
          `<xhtml:link rel="alternate" hreflang="l${at}" href="/${at}/${index}"/>`;
        return `<url><loc>/${index}</loc>${Array.from({ length: 50 }, translation).join('')}</url>`;
      }),
  },
  {
    name: 'unclosed-elements',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => `<urlset>${'<a>'.repeat(size / 3)}`,
  },
  {
    name: 'many-faults',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => `<urlset>${'<1 & </x>'.repeat(size / 9)}`,
  },
  {
    name: 'endless-tag',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => `<urlset><url ${pieces(size, (index) => `a${index}="" `)}`,
  },
  {
    name: 'endless-text',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => `<urlset><url><loc>${origin}/${'a'.repeat(size)}`,
  },
  {
    name: 'bare-ampersands',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => `<urlset><url><loc>${origin}/?${'&'.repeat(size)}</loc></url></urlset>`,
  },
  {
    name: 'gzip-of-white-space',
    kind: 'sitemap',
    size: 64 * megabyte,
    generate: (size) => gzipSync(`<urlset>${' '.repeat(size)}</urlset>`),
  },
  {
    name: 'text-of-urls',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => pieces(size, (index) => `${origin}/${index}\n`),
  },
  {
    name: 'feed-of-links',
    kind: 'feed',
    size: 8 * megabyte,
    generate: (size) =>
      wrapped('feed', size, (index) => `<entry>${`<link href="/${index}"/>`.repeat(300)}</entry>`),
  },
];

/** Reads the bytes as the map of a site does; the number of URLs it took. */
export async function readHostileSitemap(bytes: Uint8Array | string): Promise<number> {
  const budget = createSitemapBudget();
  let count = 0;
  for await (const _ of parseSitemap(chunksOf(Buffer.from(bytes)), budget)) count++;
  return count;
}

/** As a socket gives them: 64 KiB at a time. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const chunkBytes = 64 * 1024;
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

function wrapped(name: string, size: number, piece: (index: number) => string): string {
  return `<?xml version="1.0"?><${name}>${pieces(size, piece)}</${name}>`;
}

function pieces(size: number, piece: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const next = piece(index);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}
