import type { Polarity } from './blend-polarity.ts';

/** Sentiment of a text or a sentence. */
export type SentimentLabel = 'positive' | 'negative' | 'neutral' | 'mixed';

/** A polarity with its label. */
export interface LabeledPolarity {
  readonly sentiment: SentimentLabel;
  /** −1..1 */
  readonly score: number;
  /** Probability of the label, 0..1. */
  readonly confidence: number;
  /** Probability of each label; they sum to 1. */
  readonly scores: Readonly<Record<SentimentLabel, number>>;
}

interface Weighted<T> {
  readonly polarity: T;
  readonly weight: number;
}

/**
 * Labels a sentence.
 *
 * @param clauses polarities of its clauses, if it has a contrast word such as "but"
 */
export function labelPolarity(polarity: Polarity, clauses: readonly Polarity[]): LabeledPolarity {
  const parts = clauses.map((clause) => ({ polarity: clause, weight: 1 }));
  return label(polarity, mixedProbability(parts));
}

/**
 * Labels a text. Its polarity is the mean of its passages; it is mixed when its sentences differ or are mixed themselves.
 * Weights are lengths.
 */
export function aggregatePolarity(
  passages: readonly Weighted<Polarity>[],
  sentences: readonly Weighted<LabeledPolarity>[],
): LabeledPolarity {
  const parts = sentences.map(({ polarity, weight }) => ({
    polarity: { ...polarity.scores, score: polarity.score },
    weight,
  }));
  const meanMixed = mean(sentences, (polarity) => polarity.scores.mixed);
  const whole = {
    negative: mean(passages, (polarity) => polarity.negative),
    neutral: passages.length === 0 ? 1 : mean(passages, (polarity) => polarity.neutral),
    positive: mean(passages, (polarity) => polarity.positive),
    score: mean(passages, (polarity) => polarity.score),
  };
  return label(whole, Math.max(mixedProbability(parts), meanMixed));
}

/**
 * Gives the sentence that most probably has the label of the text that label, if no sentence has it: the context decides.
 *
 * @param sentiment label of the text
 */
export function supportLabel(
  sentences: readonly LabeledPolarity[],
  sentiment: SentimentLabel,
): readonly LabeledPolarity[] {
  const isSupported = sentences.some((sentence) => sentence.sentiment === sentiment);
  if (isSupported || sentiment === 'neutral' || sentiment === 'mixed') return sentences;
  const probabilities = sentences.map(({ scores }) => scores[sentiment]);
  const chosen = probabilities.indexOf(Math.max(...probabilities));
  return sentences.map((sentence, index) =>
    index === chosen
      ? {
          ...sentence,
          sentiment,
          score: scoreOf(sentiment, sentence.score),
          confidence: sentence.scores[sentiment],
        }
      : sentence,
  );
}

/** Minimum strength of the weaker side; below it a single doubtful clause would make a text mixed. */
const mixedFloor = 0.13;
/** How far above the floor the weaker side reaches its full effect. */
const mixedRange = 0.2;
const mixedProbabilityMax = 0.9;

/**
 * Probability that a text is mixed, from the mean strength of its positive and its negative parts: it grows with the
 * strength of the weaker side and with the balance of the two.
 */
function mixedProbability(parts: readonly Weighted<Polarity>[]): number {
  if (parts.length < 2) return 0;
  const positive = mean(parts, ({ score }) => Math.max(0, score));
  const negative = mean(parts, ({ score }) => Math.max(0, -score));
  const weaker = Math.min(positive, negative);
  const balance = positive + negative === 0 ? 0 : (2 * weaker) / (positive + negative);
  return Math.min(mixedProbabilityMax, Math.max(0, (weaker - mixedFloor) / mixedRange) * balance);
}

function label(polarity: Polarity, mixed: number): LabeledPolarity {
  const { negative, neutral, positive } = polarity;
  const rest = 1 - mixed;
  const scores = { positive: positive * rest, negative: negative * rest, neutral: neutral * rest, mixed };
  let sentiment: SentimentLabel = 'neutral';
  for (const name of ['positive', 'negative', 'mixed'] as const) {
    if (scores[name] > scores[sentiment]) sentiment = name;
  }
  return { sentiment, score: scoreOf(sentiment, polarity.score), confidence: scores[sentiment], scores };
}

/** Lowest strength of a text that is positive or negative. */
const strengthMin = 0.05;

/** The score of a label: its sign is that of the label. */
function scoreOf(sentiment: SentimentLabel, score: number): number {
  if (sentiment === 'positive') return Math.max(strengthMin, score);
  if (sentiment === 'negative') return Math.min(-strengthMin, score);
  // Strong words of both sides do not make a mixed text strong.
  return sentiment === 'mixed' ? score * 0.5 : score;
}

function mean<T>(parts: readonly Weighted<T>[], select: (polarity: T) => number): number {
  let sum = 0;
  let totalWeight = 0;
  for (const { polarity, weight } of parts) {
    sum += select(polarity) * weight;
    totalWeight += weight;
  }
  return totalWeight === 0 ? 0 : sum / totalWeight;
}
