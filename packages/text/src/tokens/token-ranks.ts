import { createRequire } from 'node:module';

/**
 * The merge ranks of o200k_base as one block of bytes with an open-addressing hash index: about 5 MB instead
 * of the 40 MB that a Map of 200,000 strings costs.
 */
export interface TokenRanks {
  /** The most bytes a token has; longer byte strings have no rank. */
  readonly lengthMax: number;
  /** The rank of the token made of `bytes[start..end)`, or −1 if there is none. Lower ranks merge first. */
  rank(bytes: Uint8Array, start: number, end: number): number;
}

/** 200,000 tokens in 2^19 slots: a load of 0.38 keeps probes short. */
const slotBits = 19;
const slotMask = 2 ** slotBits - 1;

let loaded: TokenRanks | undefined;

/** The ranks, read from the package `tiktoken` on the first call (about 0.15 s) and kept. */
export function loadTokenRanks(): TokenRanks {
  loaded ??= buildRanks(readRankText());
  return loaded;
}

function readRankText(): string {
  const encoder: unknown = createRequire(import.meta.url)('tiktoken/encoders/o200k_base.json');
  if (typeof encoder === 'object' && encoder !== null && 'bpe_ranks' in encoder) {
    if (typeof encoder.bpe_ranks === 'string') return encoder.bpe_ranks;
  }
  throw new Error('tiktoken/encoders/o200k_base.json has no bpe_ranks');
}

/** Reads lines of `! <first rank> <base64 token> <base64 token> ...`. */
function buildRanks(rankText: string): TokenRanks {
  const slots = new Int32Array(slotMask + 1).fill(-1);
  const starts: number[] = [];
  const ranks: number[] = [];
  const bytes = Buffer.alloc(rankText.length);
  let length = 0;
  let lengthMax = 0;
  for (const line of rankText.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    tokens.forEach((token, index) => {
      const size = bytes.write(token, length, 'base64');
      let slot = hash(bytes, length, length + size);
      while (slots[slot] !== -1) slot = (slot + 1) & slotMask;
      slots[slot] = starts.length;
      starts.push(length);
      ranks.push(Number(first) + index);
      length += size;
      lengthMax = Math.max(lengthMax, size);
    });
  }
  return indexOf(Uint8Array.from(bytes.subarray(0, length)), [...starts, length], ranks, slots, lengthMax);
}

function indexOf(
  blob: Uint8Array,
  starts: readonly number[],
  ranks: readonly number[],
  slots: Int32Array,
  lengthMax: number,
): TokenRanks {
  const startOf = Uint32Array.from(starts);
  const rankOf = Int32Array.from(ranks);
  const rank = (bytes: Uint8Array, start: number, end: number): number => {
    const size = end - start;
    if (size > lengthMax) return -1;
    for (let slot = hash(bytes, start, end); ; slot = (slot + 1) & slotMask) {
      const token = slots[slot] ?? -1;
      if (token < 0) return -1;
      const from = startOf[token] ?? 0;
      if ((startOf[token + 1] ?? 0) - from !== size) continue;
      let same = 0;
      while (same < size && blob[from + same] === bytes[start + same]) same++;
      if (same === size) return rankOf[token] ?? -1;
    }
  };
  return { lengthMax, rank };
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), folded to the number of slots. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let index = start; index < end; index++) {
    value = Math.imul(value ^ (bytes[index] ?? 0), 0x01000193);
  }
  return (value ^ (value >>> slotBits)) & slotMask;
}
