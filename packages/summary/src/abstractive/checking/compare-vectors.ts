import type { SentenceSimilarity } from './check-sentences.ts';

/** Returns a vector of length 1 for each text; undefined for a text that cannot be compared. */
export type EmbedSentences = (texts: readonly string[]) => Promise<readonly (Float32Array | undefined)[]>;

/** Sentences of a text that are compared at most, at equal distances. A vector takes about 0.3 ms. */
const comparedMax = 4000;
/** Shorter source sentences, in UTF-16 code units, are similar to anything. */
const lengthMin = 20;

/** Creates a similarity of sentences from the cosine of their vectors. Source sentences without one get −1. */
export function compareVectors(embed: EmbedSentences): SentenceSimilarity {
  return async (sentences, sources) => {
    const own = await embed(sentences);
    const indexes = selectEvenly(sources);
    const others = own.some(isVector) ? await embed(indexes.map((index) => sources[index] ?? '')) : [];
    // A text in a script that the model does not know is not dissimilar.
    if (!others.some(isVector)) return sentences.map(() => undefined);
    return own.map((vector) => {
      if (vector === undefined) return undefined;
      const similarities = new Array<number>(sources.length).fill(-1);
      for (const [position, index] of indexes.entries()) {
        const other = others[position];
        if (other !== undefined) similarities[index] = dotProduct(vector, other);
      }
      return similarities;
    });
  };
}

/** Selects the sentences to compare. */
function selectEvenly(sources: readonly string[]): number[] {
  const long = sources.flatMap((source, index) => (source.length >= lengthMin ? [index] : []));
  const step = Math.max(1, long.length / comparedMax);
  const selected: number[] = [];
  for (let at = 0; at < long.length; at += step) selected.push(long[Math.floor(at)] ?? 0);
  return selected;
}

function isVector(vector: Float32Array | undefined): vector is Float32Array {
  return vector !== undefined;
}

function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
