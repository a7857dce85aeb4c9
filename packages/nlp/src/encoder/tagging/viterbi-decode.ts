import { logSoftmaxRows } from '../session/softmax.ts';

/** The BIO tags of a model, prepared for decoding. Each array has one element per tag. */
export interface TagSet {
  /** Entity type of each tag; undefined for `O`. */
  readonly types: readonly (string | undefined)[];
  /** Whether a tag begins a span (`B-`) rather than continuing the previous one. */
  readonly isBegin: readonly boolean[];
  /** The tags that an `I-` tag may follow; empty for other tags, which may follow any tag. */
  readonly predecessors: readonly (readonly number[])[];
}

/** The tag chosen for each word and its probability. */
export interface DecodedTags {
  readonly tags: Int32Array;
  readonly probabilities: Float32Array;
}

/** Index of `O`, which is also the tag before the first word of a text. */
export const outsideTag = 0;

/**
 * Prepares tags for decoding.
 *
 * @param tags names of the tags, `O` first, then `B-X` and `I-X` per type
 */
export function createTagSet(tags: readonly string[]): TagSet {
  return {
    types: tags.map((tag) => (tag === 'O' ? undefined : tag.slice(2))),
    isBegin: tags.map((tag) => tag.startsWith('B-')),
    predecessors: tags.map((tag) =>
      tag.startsWith('I-') ? [tags.indexOf(`B-${tag.slice(2)}`), tags.indexOf(tag)] : [],
    ),
  };
}

/**
 * Finds the most probable sequence of tags in which every `I-X` follows a `B-X` or an `I-X` (Viterbi algorithm). The
 * result depends only on the given words and the previous tag, so decoding window by window keeps earlier tags when text
 * is appended.
 *
 * @param logits one row of `tagSet.types.length` numbers per word
 * @param previous tag of the word before the first one
 * @param temperature divides the logits
 */
export function viterbiDecode(
  logits: Float32Array,
  { types, predecessors }: TagSet,
  previous: number,
  temperature: number,
): DecodedTags {
  const width = types.length;
  const count = logits.length / width;
  const logProbabilities = logSoftmaxRows(logits, width, temperature);
  const backpointers = new Int32Array(count * width);
  let scores = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  scores[previous] = 0;
  for (let word = 0; word < count; word += 1) {
    const next = new Float64Array(width);
    const best = argMax(scores, scores.keys());
    for (let tag = 0; tag < width; tag += 1) {
      const allowed = predecessors[tag] ?? [];
      const from = allowed.length === 0 ? best : argMax(scores, allowed);
      backpointers[word * width + tag] = from;
      next[tag] = (scores[from] ?? 0) + (logProbabilities[word * width + tag] ?? 0);
    }
    scores = next;
  }
  const tags = new Int32Array(count);
  const probabilities = new Float32Array(count);
  let tag = argMax(scores, scores.keys());
  for (let word = count - 1; word >= 0; word -= 1) {
    tags[word] = tag;
    probabilities[word] = Math.exp(logProbabilities[word * width + tag] ?? 0);
    tag = backpointers[word * width + tag] ?? outsideTag;
  }
  return { tags, probabilities };
}

/** Returns the index with the highest value; the first one of equal values. */
function argMax(values: Float64Array, indices: Iterable<number>): number {
  let best = -1;
  for (const index of indices) if (best < 0 || (values[index] ?? 0) > (values[best] ?? 0)) best = index;
  return best;
}
