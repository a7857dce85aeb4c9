import { readFile } from 'node:fs/promises';
import { lazy } from '@quern/runtime/caching/lazy';
import { hashFeatures } from './hash-features.ts';

/** The part of the model that is not binary. */
export interface LanguageModelHeader {
  /** Number of buckets of features, a power of 2. */
  readonly bucketCount: number;
  /** Length of the buckets' vectors. */
  readonly dimension: number;
  /** Scores grow with this power of the number of features, up to `countMax` features. */
  readonly scalePower: number;
  readonly countMax: number;
  /** The languages of each script that several languages are written in, and `und`, in the order of their weights. */
  readonly classes: Readonly<Record<string, readonly string[]>>;
}

/** The languages of a script, and the row of weights of the first of them. */
interface ScriptClasses {
  readonly languages: readonly string[];
  readonly firstRow: number;
}

/**
 * The linear classifier of low rank that `training/language/train.py` writes to `model/language-model.bin`: weights and
 * biases of the classes (f32, little-endian), and a vector for each bucket of features (two 4-bit integers in a byte, the lower
 * half first).
 */
export class LanguageModel {
  readonly #header: LanguageModelHeader;
  readonly #classes: ReadonlyMap<string, ScriptClasses>;
  readonly #weights: Float32Array;
  readonly #biases: Float32Array;
  readonly #vectors: Int8Array;

  constructor(header: LanguageModelHeader, file: Uint8Array) {
    this.#header = header;
    const classes = new Map<string, ScriptClasses>();
    let rowCount = 0;
    for (const [script, languages] of Object.entries(header.classes)) {
      classes.set(script, { languages, firstRow: rowCount });
      rowCount += languages.length;
    }
    this.#classes = classes;
    // `slice` of a Buffer shares its memory, which may begin inside a larger one.
    const bytes = Uint8Array.from(file).buffer;
    this.#weights = new Float32Array(bytes, 0, rowCount * header.dimension);
    this.#biases = new Float32Array(bytes, this.#weights.byteLength, rowCount);
    const start = this.#weights.byteLength + this.#biases.byteLength;
    this.#vectors = unpackHalfBytes(
      new Uint8Array(bytes, start, (header.bucketCount * header.dimension) / 2),
    );
  }

  /** The languages that `score` scores for a script, `und` for names and code among them; none for a script of one language. */
  languagesOf(script: string): readonly string[] {
    return this.#classes.get(script)?.languages ?? [];
  }

  /**
   * Scores the languages of a script for words of it.
   *
   * @param words in the form of `languageWords`
   * @returns an unnormalized log probability for each of `languagesOf(script)`
   */
  score(script: string, words: readonly string[]): Float64Array {
    const { languages, firstRow } = this.#classes.get(script) ?? { languages: [], firstRow: 0 };
    const { dimension, scalePower, countMax } = this.#header;
    const weights = this.#weights;
    const { sums, count } = this.#sumVectors(words);
    const scale = Math.min(count, countMax) ** scalePower / Math.max(count, 1);
    return Float64Array.from(languages, (_, position) => {
      const start = (firstRow + position) * dimension;
      let score = 0;
      for (let index = 0; index < dimension; index++)
        score += (sums[index] ?? 0) * (weights[start + index] ?? 0);
      return score * scale + (this.#biases[firstRow + position] ?? 0);
    });
  }

  /** Sums the vectors of all features of the words. */
  #sumVectors(words: readonly string[]): { sums: Float64Array; count: number } {
    const { dimension, bucketCount } = this.#header;
    const vectors = this.#vectors;
    const sums = new Float64Array(dimension);
    let count = 0;
    for (const word of words) {
      hashFeatures(word, bucketCount, true, (bucket) => {
        const start = bucket * dimension;
        for (let index = 0; index < dimension; index++)
          sums[index] = (sums[index] ?? 0) + (vectors[start + index] ?? 0);
        count++;
      });
    }
    return { sums, count };
  }
}

/** Unpacks signed 4-bit integers. An iterator over the bytes takes five times as long. */
function unpackHalfBytes(packed: Uint8Array): Int8Array {
  const values = new Int8Array(packed.length * 2);
  for (let index = 0; index < packed.length; index++) {
    const byte = packed[index] ?? 0;
    values[index * 2] = (byte << 28) >> 28;
    values[index * 2 + 1] = (byte << 24) >> 28;
  }
  return values;
}

/** Loads the bundled model once. */
export const loadLanguageModel = lazy(async () => {
  const [{ default: header }, file] = await Promise.all([
    import('./model/language-model.data.json', { with: { type: 'json' } }),
    readFile(new URL('model/language-model.bin', import.meta.url)),
  ]);
  return new LanguageModel(header, file);
});
