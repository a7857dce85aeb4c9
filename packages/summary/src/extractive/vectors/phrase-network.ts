import { readFile } from 'node:fs/promises';
import { decodeFloats } from '@quern/runtime/model-files/base64-floats';

/** The estimates of the network for a sentence: that it states a fact, a decision or outcome, an obligation or request, a result, an amount or date; that it names the subject. */
export const phraseKinds = ['fact', 'decision', 'obligation', 'result', 'amount', 'subject'] as const;

/** File written by `training/summary/learn_phrases.py`; matrices are row by row, base64 of float32. */
export interface PhraseNetworkData {
  /** SHA-256 of the embeddings that the network was learned from. */
  readonly embeddings: string;
  /** Number of filters, each of which looks for a phrase. */
  readonly filters: number;
  /** From an embedding to fewer values: one row for each value of an embedding. */
  readonly projection: string;
  /** From them to what a word adds to each filter of the phrase that ends with it, that it is the middle of, and that begins with it. */
  readonly phrases: string;
  /** Added to each filter. */
  readonly bias: string;
  /** From the pooled filters to the kinds, and to the hidden values. */
  readonly direct: string;
  readonly directBias: string;
  readonly hidden: string;
  readonly hiddenBias: string;
  /** From the hidden values to the kinds. */
  readonly output: string;
  readonly outputBias: string;
}

/**
 * Estimates from the words of a sentence what it states: a convolution over three words with max and sum pooling (Kim, "Convolutional Neural Networks for
 * Sentence Classification", EMNLP 2014). It learned from a fine-tuned encoder, which is not shipped (Hinton, Vinyals and Dean, "Distilling the Knowledge in a
 * Neural Network", 2015). What a word adds to the filters does not depend on its neighbors, so that it is computed once for each word.
 */
export class PhraseNetwork {
  /** Number of values of a projected embedding. */
  readonly dimensions: number;
  /** By which embeddings are projected, row by row. */
  readonly projection: Float32Array;
  readonly #filters: number;
  readonly #phrases: Float32Array;
  readonly #bias: Float32Array;
  readonly #direct: DenseLayer;
  readonly #hidden: DenseLayer;
  readonly #output: DenseLayer;
  /** Contribution of the places before and after a sentence. */
  readonly #noWord: Float32Array;
  readonly #pooled: Float64Array;
  readonly #hiddenValues: Float64Array;

  /**
   * @param data the model file
   * @param size number of values of an embedding
   */
  constructor(data: PhraseNetworkData, size: number) {
    this.#filters = data.filters;
    this.projection = decodeFloats(data.projection);
    this.dimensions = this.projection.length / size;
    this.#phrases = decodeFloats(data.phrases);
    this.#bias = decodeFloats(data.bias);
    this.#direct = new DenseLayer(data.direct, data.directBias);
    this.#hidden = new DenseLayer(data.hidden, data.hiddenBias);
    this.#output = new DenseLayer(data.output, data.outputBias);
    this.#noWord = new Float32Array(this.contributionLength);
    this.#pooled = new Float64Array(2 * data.filters);
    this.#hiddenValues = new Float64Array(this.#hidden.size);
    if (
      this.#phrases.length !== 3 * data.filters * this.dimensions ||
      this.#output.size !== phraseKinds.length
    )
      throw new Error('The network of phrases is damaged: run training/summary/learn_phrases.py.');
  }

  /** Number of values of a contribution: three for each filter. */
  get contributionLength(): number {
    return 3 * this.#filters;
  }

  /**
   * Returns what a subword adds to the filters of the phrases that end with its word, that the word is the middle of, and that begin with it. The contribution of a
   * word is the mean of those of its subwords.
   *
   * @param vector projection of the normalized embedding of the subword
   */
  contributionOf(vector: Float32Array): Float32Array {
    const width = this.dimensions;
    const contribution = new Float32Array(this.contributionLength);
    for (let row = 0; row < contribution.length; row++) {
      let sum = 0;
      for (let column = 0; column < width; column++)
        sum += (vector[column] ?? 0) * (this.#phrases[row * width + column] ?? 0);
      contribution[row] = sum;
    }
    return contribution;
  }

  /**
   * Writes the log odds of each of `phraseKinds` to the start of `out`.
   *
   * @param words the contributions of the words of a sentence, in order
   */
  estimate(words: readonly Float32Array[], out: Float32Array): void {
    this.#pool(words);
    const hidden = this.#hiddenValues;
    hidden.fill(0);
    this.#hidden.addProduct(this.#pooled, hidden);
    for (let index = 0; index < hidden.length; index++) hidden[index] = Math.max(0, hidden[index] ?? 0);
    out.fill(0, 0, phraseKinds.length);
    this.#direct.addProduct(this.#pooled, out);
    this.#output.addProduct(hidden, out);
  }

  /** The sum of each filter over the square root of the number of words, and its maximum. */
  #pool(words: readonly Float32Array[]): void {
    const filters = this.#filters;
    const pooled = this.#pooled.fill(0);
    const bias = this.#bias;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? this.#noWord;
      const before = words[at - 1] ?? this.#noWord;
      const after = words[at + 1] ?? this.#noWord;
      for (let filter = 0; filter < filters; filter++) {
        const value =
          (bias[filter] ?? 0) +
          (before[filter] ?? 0) +
          (word[filters + filter] ?? 0) +
          (after[2 * filters + filter] ?? 0);
        // Half of the values are negative, in no order, so that a branch would take twice as long: this adds 0 or twice the value.
        pooled[filter] = (pooled[filter] ?? 0) + (value + Math.abs(value));
        if (value > (pooled[filters + filter] ?? 0)) pooled[filters + filter] = value;
      }
    }
    const scale = 0.5 / Math.sqrt(Math.max(1, words.length));
    for (let filter = 0; filter < filters; filter++) pooled[filter] = (pooled[filter] ?? 0) * scale;
  }
}

/** A matrix and a bias, by which vectors are multiplied. */
class DenseLayer {
  readonly #matrix: Float32Array;
  readonly #bias: Float32Array;

  constructor(matrix: string, bias: string) {
    this.#matrix = decodeFloats(matrix);
    this.#bias = decodeFloats(bias);
  }

  /** Number of values of a product. */
  get size(): number {
    return this.#bias.length;
  }

  /** Adds the product of a vector to the start of `out`. */
  addProduct(input: Float64Array, out: Float32Array | Float64Array): void {
    const width = input.length;
    for (let row = 0; row < this.#bias.length; row++) {
      let sum = this.#bias[row] ?? 0;
      for (let column = 0; column < width; column++)
        sum += (input[column] ?? 0) * (this.#matrix[row * width + column] ?? 0);
      out[row] = (out[row] ?? 0) + sum;
    }
  }
}

/** Reads the model file. */
export async function readPhraseNetwork(): Promise<PhraseNetworkData> {
  return JSON.parse(await readFile(new URL('./phrase-network.data.json', import.meta.url), 'utf8'));
}
