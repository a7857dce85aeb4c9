import { describe, expect, it } from 'vitest';
import { alignToGold } from './align-gold.ts';

/** Aligns blocks of words with a gold text; returns the blocks inside it. */
function aligned(blocks: readonly string[], gold: string): string[] {
  const words = blocks.map((block) => block.split(' '));
  const ends = words.map((_, index) => words.slice(0, index + 1).reduce((sum, list) => sum + list.length, 0));
  const inGold = alignToGold(words.flat(), gold.split(' '), ends);
  return blocks.filter((_, index) =>
    inGold.subarray(ends[index - 1] ?? 0, ends[index]).every((hit) => hit === 1),
  );
}

describe('alignGold', () => {
  it('finds the blocks of the gold text and not the words that menus share with it', () => {
    const blocks = [
      'the news of the day',
      'a mill turned again on the river',
      'buy the boots',
      'and the people came to see it',
    ];
    expect(aligned(blocks, 'a mill turned again on the river and the people came to see it')).toEqual([
      blocks[1],
      blocks[3],
    ]);
  });

  it('takes of two equal titles the one at the text', () => {
    const blocks = ['old mill', 'home', 'old mill', 'a long text about how it turned'];
    const words = blocks.flatMap((block) => block.split(' '));
    const inGold = alignToGold(words, 'old mill a long text about how it turned'.split(' '), [2, 3, 5, 12]);
    expect([...inGold]).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('finds text that the gold has in another order', () => {
    const blocks = ['first part of the whole long text here', 'second part which comes later on the page'];
    expect(aligned(blocks, `${blocks[1]} ${blocks[0]}`)).toEqual(blocks);
  });

  it('takes empty pages and empty gold', () => {
    expect(alignToGold([], ['a'], [])).toHaveLength(0);
    expect([...alignToGold(['a', 'b'], [], [2])]).toEqual([0, 0]);
  });
});
