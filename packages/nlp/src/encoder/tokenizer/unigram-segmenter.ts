import { specialTokenIds } from './read-vocabulary.ts';
import type { SubwordTrie } from './subword-trie.ts';

/** Receives the subwords of a word in order, each with the bytes `from`..`to` that it covers. */
export type SubwordSink = (id: number, from: number, to: number) => void;

/** How far the score of an unknown character is below the lowest score of the vocabulary, as in SentencePiece. */
const unknownPenalty = 10;

const initialLatticeSize = 256;
/** A larger lattice is released after the word that needed it. */
const keptLatticeSizeMax = 1 << 16;
const unreached = -1;

/**
 * Segments words into the subwords with the highest sum of scores (Kudo 2018), by the Viterbi algorithm from left to
 * right; of equal sums the first one found is kept. A character without a subword is unknown, and unknown characters in a
 * row become one subword. Subwords are short, so the time is linear in the length of the word.
 */
export class UnigramSegmenter {
  readonly #trie: SubwordTrie;
  readonly #scores: Float32Array;
  readonly #unknownScore: number;
  #lattice = new Lattice(initialLatticeSize);

  /** @param scores log probability of each subword */
  constructor(trie: SubwordTrie, scores: Float32Array) {
    this.#trie = trie;
    this.#scores = scores;
    let lowest = Number.POSITIVE_INFINITY;
    for (const score of scores) lowest = Math.min(lowest, score);
    this.#unknownScore = lowest - unknownPenalty;
  }

  /** Segments one word, the first `length` of `bytes` in UTF-8. */
  segment(bytes: Uint8Array, length: number, sink: SubwordSink): void {
    if (length >= this.#lattice.from.length) this.#lattice = new Lattice(length * 2);
    const lattice = this.#lattice;
    lattice.reset(length);
    for (let at = 0; at < length; ) {
      const end = at + characterSize(bytes[at] ?? 0);
      const isKnown = this.#relaxSubwords(bytes, length, at, end);
      if (!isKnown)
        lattice.relax(end, at, specialTokenIds.unknown, (lattice.score[at] ?? 0) + this.#unknownScore);
      at = end;
    }
    emitBestPath(lattice, length, sink);
    if (lattice.from.length > keptLatticeSizeMax) this.#lattice = new Lattice(initialLatticeSize);
  }

  /** Relaxes all subwords that begin at a character. Returns whether one covers exactly that character. */
  #relaxSubwords(bytes: Uint8Array, length: number, at: number, characterEnd: number): boolean {
    const trie = this.#trie;
    const lattice = this.#lattice;
    const scoreBefore = lattice.score[at] ?? 0;
    let isKnown = false;
    let node = trie.root;
    for (let next = at; next < length; ) {
      node = trie.step(node, bytes[next] ?? 0);
      if (node < 0) break;
      next += 1;
      const id = trie.subwordAt(node);
      if (id < 0) continue;
      lattice.relax(next, at, id, scoreBefore + (this.#scores[id] ?? 0));
      isKnown ||= next === characterEnd;
    }
    return isKnown;
  }
}

/** The best path to each byte: its score, and the start and the id of its last subword. */
class Lattice {
  readonly score: Float64Array;
  readonly from: Int32Array;
  readonly id: Int32Array;

  constructor(size: number) {
    this.score = new Float64Array(size);
    this.from = new Int32Array(size);
    this.id = new Int32Array(size);
  }

  /** Prepares the lattice for a word of `length` bytes. */
  reset(length: number): void {
    this.from.fill(unreached, 0, length + 1);
    this.from[0] = 0;
    this.score[0] = 0;
  }

  /** Keeps a path to `end` if it is better than the known one. */
  relax(end: number, from: number, id: number, score: number): void {
    if (this.from[end] !== unreached && score <= (this.score[end] ?? 0)) return;
    this.score[end] = score;
    this.from[end] = from;
    this.id[end] = id;
  }
}

/** Reverses the links of the best path in place, then walks it from the start. */
function emitBestPath({ from, id }: Lattice, length: number, sink: SubwordSink): void {
  let start = length;
  let next = unreached;
  while (start > 0) {
    const previous = from[start] ?? 0;
    from[start] = next;
    next = start;
    start = previous;
  }
  let begin = 0;
  for (let end = next; end !== unreached; ) {
    const subword = id[end] ?? 0;
    let after = from[end] ?? unreached;
    while (
      subword === specialTokenIds.unknown &&
      after !== unreached &&
      id[after] === specialTokenIds.unknown
    ) {
      end = after;
      after = from[end] ?? unreached;
    }
    sink(subword, begin, end);
    begin = end;
    end = after;
  }
}

/** Size of a UTF-8 character by its first byte. */
function characterSize(firstByte: number): number {
  return firstByte < 0x80 ? 1 : firstByte < 0xe0 ? 2 : firstByte < 0xf0 ? 3 : 4;
}
