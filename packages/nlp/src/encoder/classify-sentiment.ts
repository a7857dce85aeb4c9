import { setImmediate } from 'node:timers/promises';
import type { EncoderCallOptions } from './session/encoder-call-options.ts';
import type { EncoderSession } from './session/encoder-session.ts';
import { type LanguageGroup, polarityClasses } from './session/read-manifest.ts';
import { sigmoid, softmax } from './session/softmax.ts';
import type { Tokenizer } from './tokenizer/tokenizer.ts';
import { cacheWindows } from './windows/cache-windows.ts';
import { scoreSplitPoints } from './windows/score-split-points.ts';
import { slidingWindows } from './windows/sliding-windows.ts';
import { WindowWork } from './windows/window-work.ts';

/** Sentiment of one text, as the encoder predicts it. */
export interface SentimentProbabilities {
  /** Probabilities of very negative, negative, neutral, positive, very positive, mixed; they sum to 1. */
  readonly polarity: readonly number[];
  /** Probability of each emotion, independent of the others, in the order of the model's labels. */
  readonly emotions: readonly number[];
}

interface WeightedWindow {
  readonly subwordIds: Int32Array;
  /** The share of the text's subwords that are in the core of the window. */
  readonly weight: number;
}

/**
 * Classifies the polarity and the emotions of each text. The result of a text longer than one window is the mean of its
 * windows, weighted by the size of their cores. Each window runs alone (see `tagEntities`), so a result does not depend
 * on the other texts, and equal texts share one.
 *
 * @param group parameters for the language of the texts
 * @returns one result per text, in order
 * @throws NlpError `too_complex` before the first window runs; the reason of `signal` when it is aborted
 */
export async function classifySentiment(
  texts: readonly string[],
  tokenizer: Tokenizer,
  session: Pick<EncoderSession, 'sentimentLogits'>,
  { polarity, emotions }: LanguageGroup,
  { signal, guard, yieldIfDue = setImmediate }: EncoderCallOptions = {},
): Promise<SentimentProbabilities[]> {
  const windowsOfTexts = new Map<string, readonly WeightedWindow[]>();
  const work = new WindowWork();
  for (const text of texts) {
    if (windowsOfTexts.has(text)) continue;
    await yieldIfDue();
    signal?.throwIfAborted();
    const windows = weightedWindows(text, tokenizer);
    for (const { subwordIds } of windows) work.add(subwordIds.length);
    windowsOfTexts.set(text, windows);
  }
  const runWindow = cacheWindows((subwordIds) => session.sentimentLogits(subwordIds, guard));
  const results = new Map<string, SentimentProbabilities>();
  for (const [text, windows] of windowsOfTexts) {
    const sum = {
      polarity: new Float64Array(polarityClasses.length),
      emotions: new Float64Array(emotions.thresholds.length),
    };
    for (const { subwordIds, weight } of windows) {
      await yieldIfDue();
      signal?.throwIfAborted();
      const logits = await runWindow(subwordIds);
      const biased = logits.polarity.map((logit, at) => logit + (polarity.bias[at] ?? 0));
      addWeighted(sum.polarity, softmax(biased, polarity.temperature), weight);
      const probabilities = logits.emotions.map((logit) => sigmoid(logit / emotions.temperature));
      addWeighted(sum.emotions, probabilities, weight);
    }
    results.set(text, { polarity: [...sum.polarity], emotions: [...sum.emotions] });
  }
  return texts.flatMap((text) => results.get(text) ?? []);
}

function weightedWindows(text: string, tokenizer: Tokenizer): WeightedWindow[] {
  const tokenized = tokenizer.tokenize(text);
  const count = tokenized.ids.length;
  const windows = slidingWindows(count, scoreSplitPoints(text, tokenized));
  return windows.map(({ start, end, coreStart, coreEnd }) => ({
    // A copy, which does not keep the larger array.
    subwordIds: tokenized.ids.slice(start, end),
    weight: count === 0 ? 1 : (coreEnd - coreStart) / count,
  }));
}

function addWeighted(sum: Float64Array, values: Float32Array, weight: number): void {
  for (const [at, value] of values.entries()) sum[at] = (sum[at] ?? 0) + value * weight;
}
