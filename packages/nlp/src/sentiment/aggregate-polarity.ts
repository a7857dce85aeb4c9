import type { Polarity } from './blend-polarity.ts';

export type SentimentLabel = 'positive' | 'negative' | 'neutral' | 'mixed';

export interface LabeledPolarity {
  readonly sentiment: SentimentLabel;
  readonly score: number;
  readonly confidence: number;
  readonly scores: Readonly<Record<SentimentLabel, number>>;
}

interface Weighted<T> {
  readonly polarity: T;
  readonly weight: number;
}

/** One sentence, and its clauses where it turns. */
export function labelPolarity(polarity: Polarity, clauses: readonly Polarity[]): LabeledPolarity {
  const parts = clauses.map((clause) => ({ polarity: clause, weight: 1 }));
  return label(polarity, mixedProbability(parts));
}

/** A text: the mean of its passages; mixed as its sentences differ. Weights are lengths. */
export function aggregatePolarity(
  passages: readonly Weighted<Polarity>[],
  sentences: readonly Weighted<LabeledPolarity>[],
): LabeledPolarity {
  const parts = sentences.map(({ polarity, weight }) => ({
    polarity: { ...polarity.scores, score: polarity.score },
    weight,
  }));
  const inside = mean(sentences, (polarity) => polarity.scores.mixed);
  const whole = {
    negative: mean(passages, (polarity) => polarity.negative),
    neutral: passages.length === 0 ? 1 : mean(passages, (polarity) => polarity.neutral),
    positive: mean(passages, (polarity) => polarity.positive),
    score: mean(passages, (polarity) => polarity.score),
  };
  return label(whole, Math.max(mixedProbability(parts), inside));
}

/**
 * From how much is said each way: the smaller of the two sides counts once it passes a floor, and is certain at half of
 * all that is said. The floor keeps a single doubtful clause from making a text mixed.
 */
const mixedFloor = 0.13;
const mixedRange = 0.2;

function mixedProbability(parts: readonly Weighted<Polarity>[]): number {
  if (parts.length < 2) return 0;
  const positive = mean(parts, ({ score }) => Math.max(0, score));
  const negative = mean(parts, ({ score }) => Math.max(0, -score));
  const lesser = Math.min(positive, negative);
  const balance = positive + negative === 0 ? 0 : (2 * lesser) / (positive + negative);
  return Math.min(0.9, Math.max(0, (lesser - mixedFloor) / mixedRange) * balance);
}

function label(polarity: Polarity, mixed: number): LabeledPolarity {
  const { negative, neutral, positive } = polarity;
  const rest = 1 - mixed;
  const scores = { positive: positive * rest, negative: negative * rest, neutral: neutral * rest, mixed };
  let sentiment: SentimentLabel = 'neutral';
  for (const name of ['positive', 'negative', 'mixed'] as const) {
    if (scores[name] > scores[sentiment]) sentiment = name;
  }
  // A mixed or neutral text is near the middle whatever its words.
  const score = sentiment === 'mixed' ? polarity.score * 0.5 : polarity.score;
  return { sentiment, score, confidence: scores[sentiment], scores };
}

function mean<T>(parts: readonly Weighted<T>[], value: (polarity: T) => number): number {
  let [sum, weights] = [0, 0];
  for (const { polarity, weight } of parts) {
    sum += value(polarity) * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}
