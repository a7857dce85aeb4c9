import type { Vocabulary } from './read-vocabulary.ts';

/**
 * The pieces as a trie over UTF-8 bytes, in one open-addressing table: an edge is keyed by its parent and byte, and
 * the slot that holds it is the node it leads to. Two integers a slot: 4 MB for 142,000 pieces.
 */
export interface SubwordTrie {
  /** Where every walk begins. */
  readonly root: number;
  /** The node that `byte` leads to from `node`, or −1. */
  step(node: number, byte: number): number;
  /** The piece that ends in a node, or −1. */
  subwordAt(node: number): number;
}

const none = -1;
/** The root has a slot, but no edge leads to it. */
const rootKey = -2;
/** A key is `parent · 256 + byte` and has to stay below 2^31. */
const slotBitsMax = 22;

/** Builds the trie in time linear in the vocabulary's bytes. Of two equal pieces the later counts. */
export function buildSubwordTrie(vocabulary: Vocabulary): SubwordTrie {
  // The shipped vocabulary has 2.4 prefixes a piece; one that has more gets a larger table.
  const pieceCount = vocabulary.scores.length;
  for (let bits = Math.ceil(Math.log2(pieceCount * 3.5 + 16)); bits <= slotBitsMax; bits += 1) {
    const trie = fillTrie(vocabulary, bits);
    if (trie !== undefined) return trie;
  }
  throw new Error(`The vocabulary of ${pieceCount} pieces has more prefixes than its trie can hold.`);
}

/** The trie in 2^bits slots, or undefined when more than three quarters of them would be taken. */
function fillTrie(
  { scores, offsets, subwordBytes: pieceBytes }: Vocabulary,
  bits: number,
): SubwordTrie | undefined {
  const mask = 2 ** bits - 1;
  const keys = new Int32Array(mask + 1).fill(none);
  const pieces = new Int32Array(mask + 1).fill(none);
  const root = mask;
  keys[root] = rootKey;
  /** Where a key is or would be: multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4). */
  const slotOf = (key: number): number => {
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - bits);
    for (;;) {
      const found = keys[slot];
      if (found === key || found === none) return slot;
      slot = (slot + 1) & mask;
    }
  };
  let room = Math.floor((mask + 1) * 0.75);
  for (let id = 0; id < scores.length; id += 1) {
    const end = offsets[id + 1] ?? 0;
    let node = root;
    for (let at = offsets[id] ?? 0; at < end; at += 1) {
      const key = node * 256 + (pieceBytes[at] ?? 0);
      node = slotOf(key);
      if (keys[node] === key) continue;
      if (room === 0) return undefined;
      room -= 1;
      keys[node] = key;
    }
    if (node !== root) pieces[node] = id;
  }
  return {
    root,
    step: (node, byte) => {
      const key = node * 256 + byte;
      const slot = slotOf(key);
      return keys[slot] === key ? slot : none;
    },
    subwordAt: (node) => pieces[node] ?? none,
  };
}
