import { readFile } from 'node:fs/promises';
import { loadEncoder } from '@quern/nlp';
import type { SubwordEmbeddings } from '@quern/nlp/encoder/subword-embeddings';
import { lazy } from '@quern/runtime/caching/lazy';
import { memoize } from '@quern/runtime/caching/memoize';
import { decodeFloats } from '@quern/runtime/model-files/base64-floats';
import { JoinedMatrix } from './joined-matrix.ts';
import { PhraseNetwork, type PhraseNetworkData, readPhraseNetwork } from './phrase-network.ts';

/** File written by `training/summary/learn_projection.py`. */
export interface ProjectionData {
  /** SHA-256 of the embeddings that the projection was learned from. */
  readonly embeddings: string;
  readonly dimensions: number;
  /** Projected mean of all subwords, base64 of float32. */
  readonly mean: string;
  /** One row for each value of an embedding, base64 of float32. */
  readonly matrix: string;
}

/** Constant of smooth inverse frequency (Arora, Liang and Ma, ICLR 2017). */
const frequencyConstant = 1e-4;
/** Words of a lower weight, such as articles, tell nothing about what a sentence is about. */
const weightMin = 0.2;
/** Lowest probability of a subword. */
const probabilityMin = 1e-9;
/** Words and subwords that are kept, at most twice as many; see `memoize`. Subwords take longer to compute. */
const wordGeneration = 8_000;
const subwordGeneration = 20_000;

interface Subword {
  readonly isFrequent: boolean;
  /** Negative natural logarithm of its probability. */
  readonly rarity: number;
  /** Has no values if the word is too frequent. */
  readonly vector: Float32Array;
  /** The values that it adds to `phrases`. */
  readonly contribution: Float32Array;
}

/** Vectors and rarity of a word in lower case. Do not change them. */
export type Word = Omit<Subword, 'isFrequent'>;

/**
 * Vectors of words, in which words of similar meaning, also of different languages, are close: the encoder's subword
 * embeddings, weighted by smooth inverse frequency and projected to their principal components. What words contribute to the network of phrases is computed with them.
 */
export class WordVectors {
  readonly dimensions: number;
  /** Estimates from the contributions of words what their sentence states. */
  readonly phrases: PhraseNetwork;
  readonly #embeddings: SubwordEmbeddings;
  readonly #mean: Float32Array;
  /** Both projections. */
  readonly #matrix: JoinedMatrix;
  /** Returns what is known of a word in lower case. */
  readonly read = memoize((word: string): Word => this.#computeWord(word), wordGeneration);
  readonly #readSubword = memoize((subword: number) => this.#computeSubword(subword), subwordGeneration);
  readonly #embedding: Float32Array;
  readonly #product: Float64Array;

  constructor(
    embeddings: SubwordEmbeddings,
    { dimensions, mean, matrix }: ProjectionData,
    phrases: PhraseNetworkData,
  ) {
    this.dimensions = dimensions;
    this.#embeddings = embeddings;
    this.#mean = decodeFloats(mean);
    this.#embedding = new Float32Array(embeddings.size);
    const projection = decodeFloats(matrix);
    if (projection.length !== embeddings.size * dimensions) throw new Error(outdatedProjection);
    this.phrases = new PhraseNetwork(phrases, embeddings.size);
    this.#matrix = new JoinedMatrix([projection, this.phrases.projection], embeddings.size);
    this.#product = new Float64Array(this.#matrix.productLength);
  }

  #computeWord(word: string): Word {
    const parts = this.#embeddings.split(word).map((subword) => this.#readSubword(subword));
    const isFrequent = parts.every((part) => part.isFrequent);
    return {
      vector: isFrequent ? noValues : addUp(parts.map(({ vector }) => vector)),
      contribution: addUp(
        parts.map(({ contribution }) => contribution),
        1 / parts.length,
      ),
      rarity: parts.reduce((sum, { rarity }) => sum + rarity, 0),
    };
  }

  #computeSubword(subword: number): Subword {
    const embedding = this.#embedding;
    this.#embeddings.lookUp(subword, embedding);
    let square = 0;
    for (const value of embedding) square += value * value;
    const norm = Math.sqrt(square) || 1;
    const probability = this.#embeddings.probabilityOf(subword);
    const inverse = frequencyConstant / (frequencyConstant + probability);
    const weight = inverse / norm;
    const product = this.#product;
    this.#matrix.multiply(embedding, product);
    const vector = this.#mean.map((mean, index) => weight * ((product[index] ?? 0) - norm * mean));
    const phraseVector = new Float32Array(this.phrases.dimensions);
    for (let index = 0; index < phraseVector.length; index++)
      phraseVector[index] = (product[this.dimensions + index] ?? 0) / norm;
    return {
      isFrequent: inverse < weightMin,
      rarity: -Math.log(Math.max(probabilityMin, probability)),
      vector,
      contribution: this.phrases.contributionOf(phraseVector),
    };
  }
}

/** Adds up vectors and multiplies the sum by a factor. A single vector is not copied; without one there are no values. */
function addUp(vectors: readonly Float32Array[], factor = 1): Float32Array {
  const [first = noValues] = vectors;
  if (vectors.length <= 1) return first;
  const sum = first.slice();
  const last = vectors.length - 1;
  for (let at = 1; at <= last; at++) {
    const vector = vectors[at] ?? noValues;
    const by = at === last ? factor : 1;
    for (let index = 0; index < sum.length; index++)
      sum[index] = by * ((sum[index] ?? 0) + (vector[index] ?? 0));
  }
  return sum;
}

const noValues = new Float32Array(0);

const outdatedProjection =
  'The projection of word vectors is for another encoder: run training/summary/learn_projection.py.';
const outdatedPhrases =
  'The network of phrases is for another encoder: run training/summary/learn_phrases.py and train_facts.py.';

async function readProjection(): Promise<ProjectionData> {
  return JSON.parse(await readFile(new URL('./word-projection.data.json', import.meta.url), 'utf8'));
}

/**
 * Loads the vectors of the bundled encoder with a network of phrases.
 *
 * @throws Error when a model file is damaged or for another encoder
 */
export async function loadWordVectorsWith(phrases: PhraseNetworkData): Promise<WordVectors> {
  const [encoder, projection] = await Promise.all([loadEncoder(), readProjection()]);
  const sha256 = encoder.manifest.files['embeddings.bin']?.sha256;
  if (sha256 !== projection.embeddings) throw new Error(outdatedProjection);
  if (sha256 !== phrases.embeddings) throw new Error(outdatedPhrases);
  return new WordVectors(encoder.subwords, projection, phrases);
}

/** Loads the vectors with the bundled network, once per thread. @throws Error when a model file is damaged */
export const loadWordVectors: () => Promise<WordVectors> = lazy(async () =>
  loadWordVectorsWith(await readPhraseNetwork()),
);
