import { describe, expect, it } from 'vitest';
import { PageSketchBuilder } from './page-sketch.ts';
import { PageVariants } from './page-variants.ts';

function sketchOf(text: string) {
  const builder = new PageSketchBuilder('https://example.org/');
  builder.addText(text);
  return builder.finish('');
}

/** Visits pages by key, with their content. @returns the key of the page that each repeats, '' for a new page */
function visit(
  variants: PageVariants<{ key: string }>,
  pages: readonly (readonly [string, string])[],
): string[] {
  return pages.map(([key, text]) => variants.record({ key }, key, sketchOf(text))?.key ?? '');
}

const pairs = (count: number, host = 'example.org') =>
  Array.from({ length: count }, (_, index) => [
    [`${host}/d${index}`, `page ${index}`] as const,
    [`${host}/d${index}/index.html`, `page ${index}`] as const,
  ]).flat();

describe('PageVariants', () => {
  it('recognizes a page under a variant of its URL by its content', () => {
    const variants = new PageVariants<{ key: string }>();
    const pages = [
      ['example.org/a', 'A'],
      ['example.org/a/index.html', 'A'],
      ['example.org//a', 'A'],
      ['www.example.org/a', 'A'],
    ] as const;
    expect(visit(variants, pages)).toEqual(['', 'example.org/a', 'example.org/a', 'example.org/a']);
  });

  it('keeps a variant with other content, and equal content of other URLs', () => {
    const variants = new PageVariants<{ key: string }>();
    const pages = [
      ['example.org/a', 'A'],
      ['example.org/a/index.html', 'B'],
      ['example.org/b', 'A'],
      ['example.org/a?p=1', 'A'],
    ] as const;
    expect(visit(variants, pages)).toEqual(['', '', '', '']);
  });

  it('compares 16 pairs of a host before it takes a variation for ignored', () => {
    const variants = new PageVariants<{ key: string }>();
    visit(variants, pairs(15));
    expect(variants.fold('example.org/x/index.html')).toBe('example.org/x/index.html');
    visit(variants, [
      ['example.org/last', 'L'],
      ['example.org/last/index.html', 'L'],
    ]);
    expect(variants.fold('example.org/x/index.html')).toBe('example.org/x');
    expect(variants.fold('example.org/x//y')).toBe('example.org/x//y');
    expect(variants.fold('www.example.org/x')).toBe('www.example.org/x');
    expect(variants.fold('shop.example.org/x/index.html')).toBe('shop.example.org/x/index.html');
  });

  it('never takes a variation for ignored after one pair of different pages', () => {
    const variants = new PageVariants<{ key: string }>();
    visit(variants, [['example.org/a', 'A'], ['example.org/a/index.html', 'B'], ...pairs(40)]);
    expect(variants.fold('example.org/x/index.html')).toBe('example.org/x/index.html');
  });
});
