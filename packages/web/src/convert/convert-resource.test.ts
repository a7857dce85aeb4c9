import { describe, expect, it } from 'vitest';
import { convertResource } from './convert-resource.ts';

const convert = (body: string | Uint8Array, contentType = '', url = 'https://example.org/files/a%20b.txt') =>
  convertResource({
    url,
    contentType,
    charset: '',
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });

describe('convertResource', () => {
  it('extracts HTML even if the content type is wrong or missing', async () => {
    const html = '<!doctype html><title>T</title><main><p>Hello <b>world</b></p></main>';
    for (const type of ['text/html', '', 'application/octet-stream', 'application/xhtml+xml']) {
      expect(await convert(html, type)).toMatchObject({
        kind: 'html',
        markdown: 'Hello **world**',
        text: html,
      });
    }
  });

  it('returns plain text and Markdown unchanged, and fences source code and JSON', async () => {
    expect(await convert('a *b*\n', 'text/plain')).toMatchObject({
      kind: 'text',
      markdown: 'a *b*',
      page: { metadata: { title: 'a b.txt' } },
    });
    expect(await convert('# T', 'text/markdown')).toMatchObject({ kind: 'markdown', markdown: '# T' });
    expect((await convert('{"a":[1]}', 'application/vnd.api+json')).markdown).toBe(
      '```json\n{\n  "a": [\n    1\n  ]\n}\n```',
    );
    expect((await convert('print("```")', 'text/plain', 'https://example.org/x.py')).markdown).toBe(
      '````py\nprint("```")\n````',
    );
    expect((await convert('{broken', 'application/json')).markdown).toBe('```json\n{broken\n```');
  });

  it('writes RSS and Atom as sections, also if the XML is not well-formed', async () => {
    const rss = `<?xml version="1.0"?><rss><channel><title>News</title><description>All of it</description>
      <item><title>A & B</title><link>/a</link><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>Body &amp; <b>soul</b></p>]]></description></item>
      <item><title>Second</title><link>https://example.org/2</link>`;
    const { kind, markdown, page } = await convert(rss, 'text/xml');
    expect(kind).toBe('feed');
    expect(markdown).toContain('# News\n\nAll of it\n\n## [A & B](<https://example.org/a>)');
    expect(markdown).toContain('Body & **soul**');
    expect(page.links[0]).toEqual({ url: 'https://example.org/a', text: 'A & B' });
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>E</title><link href="/e"/><updated>2026-11-01</updated><author><name>Ada</name></author></entry></feed>';
    expect((await convert(atom, 'application/atom+xml')).markdown).toBe(
      '# F\n\n## [E](<https://example.org/e>)\n\n2026-11-01 · Ada',
    );
  });

  it('returns feeds, JSON and XML as plain text too, if requested', async () => {
    const textOf = async (body: string, contentType: string) => {
      const resource = { url: 'https://example.org/a', contentType, charset: '', body: Buffer.from(body) };
      return (await convertResource(resource, { content: { withText: true } })).plainText;
    };
    const rss = `<rss><channel><title>News_1</title><description>All</description>
      <item><title>A * B</title><link>/a</link><pubDate>2026-11-01</pubDate><description><![CDATA[<p>Body <b>bold</b> <a href="/x">link</a></p><ul><li>one</li><li>two</li></ul>]]></description></item>
      <item><title>Second</title></item></channel></rss>`;
    expect(await textOf(rss, 'application/rss+xml')).toBe(
      'News_1\n\nAll\n\nA * B\n\n2026-11-01\n\nBody bold link\n\n- one\n- two\n\nSecond',
    );
    expect(await textOf('{"a":1}', 'application/json')).toBe('{\n  "a": 1\n}');
    expect(await textOf('<?xml version="1.0"?><a>b</a>\n', 'text/xml')).toBe('<?xml version="1.0"?><a>b</a>');
    expect(await textOf('plain\n', 'text/plain')).toBe('plain');
    expect((await convert(rss, 'text/xml')).plainText).toBe('');
  });

  it('returns the entries before an element with too many attributes', async () => {
    const attributes = Array.from({ length: 1000 }, (_, index) => `a${index}=""`).join(' ');
    const { markdown } = await convert(
      `<rss><channel><title>T</title><item><title>One</title><link>/1</link></item><item ${attributes}><title>Two</title></item>`,
      'application/rss+xml',
    );
    expect(markdown).toBe('# T\n\n## [One](<https://example.org/1>)');
  });

  it('writes the content of entries beyond 5,000 as plain text', async () => {
    const item = '<item><title>a</title><description>&lt;b&gt;x*&lt;/b&gt; y</description></item>';
    const { markdown } = await convert(`<rss><channel>${item.repeat(5001)}`, 'application/rss+xml');
    expect(markdown.match(/\n\n\*\*x\\\*\*\* y/g)).toHaveLength(5000);
    expect(markdown.endsWith('\n\nx\\* y')).toBe(true);
  });

  it('limits how much a long base URL lengthens the output through relative links', async () => {
    const long = `https://a.example/${'b'.repeat(100_000)}/`;
    const page = await convert(`<!doctype html><base href="${long}"><p><a href=x>word</a>`, 'text/html');
    expect(page.page.links).toEqual([{ url: 'https://a.example/x', text: 'word' }]);
    const link = `https://a.example/${'b'.repeat(3000)}/`;
    for (const piece of ['<a href=x>word</a> ', '<img src=x alt=word> ']) {
      const item = `<item><link>${link}</link><description><![CDATA[${piece.repeat(1000)}]]></description></item>`;
      const { markdown } = await convert(`<rss><channel>${item.repeat(20)}`, 'text/xml');
      expect(markdown).toContain(`word](${link}x)`);
      expect(markdown.length).toBeLessThan(20_000_000);
    }
  });

  it('detects PDF, images and binary files by their content without converting them', async () => {
    expect(await convert('%PDF-1.7 ...', 'text/html')).toMatchObject({ kind: 'pdf', markdown: '' });
    expect(
      await convert(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'text/plain'),
    ).toMatchObject({ kind: 'image' });
    expect(await convert(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), '')).toMatchObject({ kind: 'other' });
    expect(await convert('{\\rtf1 Hello}', 'text/plain')).toMatchObject({ kind: 'other' });
    expect(await convert('Subject: Hello\n\nHello', 'message/rfc822')).toMatchObject({ kind: 'other' });
    expect(await convert(new Uint8Array([1, 2, 3, 0, 7]), '')).toMatchObject({ kind: 'other' });
  });
});
