import { readFile } from 'node:fs/promises';
import { loadEncoder } from '@quern/nlp';
import type { SubwordEmbeddings } from '@quern/nlp/encoder/subword-embeddings';
import { lazy } from '@quern/runtime/caching/lazy';

/** File written by `training/summary/learn_projection.py`. */
interface ProjectionData {
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
/** Cached vectors; a cache that is full starts again. */
const wordsMax = 20_000;
const subwordsMax = 30_000;

/**
 * Vectors of words, in which words of similar meaning, also of different languages, are close: the encoder's subword
 * embeddings, weighted by smooth inverse frequency and projected to their principal components.
 */
export class WordVectors {
  readonly dimensions: number;
  readonly #embeddings: SubwordEmbeddings;
  readonly #mean: Float32Array;
  readonly #matrix: Float32Array;
  readonly #words = new Map<string, Float32Array>();
  readonly #subwords = new Map<number, Float32Array>();
  readonly #embedding: Float32Array;

  constructor(embeddings: SubwordEmbeddings, { dimensions, mean, matrix }: ProjectionData) {
    this.dimensions = dimensions;
    this.#embeddings = embeddings;
    this.#mean = readFloats(mean);
    this.#matrix = readFloats(matrix);
    this.#embedding = new Float32Array(embeddings.size);
    if (this.#matrix.length !== embeddings.size * dimensions)
      throw new Error(
        'The projection of word vectors is for another encoder: run training/summary/learn_projection.py.',
      );
  }

  /** Returns the vector of a word in lower case, which has no values if the word is too frequent. Do not change it. */
  vectorOf(word: string): Float32Array {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const subwords = this.#embeddings.split(word);
    const isFrequent = subwords.every((subword) => this.#weightOf(subword) < weightMin);
    const vector = new Float32Array(isFrequent ? 0 : this.dimensions);
    for (const subword of isFrequent ? [] : subwords) {
      const part = this.#subwordVector(subword);
      for (let index = 0; index < vector.length; index++)
        vector[index] = (vector[index] ?? 0) + (part[index] ?? 0);
    }
    if (this.#words.size >= wordsMax) this.#words.clear();
    this.#words.set(word, vector);
    return vector;
  }

  #weightOf(subword: number): number {
    return frequencyConstant / (frequencyConstant + this.#embeddings.probabilityOf(subword));
  }

  #subwordVector(subword: number): Float32Array {
    const known = this.#subwords.get(subword);
    if (known !== undefined) return known;
    const embedding = this.#embedding;
    this.#embeddings.lookUp(subword, embedding);
    let square = 0;
    for (const value of embedding) square += value * value;
    const norm = Math.sqrt(square) || 1;
    const weight = this.#weightOf(subword);
    const vector = this.#mean.map((value) => -value * weight);
    for (let row = 0; row < embedding.length; row++) {
      const value = (weight * (embedding[row] ?? 0)) / norm;
      const start = row * this.dimensions;
      for (let column = 0; column < vector.length; column++)
        vector[column] = (vector[column] ?? 0) + value * (this.#matrix[start + column] ?? 0);
    }
    if (this.#subwords.size >= subwordsMax) this.#subwords.clear();
    this.#subwords.set(subword, vector);
    return vector;
  }
}

/** Loads the vectors of the bundled encoder, once per thread. @throws Error when a model file is damaged */
export const loadWordVectors: () => Promise<WordVectors> = lazy(async () => {
  const [encoder, file] = await Promise.all([
    loadEncoder(),
    readFile(new URL('./word-projection.data.json', import.meta.url), 'utf8'),
  ]);
  const projection: ProjectionData = JSON.parse(file);
  if (encoder.manifest.files['embeddings.bin']?.sha256 !== projection.embeddings)
    throw new Error(
      'The projection of word vectors is for another encoder: run training/summary/learn_projection.py.',
    );
  return new WordVectors(encoder.subwords, projection);
});

function readFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
