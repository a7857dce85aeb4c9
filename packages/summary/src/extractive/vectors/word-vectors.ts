import { readFile } from 'node:fs/promises';
import { loadEncoder } from '@quern/nlp';
import type { SubwordEmbeddings } from '@quern/nlp/encoder/subword-embeddings';
import { lazy } from '@quern/runtime/caching/lazy';
import { decodeFloats } from '@quern/runtime/model-files/base64-floats';
import { cueKinds, readFactCues } from './fact-cues.ts';
import { JoinedMatrix } from './joined-matrix.ts';

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
/** Cached words and subwords; a cache that is full starts again. */
const wordsMax = 20_000;
const subwordsMax = 30_000;

interface Subword {
  readonly vector: Float32Array;
  readonly cues: Float32Array;
}

interface Word extends Subword {
  readonly rarity: number;
}

/**
 * Vectors of words, in which words of similar meaning, also of different languages, are close: the encoder's subword
 * embeddings, weighted by smooth inverse frequency and projected to their principal components. The cues of words are their projections on directions
 * that were learned by ridge regression from texts with marked facts.
 */
export class WordVectors {
  readonly dimensions: number;
  readonly #embeddings: SubwordEmbeddings;
  readonly #mean: Float32Array;
  /** The projection, and the directions of cues. */
  readonly #matrix: JoinedMatrix;
  readonly #words = new Map<string, Word>();
  readonly #subwords = new Map<number, Subword>();
  readonly #embedding: Float32Array;
  readonly #product: Float64Array;

  /** @param directions one row of `cueKinds.length` values for each value of an embedding */
  constructor(
    embeddings: SubwordEmbeddings,
    { dimensions, mean, matrix }: ProjectionData,
    directions: Float32Array,
  ) {
    this.dimensions = dimensions;
    this.#embeddings = embeddings;
    this.#mean = decodeFloats(mean);
    this.#embedding = new Float32Array(embeddings.size);
    const projection = decodeFloats(matrix);
    if (projection.length !== embeddings.size * dimensions) throw new Error(outdatedProjection);
    if (directions.length !== embeddings.size * cueKinds.length) throw new Error(outdatedCues);
    this.#matrix = new JoinedMatrix([projection, directions], embeddings.size);
    this.#product = new Float64Array(this.#matrix.productLength);
  }

  /** Returns the vector of a word in lower case, which has no values if the word is too frequent. Do not change it. */
  vectorOf(word: string): Float32Array {
    return this.#read(word).vector;
  }

  /** How much a word in lower case hints at facts: one value for each of `cueKinds`. Do not change them. */
  cuesOf(word: string): Float32Array {
    return this.#read(word).cues;
  }

  /** Negative natural logarithm of the probability of a word in lower case. */
  rarityOf(word: string): number {
    return this.#read(word).rarity;
  }

  #read(word: string): Word {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const subwords = this.#embeddings.split(word);
    const isFrequent = subwords.every((subword) => this.#weightOf(subword) < weightMin);
    const vector = new Float32Array(isFrequent ? 0 : this.dimensions);
    const cues = new Float32Array(cueKinds.length);
    let rarity = 0;
    for (const subword of subwords) {
      const part = this.#readSubword(subword);
      for (let index = 0; index < vector.length; index++)
        vector[index] = (vector[index] ?? 0) + (part.vector[index] ?? 0);
      for (let kind = 0; kind < cues.length; kind++)
        cues[kind] = (cues[kind] ?? 0) + (part.cues[kind] ?? 0) / subwords.length;
      rarity -= Math.log(Math.max(probabilityMin, this.#embeddings.probabilityOf(subword)));
    }
    if (this.#words.size >= wordsMax) this.#words.clear();
    const read = { vector, cues, rarity };
    this.#words.set(word, read);
    return read;
  }

  #weightOf(subword: number): number {
    return frequencyConstant / (frequencyConstant + this.#embeddings.probabilityOf(subword));
  }

  #readSubword(subword: number): Subword {
    const known = this.#subwords.get(subword);
    if (known !== undefined) return known;
    const embedding = this.#embedding;
    this.#embeddings.lookUp(subword, embedding);
    let square = 0;
    for (const value of embedding) square += value * value;
    const norm = Math.sqrt(square) || 1;
    const weight = this.#weightOf(subword) / norm;
    const product = this.#product;
    this.#matrix.multiply(embedding, product);
    const vector = this.#mean.map((mean, index) => weight * ((product[index] ?? 0) - norm * mean));
    const cues = new Float32Array(cueKinds.length);
    for (let kind = 0; kind < cues.length; kind++) cues[kind] = (product[this.dimensions + kind] ?? 0) / norm;
    if (this.#subwords.size >= subwordsMax) this.#subwords.clear();
    const read = { vector, cues };
    this.#subwords.set(subword, read);
    return read;
  }
}

const outdatedProjection =
  'The projection of word vectors is for another encoder: run training/summary/learn_projection.py.';
const outdatedCues = 'The cues of facts are for another encoder: run training/summary/train_facts.py.';

/** Reads the projection, for vectors with other cues. */
export async function readProjection(): Promise<ProjectionData> {
  return JSON.parse(await readFile(new URL('./word-projection.data.json', import.meta.url), 'utf8'));
}

/** Loads the vectors of the bundled encoder, once per thread. @throws Error when a model file is damaged */
export const loadWordVectors: () => Promise<WordVectors> = lazy(async () => {
  const [encoder, projection, cues] = await Promise.all([loadEncoder(), readProjection(), readFactCues()]);
  const sha256 = encoder.manifest.files['embeddings.bin']?.sha256;
  if (sha256 !== projection.embeddings) throw new Error(outdatedProjection);
  if (sha256 !== cues.embeddings) throw new Error(outdatedCues);
  return new WordVectors(encoder.subwords, projection, decodeFloats(cues.directions));
});
