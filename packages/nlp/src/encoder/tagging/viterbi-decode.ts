/** The BIO tags of a model, prepared for decoding. */
export interface TagSet {
  /** Of each tag the type of its name, undefined for `O`. */
  readonly types: readonly (string | undefined)[];
  /** Whether a tag begins a name; one that does not goes on with the name before. */
  readonly isBegin: readonly boolean[];
  /** Of each `I-` tag the tags that it may follow; empty for the others, which may follow any. */
  readonly predecessors: readonly (readonly number[])[];
}

/** The chosen tag of each group and its probability. */
export interface DecodedTags {
  readonly tags: Int32Array;
  readonly probabilities: Float32Array;
}

/** `O`, the tag before the first group of a text. */
export const outsideTag = 0;

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
 * The most probable tags of some groups in a row, of all in which an `I-X` follows a `B-X` or `I-X` (Viterbi). `logits`
 * holds `tagSet.types.length` numbers a group, `previous` is the tag of the group before the first. What follows later
 * has no say: a text that is decoded window by window keeps its tags when text is added.
 */
export function viterbiDecode(
  logits: Float32Array,
  { types, predecessors }: TagSet,
  previous: number,
  temperature: number,
): DecodedTags {
  const width = types.length;
  const count = logits.length / width;
  const logProbabilities = logSoftmax(logits, width, temperature);
  const back = new Int32Array(count * width);
  let sums = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  sums[previous] = 0;
  for (let group = 0; group < count; group += 1) {
    const next = new Float64Array(width);
    const best = argMax(sums, sums.keys());
    for (let tag = 0; tag < width; tag += 1) {
      const allowed = predecessors[tag] ?? [];
      const from = allowed.length === 0 ? best : argMax(sums, allowed);
      back[group * width + tag] = from;
      next[tag] = (sums[from] ?? 0) + (logProbabilities[group * width + tag] ?? 0);
    }
    sums = next;
  }
  const tags = new Int32Array(count);
  const probabilities = new Float32Array(count);
  let tag = argMax(sums, sums.keys());
  for (let group = count - 1; group >= 0; group -= 1) {
    tags[group] = tag;
    probabilities[group] = Math.exp(logProbabilities[group * width + tag] ?? 0);
    tag = back[group * width + tag] ?? outsideTag;
  }
  return { tags, probabilities };
}

function logSoftmax(logits: Float32Array, width: number, temperature: number): Float64Array {
  const result = new Float64Array(logits.length);
  for (let row = 0; row < logits.length; row += width) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = row; at < row + width; at += 1) highest = Math.max(highest, logits[at] ?? 0);
    let sum = 0;
    for (let at = row; at < row + width; at += 1)
      sum += Math.exp(((logits[at] ?? 0) - highest) / temperature);
    const shift = Math.log(sum);
    for (let at = row; at < row + width; at += 1)
      result[at] = ((logits[at] ?? 0) - highest) / temperature - shift;
  }
  return result;
}

/** The first of the indices whose value is highest. */
function argMax(values: Float64Array, indices: Iterable<number>): number {
  let best = -1;
  for (const index of indices) if (best < 0 || (values[index] ?? 0) > (values[best] ?? 0)) best = index;
  return best;
}
