import type { EmbeddingTable } from './session/embedding-table.ts';
import type { Vocabulary } from './tokenizer/read-vocabulary.ts';
import type { Tokenizer } from './tokenizer/tokenizer.ts';

/** The static embeddings of the encoder's subwords: what the network starts from, without running it. */
export class SubwordEmbeddings {
  /** Values of an embedding. */
  readonly size: number;
  readonly #tokenizer: Tokenizer;
  readonly #scores: Vocabulary['scores'];
  readonly #table: EmbeddingTable;
  readonly #id = new Int32Array(1);

  constructor(tokenizer: Tokenizer, scores: Vocabulary['scores'], table: EmbeddingTable) {
    this.#tokenizer = tokenizer;
    this.#scores = scores;
    this.#table = table;
    this.size = table.hiddenSize;
  }

  /** Splits a text into the numbers of its subwords. */
  split(text: string): number[] {
    const ids: number[] = [];
    this.#tokenizer.forEachSubword(text, (id) => ids.push(id));
    return ids;
  }

  /** Probability of a subword in general text, by the unigram model of the vocabulary. */
  probabilityOf(subword: number): number {
    return Math.exp(this.#scores[subword] ?? Number.NEGATIVE_INFINITY);
  }

  /** Writes the embedding of a subword into the first `size` values of `out`. Reads it from the model's file. */
  lookUp(subword: number, out: Float32Array): void {
    this.#id[0] = subword;
    this.#table.lookUp(this.#id, out, 0);
  }
}
