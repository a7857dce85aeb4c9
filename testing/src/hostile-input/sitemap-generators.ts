import { gzipSync } from 'node:zlib';
import { entriesOfLength, type HostileGenerator, xmlDocument } from './generator/hostile-generator.ts';

const origin = 'https://example.org';
const megabyte = 1024 * 1024;

/** Sitemaps that block or exhaust a reader. The size is the length in bytes after decompression. */
export const sitemapGenerators: readonly HostileGenerator[] = [
  {
    name: 'index-of-itself',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) =>
      xmlDocument(
        'sitemapindex',
        size,
        (index) => `<sitemap><loc>${origin}/sitemap.xml?n=${index}</loc></sitemap>`,
      ),
  },
  {
    name: 'repeated-url',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) => xmlDocument('urlset', size, () => `<url><loc>${origin}/</loc></url>`),
  },
  {
    name: 'many-translations',
    kind: 'sitemap',
    size: 8 * megabyte,
    generate: (size) =>
      xmlDocument('urlset', size, (index) => {
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
    generate: (size) => `<urlset><url ${entriesOfLength(size, (index) => `a${index}="" `)}`,
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
    generate: (size) => entriesOfLength(size, (index) => `${origin}/${index}\n`),
  },
];
