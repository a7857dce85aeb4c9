import { normalizeText } from './normalize-text.ts';
import type { Vocabulary } from './read-vocabulary.ts';
import { buildSubwordTrie } from './subword-trie.ts';
import { createUnigramSegmenter } from './unigram-segmenter.ts';

/**
 * The pieces of a text, without `<s>` and `</s>`: piece `i` has the id `ids[i]` and covers the UTF-16 code units
 * `starts[i]` to `ends[i]` of the text. A word mark that is a piece of its own covers nothing, at its word's start.
 */
export interface TokenizedText {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export type Tokenizer = (text: string) => TokenizedText;

const space = 0x20;

/**
 * The unigram tokenizer of the model (Kudo 2018, as in SentencePiece): normalised text is split at spaces, every
 * word is prefixed with U+2581 and cut into the pieces whose scores add up to most. It gives the ids that
 * `training/encoder/tokenizer.py` gives, in time linear in the text.
 */
export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  const { scores, normalization: normalisation } = vocabulary;
  const segmentWord = createUnigramSegmenter(buildSubwordTrie(vocabulary), scores);
  return (text) => {
    const found = new PieceList(text.length);
    const word = new WordBuffer();
    const finishWord = (): void => {
      if (word.length === 0) return;
      segmentWord(word.bytes, word.length, (id, from, to) => {
        const startIndex = word.starts[Math.max(from, markBytes.length)] ?? 0;
        found.push(id, startIndex, to > markBytes.length ? (word.ends[to - 1] ?? 0) : startIndex);
      });
      word.clear();
    };
    normalizeText(text, normalisation, (codePoint, startIndex, endIndex) => {
      if (codePoint === space) finishWord();
      else word.push(codePoint, startIndex, endIndex);
    });
    finishWord();
    return found.finish();
  };
}

/** U+2581 in UTF-8. */
const markBytes = [0xe2, 0x96, 0x81] as const;

/** One word with its mark in UTF-8; each byte knows the range that its code point came from. */
class WordBuffer {
  bytes = new Uint8Array(64);
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  length = 0;

  push(codePoint: number, startIndex: number, endIndex: number): void {
    if (this.length + 4 > this.bytes.length) this.#grow();
    if (this.length === 0) for (const byte of markBytes) this.#add(byte, startIndex, startIndex);
    if (codePoint < 0x80) this.#add(codePoint, startIndex, endIndex);
    else {
      const size = codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      const lead = (0xf00 >> size) & 0xff;
      this.#add(lead | (codePoint >> (6 * (size - 1))), startIndex, endIndex);
      for (let rest = size - 2; rest >= 0; rest -= 1)
        this.#add(0x80 | ((codePoint >> (6 * rest)) & 0x3f), startIndex, endIndex);
    }
  }

  clear(): void {
    this.length = 0;
  }

  #add(byte: number, startIndex: number, endIndex: number): void {
    this.bytes[this.length] = byte;
    this.starts[this.length] = startIndex;
    this.ends[this.length] = endIndex;
    this.length += 1;
  }

  #grow(): void {
    this.bytes = enlarge(new Uint8Array(this.bytes.length * 2), this.bytes);
    this.starts = enlarge(new Int32Array(this.starts.length * 2), this.starts);
    this.ends = enlarge(new Int32Array(this.ends.length * 2), this.ends);
  }
}

class PieceList {
  #ids: Int32Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #length = 0;

  /** Texts have about one piece every four characters. */
  constructor(textLength: number) {
    const room = 16 + (textLength >> 2);
    this.#ids = new Int32Array(room);
    this.#starts = new Int32Array(room);
    this.#ends = new Int32Array(room);
  }

  push(id: number, startIndex: number, endIndex: number): void {
    const at = this.#length;
    if (at === this.#ids.length) {
      this.#ids = enlarge(new Int32Array(at * 2), this.#ids);
      this.#starts = enlarge(new Int32Array(at * 2), this.#starts);
      this.#ends = enlarge(new Int32Array(at * 2), this.#ends);
    }
    this.#ids[at] = id;
    this.#starts[at] = startIndex;
    this.#ends[at] = endIndex;
    this.#length += 1;
  }

  finish(): TokenizedText {
    const [ids, starts, ends] = [this.#ids, this.#starts, this.#ends].map((list) =>
      list.slice(0, this.#length),
    );
    if (ids === undefined || starts === undefined || ends === undefined) throw new Error('unreachable');
    return { ids, starts, ends };
  }
}

function enlarge<List extends Uint8Array | Int32Array>(larger: List, list: List): List {
  larger.set(list);
  return larger;
}
