import { describe, expect, it } from 'vitest';
import { isSamePage, PageSketchBuilder } from './page-sketch.ts';

/** The sketch of a page of texts and addresses. */
function sketch(
  texts: readonly string[],
  { addresses = [], title = 'Title', url = 'https://example.org/' } = {} as {
    addresses?: readonly string[];
    title?: string;
    url?: string;
  },
) {
  const builder = new PageSketchBuilder(url);
  for (const text of texts) builder.addText(text);
  for (const address of addresses) builder.addAddress(address);
  return builder.finish(title);
}

const texts = (count: number, name = 'text') =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

describe('isSamePage', () => {
  it('ignores white space around texts, the order and repetition of texts, and the queries of addresses', () => {
    const left = sketch([' a ', 'b', 'b', '\n'], { addresses: ['/x?token=1', '/y#z'] });
    expect(isSamePage(left, sketch(['b', 'a'], { addresses: ['/y', '/x?token=2'] }))).toBe(true);
  });

  it('ignores the origin of the page in addresses', () => {
    const left = sketch([], { addresses: ['https://example.org/a', '//example.org'] });
    const url = 'http://www.example.org/';
    expect(isSamePage(left, sketch([], { addresses: ['http://www.example.org/a', ''], url }))).toBe(false);
    expect(isSamePage(left, sketch([], { addresses: ['/a', 'http://www.example.org'], url }))).toBe(true);
    expect(isSamePage(left, sketch([], { addresses: ['https://example.org.evil/a', '//example.org'] }))).toBe(
      false,
    );
  });

  it('distinguishes small pages by one text, one address or the title', () => {
    const left = sketch(texts(39), { addresses: [] });
    expect(isSamePage(left, sketch([...texts(38), 'other']))).toBe(false);
    expect(isSamePage(left, sketch(texts(38)))).toBe(false);
    expect(isSamePage(left, sketch(texts(39), { addresses: ['/a'] }))).toBe(false);
    expect(isSamePage(left, sketch(texts(39), { title: 'Other' }))).toBe(false);
    expect(isSamePage(left, sketch(texts(39)))).toBe(true);
  });

  it('tolerates a counter in a page of many texts, but not a tenth of other texts', () => {
    const left = sketch([...texts(400), '12:00']);
    expect(isSamePage(left, sketch([...texts(400), '12:01']))).toBe(true);
    expect(isSamePage(left, sketch([...texts(350), ...texts(50, 'other')]))).toBe(false);
  });

  it('regards two pages without any content as the same', () => {
    expect(isSamePage(sketch([]), sketch([' ']))).toBe(true);
  });

  it('takes host names with characters of regular expressions literally', () => {
    const url = 'https://a+b(c.example/';
    const left = sketch([], { addresses: ['https://a+b(c.example/x'], url });
    expect(isSamePage(left, sketch([], { addresses: ['/x'], url }))).toBe(true);
  });
});

describe('PageSketchBuilder', () => {
  it('keeps at most 64 hashes, whatever the page contains', () => {
    expect(sketch(texts(5000)).minima).toHaveLength(64);
    expect(sketch(['a'.repeat(10_000_000)]).minima).toHaveLength(1);
  });
});
