import { setImmediate } from 'node:timers/promises';
import type { EncoderCallOptions } from '../session/encoder-call-options.ts';
import type { EncoderSession } from '../session/encoder-session.ts';
import { specialTokenIds } from '../tokenizer/read-vocabulary.ts';
import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { windowLengthMax } from '../windows/sliding-windows.ts';
import type { CommonComponents } from './common-components.ts';

/** Parts of an encoder that compute the vectors of sentences. */
export interface SentenceVectorModel {
  readonly tokenizer: Tokenizer;
  readonly session: Pick<EncoderSession, 'tokenEmbeddings'>;
  /** Weight of each subword by id. */
  readonly weights: Float32Array;
  readonly common: CommonComponents;
}

/** Smoothing of the weights. */
const smoothing = 1e-4;
/** Longest part of a text that is tokenized, in UTF-16 code units. */
const textLengthMax = windowLengthMax * 16;
/** Share of unknown subwords above which a vector is meaningless. A word in an unknown script is half unknown, half marker. */
const unknownShareMax = 0.2;

/**
 * Returns the weight of each subword: frequent ones say less.
 *
 * @param scores log probabilities of the vocabulary
 */
export function subwordWeights(scores: Float32Array): Float32Array {
  return scores.map((score) => smoothing / (smoothing + Math.exp(score)));
}

/**
 * Returns a vector for each text: the mean of its token embeddings, weighted by inverse frequency, without the components
 * that sentences have in common (Arora, Liang and Ma 2017, "A Simple but Tough-to-Beat Baseline for Sentence Embeddings").
 * It separates summaries of a text from those of other texts as well as mean hidden states do, and needs no run of the
 * network.
 *
 * @returns one vector of length 1 per text, in order; undefined for texts that are mostly unknown subwords, and empty ones
 * @throws the reason of `signal` when it is aborted
 */
export async function embedSentences(
  texts: readonly string[],
  { tokenizer, session, weights, common }: SentenceVectorModel,
  { signal, yieldIfDue = setImmediate }: EncoderCallOptions = {},
): Promise<(Float32Array | undefined)[]> {
  const vectors: (Float32Array | undefined)[] = [];
  for (const text of texts) {
    await yieldIfDue();
    signal?.throwIfAborted();
    const ids = tokenizer.tokenize(text.slice(0, textLengthMax)).ids.subarray(0, windowLengthMax);
    vectors.push(
      isKnown(ids)
        ? normalize(common.remove(normalize(weightedSum(await session.tokenEmbeddings(ids), ids, weights))))
        : undefined,
    );
  }
  return vectors;
}

function isKnown(ids: Int32Array): boolean {
  let unknown = 0;
  for (const id of ids) if (id === specialTokenIds.unknown) unknown += 1;
  return ids.length > 0 && unknown <= ids.length * unknownShareMax;
}

/** @param rows one row of values per subword */
export function weightedSum(rows: Float32Array, ids: Int32Array, weights: Float32Array): Float32Array {
  const size = rows.length / ids.length;
  const sum = new Float32Array(size);
  for (const [row, id] of ids.entries()) {
    const weight = weights[id] ?? 0;
    for (let at = 0; at < size; at += 1) sum[at] = (sum[at] ?? 0) + weight * (rows[row * size + at] ?? 0);
  }
  return sum;
}

/** Scales a vector to length 1; a zero vector stays. */
export function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
