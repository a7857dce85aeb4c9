import { setImmediate } from 'node:timers/promises';
import type { EncoderCallOptions } from './session/encoder-call-options.ts';
import type { EncoderSession } from './session/encoder-session.ts';
import type { EncoderManifest } from './session/read-manifest.ts';
import { sigmoid, softmax } from './session/softmax.ts';
import type { Tokenizer } from './tokenizer/tokenizer.ts';
import { cacheWindows } from './windows/cache-windows.ts';
import { scoreSplitPoints } from './windows/score-split-points.ts';
import { slidingWindows } from './windows/sliding-windows.ts';

/** Sentiment of one text, as the encoder predicts it. */
export interface SentimentProbabilities {
  /** Probabilities of very negative, negative, neutral, positive, very positive; they sum to 1. */
  readonly polarity: readonly number[];
  /** Probability of each emotion, independent of the others, in the order of the model's labels. */
  readonly emotions: readonly number[];
}

interface WeightedWindow {
  readonly textIndex: number;
  readonly subwordIds: Int32Array;
  /** The share of the text's subwords that are in the core of the window. */
  readonly weight: number;
}

/**
 * Classifies the polarity and the emotions of each text. The result of a text longer than one window is the mean of its
 * windows, weighted by the size of their cores. Each window runs alone (see `tagEntities`), so a result does not depend
 * on the other texts.
 *
 * @returns one result per text, in order
 * @throws the reason of `signal` when it is aborted
 */
export async function classifySentiment(
  texts: readonly string[],
  tokenizer: Tokenizer,
  session: Pick<EncoderSession, 'sentimentLogits'>,
  { polarity, emotions }: EncoderManifest,
  { signal, guard, yieldIfDue = setImmediate }: EncoderCallOptions = {},
): Promise<SentimentProbabilities[]> {
  const sums = texts.map(() => ({
    polarity: new Float64Array(5),
    emotions: new Float64Array(emotions.labels.length),
  }));
  const [negative, neutral, positive] = polarity.bias;
  const bias = [negative, negative, neutral, positive, positive];
  const runWindow = cacheWindows((subwordIds) => session.sentimentLogits(subwordIds, guard));
  for (const { textIndex, subwordIds, weight } of windowsOf(texts, tokenizer)) {
    await yieldIfDue();
    signal?.throwIfAborted();
    const logits = await runWindow(subwordIds);
    const sum = sums[textIndex];
    if (sum === undefined) continue;
    const biased = logits.polarity.map((logit, at) => logit + (bias[at] ?? 0));
    addWeighted(sum.polarity, softmax(biased, polarity.temperature), weight);
    const probabilities = logits.emotions.map((logit) => sigmoid(logit / emotions.temperature));
    addWeighted(sum.emotions, probabilities, weight);
  }
  return sums.map((sum) => ({ polarity: [...sum.polarity], emotions: [...sum.emotions] }));
}

/** Yields the windows of all texts. A text is tokenized when its first window is requested. */
function* windowsOf(texts: readonly string[], tokenizer: Tokenizer): Generator<WeightedWindow> {
  for (const [textIndex, text] of texts.entries()) {
    const tokenized = tokenizer.tokenize(text);
    const count = tokenized.ids.length;
    const windows = slidingWindows(count, scoreSplitPoints(text, tokenized));
    for (const { start, end, coreStart, coreEnd } of windows)
      yield {
        textIndex,
        subwordIds: tokenized.ids.subarray(start, end),
        weight: count === 0 ? 1 : (coreEnd - coreStart) / count,
      };
  }
}

function addWeighted(sum: Float64Array, values: Float32Array, weight: number): void {
  for (const [at, value] of values.entries()) sum[at] = (sum[at] ?? 0) + value * weight;
}
