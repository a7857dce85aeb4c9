import { describe, expect, it } from 'vitest';
import { countKept, findMarkdownParts } from './markdown-parts.ts';

describe('findMarkdownParts', () => {
  it('finds links, code, numbers, cells and blocks', () => {
    const parts = findMarkdownParts(
      '# A 1.5\n\n`x` [b](c.md) ![d](e.png) 20\n\n|f|g|\n|-|-|\n|h||\n\n    i\n',
    );
    expect(parts).toMatchObject({
      links: ['c.md', 'e.png'],
      code: ['x', 'i\n'],
      numbers: ['1.5', '20'],
      cells: ['1/1/1/text', '1/1/2/text', '1/2/1/text', '1/2/2/empty'],
    });
    expect(parts.blocks.slice(0, 2)).toEqual(['heading_open h1', 'heading_close h1']);
  });
});

describe('countKept', () => {
  it('counts each item as often as it occurs in both lists', () => {
    expect(countKept(['a', 'a', 'b', 'c'], ['a', 'c', 'c'])).toBe(2);
  });
});
