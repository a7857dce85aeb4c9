import { gzipSync } from 'node:zlib';
import { sitemapIndexXml, sitemapXml } from '@quern/testing/web/serve-site';
import { describe, expect, it } from 'vitest';
import { parseSitemap } from './parse-sitemap.ts';
import { createSitemapBudget } from './sitemap-budget.ts';
import type { SitemapEntry } from './sitemap-entries.ts';

async function* chunksOf(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function entriesOf(
  bytes: Uint8Array | string,
  { chunkBytes = 1 << 16, budget = createSitemapBudget() } = {},
): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for await (const entry of parseSitemap(chunksOf(Buffer.from(bytes), chunkBytes), budget))
    entries.push(entry);
  return entries;
}

const urlsOf = async (bytes: Uint8Array | string, options = {}) =>
  (await entriesOf(bytes, options)).map(({ url }) => url);

const page = (url: string, lastModified = '2026-01-02') => ({ kind: 'page', url, lastModified });

describe('parseSitemap', () => {
  it('parses URL sets, indexes, RSS, Atom and text', async () => {
    expect(await entriesOf(sitemapXml(['https://example.org/a']))).toEqual([page('https://example.org/a')]);
    expect(await entriesOf(sitemapIndexXml(['/b.xml']))).toEqual([{ kind: 'sitemap', url: '/b.xml' }]);
    const rss =
      '<rss><channel><link>/home</link><item><guid>https://example.org/c</guid><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>';
    expect(await entriesOf(rss)).toEqual([page('https://example.org/c', '2026-01-02T10:00:00Z')]);
    const atom = '<feed><entry><link href="/d"/><updated>2026</updated></entry></feed>';
    expect(await entriesOf(atom)).toEqual([page('/d', '2026')]);
    const text = 'https://example.org/e\r\nnot a URL\nhttps://example.org/f';
    expect(await urlsOf(text)).toEqual(['https://example.org/e', 'https://example.org/f']);
  });

  it.each([
    ['2026-01-02', '2026-01-02'],
    ['2026-01-02T10:00:00+0100', '2026-01-02T10:00:00+01:00'],
    ['2026-01-02 10:00:00', '2026-01-02T10:00:00'],
    ['Fri, 02 Jan 2026 10:00:00 +0100', '2026-01-02T10:00:00+01:00'],
    ['31/01/2026 10:00', '2026-01-31T10:00'],
    ['02/01/2026 10:00', ''],
    ['02.01.2026', '2026-01-02'],
    ['1767348000', '2026-01-02T10:00:00Z'],
    ['January 2, 2026', '2026-01-02'],
    ['2026-01-02T10:00:00.000 UTC', '2026-01-02T10:00:00.000Z'],
    ['yesterday', ''],
    ['0000-00-00 00:00:00', ''],
  ])('returns the date %s as ISO 8601, or none', async (lastModified, expected) => {
    const xml = `<urlset><url><loc>/a</loc><lastmod>${lastModified}</lastmod></url></urlset>`;
    expect(await entriesOf(xml)).toEqual([page('/a', expected)]);
  });

  it('prefers the date of the last change to that of publication', async () => {
    const atom =
      '<feed><entry><link href="/d"/><published>2026-01-02</published><updated>2026-03-04</updated></entry></feed>';
    expect(await entriesOf(atom)).toEqual([page('/d', '2026-03-04')]);
  });

  it('returns the same entries for any division into chunks, plain and gzipped', async () => {
    const urls = Array.from({ length: 40 }, (_, index) => `https://example.org/?a=${index}&amp;b=é`);
    const xml = Buffer.from(sitemapXml(urls));
    const expected = urls.map((url) => url.replace('&amp;', '&'));
    for (const chunkBytes of [1, 2, 7, 100]) {
      expect(await urlsOf(xml, { chunkBytes })).toEqual(expected);
      expect(await urlsOf(gzipSync(xml), { chunkBytes })).toEqual(expected);
    }
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF<urlset><url><loc>/é</loc></url></urlset>')],
    [
      'UTF-16 with a byte order mark',
      Buffer.from('\uFEFF<urlset><url><loc>/é</loc></url></urlset>', 'utf16le'),
    ],
    [
      'a declared charset',
      Buffer.from(
        '<?xml version="1.0" encoding="iso-8859-1"?><urlset><url><loc>/é</loc></url></urlset>',
        'latin1',
      ),
    ],
    [
      'a declaration of UTF-16 for UTF-8',
      Buffer.from('<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>/é</loc></url></urlset>'),
    ],
  ])('decodes %s', async (_, bytes) => {
    expect(await urlsOf(bytes)).toEqual(['/é']);
  });

  it('parses a single long line of text once', async () => {
    const url = `https://example.org/${'a'.repeat(600)}`;
    expect(await urlsOf(url)).toEqual([url]);
  });

  it('returns nothing for an HTML page and an empty file', async () => {
    expect(await entriesOf('<!doctype html><url><loc>/a</loc></url>')).toEqual([]);
    expect(await entriesOf('')).toEqual([]);
  });

  it('subtracts what it reads from the budget and stops when it is spent', async () => {
    const xml = sitemapXml(Array.from({ length: 2000 }, (_, index) => `/page/${index}`));
    const budget = createSitemapBudget();
    const before = { ...budget };
    await entriesOf(xml, { budget });
    expect([before.entries - budget.entries, before.bytes - budget.bytes]).toEqual([2000, xml.length]);
    expect((await entriesOf(xml, { budget: { ...before, entries: 1 } })).length).toBeLessThan(200);
    expect(await entriesOf(xml, { budget: { ...before, bytes: 10 } })).toEqual([]);
  });

  it('yields the entries before an error of the source, then throws it', async () => {
    const source = async function* () {
      yield Buffer.from(
        sitemapXml(Array.from({ length: 20 }, (_, index) => `/page/${index}`)).slice(0, 1000),
      );
      throw new Error('connection lost');
    };
    const urls: string[] = [];
    const reading = (async () => {
      for await (const { url } of parseSitemap(source(), createSitemapBudget())) urls.push(url);
    })();
    await expect(reading).rejects.toThrow('connection lost');
    expect(urls.length).toBeGreaterThan(5);
  });
});
