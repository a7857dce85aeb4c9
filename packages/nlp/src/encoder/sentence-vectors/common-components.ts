import { decodeFloats } from '@quern/runtime/model-files/base64-floats';
import data from './common-components.data.json' with { type: 'json' };

/**
 * The mean of sentence vectors and the directions in which they differ most: language, length and style rather than
 * meaning.
 */
export class CommonComponents {
  readonly #mean: Float32Array;
  readonly #directions: readonly Float32Array[];

  /**
   * @param mean of vectors of length 1
   * @param directions orthogonal, of length 1
   */
  constructor(mean: Float32Array, directions: readonly Float32Array[]) {
    this.#mean = mean;
    this.#directions = directions;
  }

  /** Returns a vector without the mean and the directions. */
  remove(vector: Float32Array): Float32Array {
    const rest = vector.map((value, at) => value - (this.#mean[at] ?? 0));
    for (const direction of this.#directions) {
      let dot = 0;
      for (let at = 0; at < rest.length; at += 1) dot += (rest[at] ?? 0) * (direction[at] ?? 0);
      for (let at = 0; at < rest.length; at += 1) rest[at] = (rest[at] ?? 0) - dot * (direction[at] ?? 0);
    }
    return rest;
  }
}

/**
 * Returns the components of the bundled model, which `training/encoder/fit-common-components.ts` has fitted.
 *
 * @param embeddingsSha256 checksum of the model's token embeddings
 * @returns undefined for other embeddings than those they were fitted to
 */
export function commonComponentsOf(embeddingsSha256: string | undefined): CommonComponents | undefined {
  if (data.embeddingsSha256 !== embeddingsSha256) return undefined;
  return new CommonComponents(decodeFloats(data.mean), data.directions.map(decodeFloats));
}
