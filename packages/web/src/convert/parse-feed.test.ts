import { describe, expect, it } from 'vitest';
import { type FeedEntry, FeedParser, type FeedParserOptions, parseFeed } from './parse-feed.ts';

const rss =
  '<?xml version="1.0"?><rss><channel><title>News</title><item><title>A & B</title><link>/a?x=1&y=2</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>x &amp; y</p>]]></description></item><item><title>C</title><guid>https://example.org/c</guid></item></channel></rss>';

function parseInChunks(xml: string, size: number, options: Partial<FeedParserOptions> = {}) {
  const entries: FeedEntry[] = [];
  const parser = new FeedParser({ onEntry: (entry) => entries.push(entry), ...options });
  for (let from = 0; from < xml.length; from += size) parser.write(xml.slice(from, from + size));
  parser.end();
  return { parser, entries };
}

describe('FeedParser', () => {
  it('reads RSS, also with unescaped ampersands', () => {
    const [first, second] = parseInChunks(rss, rss.length).entries;
    expect(first).toEqual({
      title: 'A & B',
      link: '/a?x=1&y=2',
      published: 'Mon, 02 Nov 2026 10:00:00 GMT',
      author: '',
      content: '<p>x & y</p>',
    });
    expect(second?.link).toBe('https://example.org/c');
  });

  it.each([1, 2, 7, 50])('returns the same entries for chunks of %i characters', (size) => {
    expect(parseInChunks(rss, size).entries).toEqual(parseFeed(rss)?.entries);
  });

  it('drops text beyond textLengthMax', () => {
    const xml = `<rss><item><title>${'x'.repeat(200)}</title><link>https://example.org/</link></item></rss>`;
    expect(parseInChunks(xml, 10, { textLengthMax: 100 }).entries).toMatchObject([
      { title: '', link: 'https://example.org/' },
    ]);
  });

  it('stops at a text, comment or tag longer than tokenLengthMax, keeping the entries before it', () => {
    const xml = `<rss><item><link>https://example.org/</link></item><!-- ${'x'.repeat(10_000)}`;
    const { parser, entries } = parseInChunks(xml, 100, { tokenLengthMax: 1000 });
    expect(parser.isStopped).toBe(true);
    expect(entries).toHaveLength(1);
  });
});

describe('parseFeed', () => {
  it('returns undefined for XML that is not a feed', () => {
    expect(parseFeed('<urlset><url><loc>https://example.org/</loc></url></urlset>')).toBeUndefined();
  });

  it('returns the entries before an element with too many attributes', () => {
    const attributes = Array.from({ length: 1000 }, (_, index) => `a${index}=""`).join(' ');
    const feed = parseFeed(`<rss><channel><item><title>One</title></item><item ${attributes}></item>`);
    expect(feed?.entries.map((entry) => entry.title)).toEqual(['One']);
  });
});
