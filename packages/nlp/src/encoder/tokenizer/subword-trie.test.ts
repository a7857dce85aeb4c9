import { describe, expect, it } from 'vitest';
import { makeVocabulary } from './fixtures/make-vocabulary.ts';
import { readVocabulary } from './read-vocabulary.ts';
import { buildSubwordTrie } from './subword-trie.ts';

describe('the trie of pieces', () => {
  it('finds every piece, and nothing between and beyond them', () => {
    const pieces = ['a', 'ab', 'abcd', 'é', '日本', '😀'];
    const trie = trieOf(pieces);
    const walk = (text: string): number => {
      let node = trie.root;
      for (const byte of new TextEncoder().encode(text)) if (node >= 0) node = trie.step(node, byte);
      return node < 0 ? -1 : trie.subwordAt(node);
    };
    expect(pieces.map(walk)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(['', 'b', 'abc', 'abcde', '日', 'è', '😁'].map(walk)).toEqual([-1, -1, -1, -1, -1, -1, -1]);
  });

  it('grows with pieces that share no prefixes, up to what its keys can hold', () => {
    const long = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at).repeat(12));
    const trie = trieOf(long);
    let node = trie.root;
    for (const byte of new TextEncoder().encode(long[299])) node = trie.step(node, byte);
    expect(trie.subwordAt(node)).toBe(303);
  });
});

function trieOf(pieces: readonly string[]) {
  return buildSubwordTrie(
    readVocabulary(makeVocabulary(Object.fromEntries(pieces.map((piece) => [piece, -1])))),
  );
}
