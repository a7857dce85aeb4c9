import { normalizeText } from './normalize-text.ts';
import type { Vocabulary } from './read-vocabulary.ts';
import { SubwordTrie } from './subword-trie.ts';
import { UnigramSegmenter } from './unigram-segmenter.ts';

/**
 * The subwords of a text, without `<s>` and `</s>`. Subword `i` has the id `ids[i]` and covers the UTF-16 code units
 * `starts[i]` to `ends[i]`. A word marker that is a subword alone covers nothing, at the start of its word.
 */
export interface TokenizedText {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const space = 0x20;
/** The buffer of a longer word, in bytes, is released after its text. */
const keptWordSizeMax = 1 << 16;
/** The word marker U+2581 in UTF-8. */
const wordMarker = [0xe2, 0x96, 0x81] as const;

/**
 * The unigram tokenizer of the encoder (Kudo 2018, as in SentencePiece): normalized text is split at spaces, each word is
 * prefixed with U+2581 and segmented into the subwords with the highest sum of scores. Produces the same ids as
 * `training/encoder/tokenizer.py`.
 */
export class Tokenizer {
  readonly #normalization: Vocabulary['normalization'];
  readonly #segmenter: UnigramSegmenter;
  #word = new WordBuffer();

  constructor(vocabulary: Vocabulary) {
    this.#normalization = vocabulary.normalization;
    this.#segmenter = new UnigramSegmenter(SubwordTrie.build(vocabulary), vocabulary.scores);
  }

  /** Tokenizes a text in time linear in its length. */
  tokenize(text: string): TokenizedText {
    const subwords = new SubwordList(text.length);
    this.forEachSubword(text, (id, startIndex, endIndex) => subwords.push(id, startIndex, endIndex));
    return subwords.finish();
  }

  /** Passes on the subwords of a text in order, as `tokenize` returns them. Cheaper for a single word. */
  forEachSubword(text: string, sink: (id: number, startIndex: number, endIndex: number) => void): void {
    const word = this.#word;
    word.clear();
    const finishWord = (): void => {
      if (word.length === 0) return;
      this.#segmenter.segment(word.bytes, word.length, (id, from, to) => {
        const startIndex = word.starts[Math.max(from, wordMarker.length)] ?? 0;
        sink(id, startIndex, to > wordMarker.length ? (word.ends[to - 1] ?? 0) : startIndex);
      });
      word.clear();
    };
    normalizeText(text, this.#normalization, (codePoint, startIndex, endIndex) => {
      if (codePoint === space) finishWord();
      else word.push(codePoint, startIndex, endIndex);
    });
    finishWord();
    if (word.bytes.length > keptWordSizeMax) this.#word = new WordBuffer();
  }
}

/** One word and its marker in UTF-8, with the source range of the code point that each byte belongs to. */
class WordBuffer {
  bytes = new Uint8Array(64);
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  length = 0;

  push(codePoint: number, startIndex: number, endIndex: number): void {
    if (this.length + 4 > this.bytes.length) this.#grow();
    if (this.length === 0) for (const byte of wordMarker) this.#add(byte, startIndex, startIndex);
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

/** A growing list of subwords. */
class SubwordList {
  #ids: Int32Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #length = 0;

  constructor(textLength: number) {
    // Texts have about one subword per four characters.
    const capacity = 16 + (textLength >> 2);
    this.#ids = new Int32Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
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
    return {
      ids: this.#ids.slice(0, this.#length),
      starts: this.#starts.slice(0, this.#length),
      ends: this.#ends.slice(0, this.#length),
    };
  }
}

function enlarge<List extends Uint8Array | Int32Array>(larger: List, list: List): List {
  larger.set(list);
  return larger;
}
