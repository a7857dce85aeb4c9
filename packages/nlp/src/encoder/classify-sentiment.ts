import { setImmediate } from 'node:timers/promises';
import type { EncoderSession } from './encoder-session.ts';
import type { EncoderManifest } from './read-manifest.ts';
import type { EncoderCallOptions } from './tagging/tag-entities.ts';
import type { Tokenizer } from './tokenizer/tokenize.ts';
import { cacheWindows } from './windows/cache-windows.ts';
import { scoreSplitPoints } from './windows/score-split-points.ts';
import { slidingWindows } from './windows/sliding-windows.ts';

export interface SentimentProbabilities {
  /** Probabilities of very negative, negative, neutral, positive, very positive; they add up to 1. */
  readonly polarity: readonly number[];
  /** The probability of each of the manifest's emotions by itself. */
  readonly emotions: readonly number[];
}

interface Passage {
  readonly text: number;
  readonly pieces: Int32Array;
  /** Its share of the text. */
  readonly weight: number;
}

/**
 * What each text feels like, in the order of the texts. One that is longer than a window is read window by window, and
 * the answers count by how many of the pieces are theirs; an empty one is what the network makes of nothing. Each window
 * runs alone, as names do (see `tagNames`): what stands beside a sentence must not change what is said of it.
 */
export async function classifySentiment(
  texts: readonly string[],
  tokenize: Tokenizer,
  encoder: EncoderSession,
  { polarity, emotions }: EncoderManifest,
  { signal, guard, yieldIfDue: takeTurn = setImmediate }: EncoderCallOptions = {},
): Promise<SentimentProbabilities[]> {
  const sums = texts.map(() => ({
    polarity: new Float64Array(5),
    emotions: new Float64Array(emotions.labels.length),
  }));
  const [negative, neutral, positive] = polarity.bias;
  const shift = [negative, negative, neutral, positive, positive];
  const feel = cacheWindows((pieces) => encoder.sentimentLogits(pieces, guard));
  for (const { text, pieces, weight } of passagesOf(texts, tokenize)) {
    await takeTurn();
    signal?.throwIfAborted();
    const logits = await feel(pieces);
    const sum = sums[text];
    if (sum === undefined) continue;
    const shifted = logits.polarity.map((logit, at) => logit + (shift[at] ?? 0));
    addWeighted(sum.polarity, softmax(shifted, polarity.temperature), weight);
    const told = logits.emotions.map((logit) => sigmoid(logit / emotions.temperature));
    addWeighted(sum.emotions, told, weight);
  }
  return sums.map((sum) => ({ polarity: [...sum.polarity], emotions: [...sum.emotions] }));
}

/** The passages of all texts; each text is tokenized when its turn comes. */
function* passagesOf(texts: readonly string[], tokenize: Tokenizer): Generator<Passage> {
  for (const [at, text] of texts.entries()) yield* splitPassages(text, at, tokenize);
}

function splitPassages(text: string, at: number, tokenize: Tokenizer): Passage[] {
  const pieces = tokenize(text);
  const count = pieces.ids.length;
  return slidingWindows(count, scoreSplitPoints(text, pieces)).map(
    ({ start, end, coreStart: ownedStart, coreEnd: ownedEnd }) => ({
      text: at,
      pieces: pieces.ids.subarray(start, end),
      weight: count === 0 ? 1 : (ownedEnd - ownedStart) / count,
    }),
  );
}

function addWeighted(sum: Float64Array, values: Float32Array, weight: number): void {
  for (const [at, value] of values.entries()) sum[at] = (sum[at] ?? 0) + value * weight;
}

function softmax(logits: Float32Array, temperature: number): Float32Array {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp((logit - highest) / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
