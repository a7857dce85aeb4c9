import { describe, expect, it } from 'vitest';
import { makeVocabulary } from './fixtures/make-vocabulary.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { SubwordTrie } from './subword-trie.ts';

describe('SubwordTrie', () => {
  it('finds every subword, and nothing for prefixes and extensions of them', () => {
    const subwords = ['a', 'ab', 'abcd', 'é', '日本', '😀'];
    const trie = trieOf(subwords);
    const walk = (text: string): number => {
      let node = trie.root;
      for (const byte of new TextEncoder().encode(text)) if (node >= 0) node = trie.step(node, byte);
      return node < 0 ? -1 : trie.subwordAt(node);
    };
    expect(subwords.map(walk)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(['', 'b', 'abc', 'abcde', '日', 'è', '😁'].map(walk)).toEqual([-1, -1, -1, -1, -1, -1, -1]);
  });

  it('enlarges its table for subwords that share no prefixes', () => {
    const long = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at).repeat(12));
    const trie = trieOf(long);
    let node = trie.root;
    for (const byte of new TextEncoder().encode(long[299])) node = trie.step(node, byte);
    expect(trie.subwordAt(node)).toBe(303);
  });
});

function trieOf(subwords: readonly string[]): SubwordTrie {
  return SubwordTrie.build(
    readVocabulary(makeVocabulary(Object.fromEntries(subwords.map((subword) => [subword, -1])))),
  );
}
