import type { TokenRanks } from './token-ranks.ts';

/**
 * Counts the tokens that byte-pair encoding produces for `bytes[0..length)`: the adjacent pair with the lowest rank is
 * merged, the leftmost first, until no pair has a rank (Sennrich et al. 2016, in the byte-level form of GPT-2). A linked
 * list of parts and a heap of pairs take O(n log n) time; searching for each merge would take O(n²).
 */
export function countBpeTokens(bytes: Uint8Array, length: number, ranks: TokenRanks): number {
  if (length < 2) return length;
  const next = new Int32Array(length);
  const previous = new Int32Array(length);
  /** Rank of the pair that begins at a part; −1 if it has none or the part was merged into another. */
  const pairRank = new Int32Array(length);
  const heap = new PairHeap(length);
  const endOf = (part: number): number => next[part] ?? length;
  const updateRank = (part: number): void => {
    const right = endOf(part);
    pairRank[part] = right < length ? ranks.rankOf(bytes, part, endOf(right)) : -1;
  };
  for (let part = 0; part < length; part++) {
    next[part] = part + 1;
    previous[part] = part - 1;
  }
  for (let part = 0; part < length; part++) {
    updateRank(part);
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
    updateRank(part);
    heap.push(pairRank[part] ?? -1, part);
    const before = previous[part] ?? -1;
    if (before >= 0) {
      updateRank(before);
      heap.push(pairRank[before] ?? -1, before);
    }
    count--;
  }
  return count;
}

/** A part is the position of its first byte, below 2^32; ranks are below 2^18. */
const partLimit = 2 ** 32;

/** A binary heap of pairs, the lowest rank first, then the leftmost. Rank and part are packed into one double. */
class PairHeap {
  #keys: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity);
  }

  /** Adds the pair that begins at a part, unless its rank is negative. */
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

  /** Removes the first pair. */
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
