import { specialTokenIds } from './read-vocabulary.ts';
import type { SubwordTrie } from './subword-trie.ts';

/** Called for each piece of a word, in order, with the bytes it covers. */
export type SubwordSink = (id: number, from: number, to: number) => void;

export type UnigramSegmenter = (bytes: Uint8Array, length: number, sink: SubwordSink) => void;

/** What a character without a piece costs below the worst piece, as in SentencePiece. */
const unknownPenalty = 10;

/** Workspace over this is given back after the word that needed it. */
const roomKeptMax = 1 << 16;

/**
 * Cuts a word of UTF-8 bytes into the pieces with the best sum of scores, by Viterbi from the left; the first of
 * equal sums counts. A character that no piece covers alone may be unknown, and unknown characters in a row become
 * one piece. Pieces are short, so the time is linear in the word, which may have a million characters.
 */
export function createUnigramSegmenter(trie: SubwordTrie, scores: Float32Array): UnigramSegmenter {
  let lowest = Number.POSITIVE_INFINITY;
  for (const score of scores) lowest = Math.min(lowest, score);
  const unknownScore = lowest - unknownPenalty;
  let room = new Workspace(256);
  return (bytes, length, sink) => {
    if (length >= room.from.length) room = new Workspace(length * 2);
    room.from.fill(unreached, 0, length + 1);
    room.from[0] = 0;
    room.best[0] = 0;
    for (let at = 0; at < length; ) {
      const end = at + characterBytes(bytes[at] ?? 0);
      const alone = tryPieces(room, trie, scores, { bytes, length, at, end });
      if (!alone) room.offer(end, at, specialTokenIds.unknown, (room.best[at] ?? 0) + unknownScore);
      at = end;
    }
    emitPath(room, length, sink);
    if (room.from.length > roomKeptMax) room = new Workspace(256);
  };
}

const unreached = -1;

/** The best way to each byte: its sum, where its last piece begins, and that piece. */
class Workspace {
  readonly best: Float64Array;
  readonly from: Int32Array;
  readonly id: Int32Array;

  constructor(size: number) {
    this.best = new Float64Array(size);
    this.from = new Int32Array(size);
    this.id = new Int32Array(size);
  }

  offer(end: number, from: number, id: number, sum: number): void {
    if (this.from[end] !== unreached && sum <= (this.best[end] ?? 0)) return;
    this.best[end] = sum;
    this.from[end] = from;
    this.id[end] = id;
  }
}

/** Offers all pieces that begin at a character; tells whether one covers just it. */
function tryPieces(
  room: Workspace,
  trie: SubwordTrie,
  scores: Float32Array,
  { bytes, length, at, end }: { bytes: Uint8Array; length: number; at: number; end: number },
): boolean {
  const before = room.best[at] ?? 0;
  let alone = false;
  let node = trie.root;
  for (let next = at; next < length; ) {
    node = trie.step(node, bytes[next] ?? 0);
    if (node < 0) break;
    next += 1;
    const id = trie.subwordAt(node);
    if (id < 0) continue;
    room.offer(next, at, id, before + (scores[id] ?? 0));
    alone ||= next === end;
  }
  return alone;
}

/** Turns the chain of best ways round, in place, and walks it forwards. */
function emitPath({ from, id }: Workspace, length: number, sink: SubwordSink): void {
  let start = length;
  let next = unreached;
  while (start > 0) {
    const before = from[start] ?? 0;
    from[start] = next;
    next = start;
    start = before;
  }
  let begin = 0;
  for (let end = next; end !== unreached; ) {
    const piece = id[end] ?? 0;
    let after = from[end] ?? unreached;
    while (
      piece === specialTokenIds.unknown &&
      after !== unreached &&
      id[after] === specialTokenIds.unknown
    ) {
      end = after;
      after = from[end] ?? unreached;
    }
    sink(piece, begin, end);
    begin = end;
    end = after;
  }
}

function characterBytes(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
