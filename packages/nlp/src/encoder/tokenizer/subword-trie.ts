import type { Vocabulary } from './read-vocabulary.ts';

/** Marks an empty slot and a missing edge or subword. */
const none = -1;
/** Occupies the slot of the root, which no edge leads to. */
const rootKey = -2;
/** A key is `parent · 256 + byte` and must stay below 2^31. */
const slotBitsMax = 22;
const loadFactorMax = 0.75;

/**
 * The subwords of a vocabulary as a trie over UTF-8 bytes, in one open-addressing hash table: the key of an edge is its
 * parent node and byte, and the slot that holds it is the node that it leads to. Two integers per slot, 5 MB for 176,000
 * subwords.
 */
export class SubwordTrie {
  /** The node where a walk begins. */
  readonly root: number;
  readonly #slotBits: number;
  readonly #keys: Int32Array;
  /** The subword that ends in each node. */
  readonly #subwords: Int32Array;
  #freeSlots: number;

  /**
   * Builds the trie in time linear in the size of the vocabulary. Of two equal subwords the later one is kept.
   *
   * @throws Error when the vocabulary has more distinct prefixes than the largest table can hold
   */
  static build(vocabulary: Vocabulary): SubwordTrie {
    // The bundled vocabulary has 2.4 prefixes per subword; one with more gets a larger table.
    const subwordCount = vocabulary.scores.length;
    for (let bits = Math.ceil(Math.log2(subwordCount * 3.5 + 16)); bits <= slotBitsMax; bits += 1) {
      const trie = new SubwordTrie(bits);
      if (trie.#insertAll(vocabulary)) return trie;
    }
    throw new Error(`The vocabulary of ${subwordCount} subwords has too many prefixes for a trie.`);
  }

  private constructor(slotBits: number) {
    const slotCount = 2 ** slotBits;
    this.#slotBits = slotBits;
    this.#keys = new Int32Array(slotCount).fill(none);
    this.#subwords = new Int32Array(slotCount).fill(none);
    this.#freeSlots = Math.floor(slotCount * loadFactorMax);
    this.root = slotCount - 1;
    this.#keys[this.root] = rootKey;
  }

  /** Returns the node that `byte` leads to from `node`, or −1. */
  step(node: number, byte: number): number {
    const key = node * 256 + byte;
    const slot = this.#slotOf(key);
    return this.#keys[slot] === key ? slot : none;
  }

  /** Returns the id of the subword that ends in `node`, or −1. */
  subwordAt(node: number): number {
    return this.#subwords[node] ?? none;
  }

  /** Returns false when the table is too small. */
  #insertAll({ scores, offsets, subwordBytes }: Vocabulary): boolean {
    for (let id = 0; id < scores.length; id += 1) {
      const end = offsets[id + 1] ?? 0;
      let node = this.root;
      for (let at = offsets[id] ?? 0; at < end; at += 1) {
        const key = node * 256 + (subwordBytes[at] ?? 0);
        node = this.#slotOf(key);
        if (this.#keys[node] === key) continue;
        if (this.#freeSlots === 0) return false;
        this.#freeSlots -= 1;
        this.#keys[node] = key;
      }
      if (node !== this.root) this.#subwords[node] = id;
    }
    return true;
  }

  /** The slot of a key, or the empty one where it belongs (multiplicative hashing, Knuth, TAOCP 3, section 6.4). */
  #slotOf(key: number): number {
    const keys = this.#keys;
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - this.#slotBits);
    for (;;) {
      const found = keys[slot];
      if (found === key || found === none) return slot;
      slot = (slot + 1) & (keys.length - 1);
    }
  }
}
