import type { TokenRanks } from './token-ranks.ts';

/**
 * How many tokens byte-pair merging makes of `bytes[0..length)`: the adjacent pair of lowest rank is merged,
 * the leftmost first, until no pair has a rank (Sennrich et al. 2016, in the byte-level form of GPT-2).
 * A linked list of parts and a heap of pairs make it O(n log n), where merging by search is O(n²).
 */
export function countBpeTokens(bytes: Uint8Array, length: number, ranks: TokenRanks): number {
  if (length < 2) return length;
  const next = new Int32Array(length);
  const previous = new Int32Array(length);
  /** The rank of the pair that begins at a part, −1 if it has none or is no longer a part. */
  const pairRank = new Int32Array(length);
  const heap = new PairHeap(length);
  const endOf = (part: number): number => next[part] ?? length;
  const rate = (part: number): void => {
    const right = endOf(part);
    pairRank[part] = right < length ? ranks.rank(bytes, part, endOf(right)) : -1;
  };
  for (let part = 0; part < length; part++) {
    next[part] = part + 1;
    previous[part] = part - 1;
  }
  for (let part = 0; part < length; part++) {
    rate(part);
    heap.push(pairRank[part] ?? -1, part);
  }
  let count = length;
  for (let pair = heap.pop(); pair !== undefined; pair = heap.pop()) {
    const { rank, part } = pair;
    if (pairRank[part] !== rank) continue;
    const absorbed = endOf(part);
    const after = endOf(absorbed);
    next[part] = after;
    pairRank[absorbed] = -1;
    if (after < length) previous[after] = part;
    rate(part);
    heap.push(pairRank[part] ?? -1, part);
    const before = previous[part] ?? -1;
    if (before >= 0) {
      rate(before);
      heap.push(pairRank[before] ?? -1, before);
    }
    count--;
  }
  return count;
}

/** Parts are bytes' positions; a piece of text has fewer than 2^32 of them, ranks fewer than 2^18. */
const partLimit = 2 ** 32;

/** A binary heap of (rank, part), lowest rank and then leftmost first, both packed in one double. */
class PairHeap {
  #keys: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity);
  }

  push(rank: number, part: number): void {
    if (rank < 0) return;
    if (this.#size === this.#keys.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#keys);
      this.#keys = larger;
    }
    const keys = this.#keys;
    const key = rank * partLimit + part;
    let slot = this.#size++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      const above = keys[parent] ?? 0;
      if (above <= key) break;
      keys[slot] = above;
      slot = parent;
    }
    keys[slot] = key;
  }

  pop(): { rank: number; part: number } | undefined {
    if (this.#size === 0) return undefined;
    const keys = this.#keys;
    const top = keys[0] ?? 0;
    const size = --this.#size;
    const key = keys[size] ?? 0;
    let slot = 0;
    for (let child = 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child++;
      const below = keys[child] ?? 0;
      if (below >= key) break;
      keys[slot] = below;
      slot = child;
    }
    keys[slot] = key;
    return { rank: Math.floor(top / partLimit), part: top % partLimit };
  }
}
