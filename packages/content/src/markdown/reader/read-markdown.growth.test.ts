import { growthRatio, growthScale } from '@quern/testing/growth/growth-ratio';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

describe('readMarkdown', () => {
  it.each([
    ['an open label', (length: number) => `[a\n${'x\n'.repeat(length / 2)}`],
    ['an open title', (length: number) => `[a]: b "\n${'x\n'.repeat(length / 2)}`],
    ['definitions', (length: number) => '[a]: b\n'.repeat(length / 7)],
    ['footnotes', (length: number) => '[^a]: b\n'.repeat(length / 8)],
    ['quotes and items', (length: number) => `${'> - '.repeat(60)}\n${'> \n'.repeat(length / 3)}`],
    [
      'deep lists',
      (length: number) =>
        `${Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join('')}${'\n'.repeat(length)}`,
    ],
    ['spaces', (length: number) => `a${' '.repeat(length)}b`],
    ['comments', (length: number) => '<!-- a\n\n'.repeat(length / 8)],
    ['tags', (length: number) => '<a b="'.repeat(length / 6)],
    ['code in lists', (length: number) => '- ```\n  a\n  ```\n'.repeat(length / 15)],
    ['brackets', (length: number) => ']'.repeat(length)],
    ['images', (length: number) => `${'!['.repeat(length / 4)}${'[a](b)'.repeat(length / 12)}`],
  ])('does work in proportion to the length of %s', async (_, make) => {
    const small = 20_000 * growthScale;
    expect(await growthRatio(readMarkdown, make(small), make(small * 4))).toBeLessThan(9);
  });
});
