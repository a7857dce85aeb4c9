import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTurns } from '../fixtures/count-turns.ts';
import { scanPage } from './scan-page.ts';

const url = 'https://example.org/';

describe('scanPage', () => {
  it('extracts links with their text, and the metadata', async () => {
    const page = await scanPage(
      `<html lang="de"><head><title> A &amp; B </title><meta name="description" content="What &#39;it&#39; is"><link rel="canonical" href="/c"></head><body><a href="/x?a=1&amp;b=2" rel="nofollow"> To <b>the</b>\n page </a><a href="/y"><img alt="picture"></a><title>not this</title></body></html>`,
      url,
    );
    expect(page).toMatchObject({
      title: 'A & B',
      description: "What 'it' is",
      canonical: '/c',
      language: 'de',
      nofollow: false,
      links: [
        { href: '/x?a=1&b=2', text: ' To the\n page ', nofollow: true },
        { href: '/y', text: 'picture' },
      ],
    });
  });

  it('returns the same links wherever slices divide the page', async () => {
    const piece = `<p class="x>y">text &amp; text<a title='a>b' href="/p?x=1&amp;y=&#50;">link &lt;here&gt;</a><!-- <a href="/no"> --><script>"<a href='/no'>"</script>`;
    const count = 700;
    for (const shift of [0, 1, 7, 19]) {
      const page = await scanPage(' '.repeat(shift) + piece.repeat(count), url);
      expect(page.links).toHaveLength(count);
      expect(new Set(page.links.map(({ href, text }) => `${href} ${text}`))).toEqual(
        new Set(['/p?x=1&y=2 a>b link <here>']),
      );
    }
  });

  it('does not throw on any text', async () => {
    const pieces = fc.constantFrom(
      '<',
      'a',
      ' href=',
      '"',
      "'",
      '>',
      '</',
      '<!--',
      '-->',
      '&',
      ';',
      '<script',
      '\0',
      '<base href=//[>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) => {
        expect((await scanPage(parts.join(''), url)).baseUrl).toMatch(/^https?:/);
      }),
    );
  });

  it('yields to the event loop in 60,000 links and 3 MB of hostile text', async () => {
    const many = Array.from(
      { length: 60_000 },
      (_, index) => `<li><a href="/x${index}">x ${index}</a></li>`,
    ).join('');
    const filler = [
      '<div>',
      '<a',
      '&',
      '<p class="',
      '<script>',
      'word ',
      '<!--',
      "<a href='/x'>",
      '"@id":"',
    ];
    for (const html of [many, ...filler.map((piece) => piece.repeat(3_000_000 / piece.length))]) {
      let baseUrl = '';
      const turns = await countTurns(async () => {
        baseUrl = (await scanPage(html, url)).baseUrl;
      });
      expect(baseUrl).toBe(url);
      expect(turns).toBeGreaterThan(html.length / 50_000);
    }
  });
});
