import { describe, expect, it } from 'vitest';
import { jsonLdObjects } from './json-ld.ts';

const names = (source: string, order: 'breadth-first' | 'depth-first' = 'breadth-first') =>
  [...jsonLdObjects(source, { order })].map((object) => object['name']);

describe('jsonLdObjects', () => {
  const nested = JSON.stringify([
    { name: 'a', child: { name: 'b', child: { name: 'c' } } },
    { name: 'd', child: { name: 'e' } },
  ]);

  it('yields outer objects before inner ones when breadth-first', () => {
    expect(names(nested)).toEqual(['a', 'd', 'b', 'e', 'c']);
  });

  it('yields all objects of a list item before the next item when depth-first', () => {
    expect(names(nested, 'depth-first')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('does not visit the values of skipped keys', () => {
    const objects = jsonLdObjects(nested, { order: 'breadth-first', skippedKeys: new Set(['child']) });
    expect([...objects].map((object) => object['name'])).toEqual(['a', 'd']);
  });

  it.each([
    ['comments', '<!-- {"name":"x"} -->'],
    ['a CDATA section in a comment', '//<![CDATA[\n{"name":"x"}\n//]]>'],
    ['a raw line break in a string', '{"name":"x","text":"one\ntwo"}'],
    ['a final semicolon', '{"name":"x"\n};'],
  ])('tolerates %s', (_name, source) => {
    expect(names(source)).toEqual(['x']);
  });

  it('yields nothing for malformed JSON and for scripts of more than 8,000,000 characters', () => {
    expect(names('{"name":"x"')).toEqual([]);
    expect(names(`{"name":"x"${' '.repeat(8_000_000)}}`)).toEqual([]);
  });

  it('visits at most 20,000 values, however deeply they are nested', () => {
    expect(names(`[${'{"name":"x"},'.repeat(30_000)}{}]`).length).toBeLessThan(20_000);
    const depth = 3000;
    const deep = `${'{"child":'.repeat(depth)}{}${'}'.repeat(depth)}`;
    expect(names(deep)).toHaveLength(depth + 1);
  });
});
