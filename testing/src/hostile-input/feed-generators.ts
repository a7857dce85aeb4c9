import { type HostileGenerator, repeat, xmlDocument } from './generator/hostile-generator.ts';

/** An RSS feed around its items. */
const feed = (inner: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${inner}</channel></rss>`;

const makers: Readonly<Record<string, readonly [size: number, make: (size: number) => string]>> = {
  'many-entries': [
    1000,
    (n) =>
      feed(
        repeat(
          n,
          (i) =>
            `<item><title>t${i}</title><link>https://a.example/${i}</link><description>&lt;p&gt;a &lt;b&gt;b&lt;/b&gt;&lt;/p&gt;</description></item>`,
        ),
      ),
  ],
  'deep-feed': [50_000, (n) => feed('<a>'.repeat(n))],
  'deep-entry-content': [
    20_000,
    (n) => feed(`<item><description><![CDATA[${'<div>'.repeat(n)}a]]></description></item>`),
  ],
  'bare-ampersands': [100_000, (n) => feed(`<item><title>${'&'.repeat(n)}</title></item>`)],
  'undefined-entities': [50_000, (n) => feed(`<item><title>${'&abc;'.repeat(n)}</title></item>`)],
  // The size is the length in bytes.
  'feed-of-links': [
    8 * 1024 * 1024,
    (n) => xmlDocument('feed', n, (i) => `<entry>${`<link href="/${i}"/>`.repeat(300)}</entry>`),
  ],
  'feed-attributes': [30_000, (n) => feed(`<item ${repeat(n, (i) => `a${i}="b" `)}><title>x</title></item>`)],
};

/** RSS and Atom feeds. */
export const feedGenerators: readonly HostileGenerator[] = Object.entries(makers).map(
  ([name, [size, make]]) => ({
    name,
    kind: 'feed' as const,
    size,
    generate: make,
  }),
);
