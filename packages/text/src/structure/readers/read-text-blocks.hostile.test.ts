import { describe, expect, it } from 'vitest';
import { readTextBlocks } from './read-text-blocks.ts';

describe('readTextBlocks', () => {
  it('reads binary noise', () => {
    const noise = Array.from({ length: 200_000 }, (_, index) => String.fromCharCode((index * 7919) % 65_536));
    expect(readTextBlocks(noise.join('')).length).toBeGreaterThan(0);
  });

  it('reads a line of a megabyte as one paragraph', () => {
    const blocks = readTextBlocks('The mill was built in 1820. '.repeat(40_000));
    expect(blocks.map(({ role }) => role)).toEqual(['prose']);
    expect(blocks[0]?.runs).toHaveLength(1);
  });
});
