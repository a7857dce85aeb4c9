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

/** Labels a sentence. */
export function labelPolarity(polarity: Polarity): LabeledPolarity {
  const { positive, negative, neutral, mixed } = polarity;
  const scores = { positive, negative, neutral, mixed };
  let sentiment: SentimentLabel = 'neutral';
  for (const name of ['positive', 'negative', 'mixed'] as const) {
    if (scores[name] > scores[sentiment]) sentiment = name;
  }
  return { sentiment, score: scoreOf(sentiment, polarity.score), confidence: scores[sentiment], scores };
}

/**
 * Labels a text. Its polarity is the mean of its passages, each of which the model has read as a whole. It is at least as mixed
 * as its sentences are, and a text of several passages is also mixed when its sentences are strongly positive and strongly
 * negative. Weights are lengths.
 */
export function aggregatePolarity(
  passages: readonly Weighted<Polarity>[],
  sentences: readonly Weighted<LabeledPolarity>[],
): LabeledPolarity {
  const mixed = mean(passages, (polarity) => polarity.mixed);
  const bySign = passages.length > 1 ? mixedProbability(sentences) : 0;
  const raised = Math.max(
    mixed,
    bySign,
    mean(sentences, ({ scores }) => scores.mixed),
  );
  // The other probabilities keep their proportions.
  const rest = mixed < 1 ? (1 - raised) / (1 - mixed) : 0;
  return labelPolarity({
    negative: rest * mean(passages, (polarity) => polarity.negative),
    neutral: passages.length === 0 ? 1 : rest * mean(passages, (polarity) => polarity.neutral),
    positive: rest * mean(passages, (polarity) => polarity.positive),
    mixed: raised,
    score: mean(passages, (polarity) => polarity.score),
  });
}

/**
 * Gives the sentence that most probably has the label of the text that label, if no sentence has it: the context decides. A
 * mixed text may also have a positive and a negative sentence.
 *
 * @param sentiment label of the text
 */
export function supportLabel(
  sentences: readonly LabeledPolarity[],
  sentiment: SentimentLabel,
): readonly LabeledPolarity[] {
  const has = (label: SentimentLabel) => sentences.some((sentence) => sentence.sentiment === label);
  if (has(sentiment) || (sentiment === 'mixed' && has('positive') && has('negative'))) return sentences;
  const probabilityAt = (index: number): number => sentences[index]?.scores[sentiment] ?? 0;
  const chosen = sentences.reduce(
    (best, _, index) => (probabilityAt(index) > probabilityAt(best) ? index : best),
    0,
  );
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

/** Minimum strength of the weaker side; below it a single doubtful sentence would make a text mixed. */
const mixedFloor = 0.13;
/** How far above the floor the weaker side reaches its full effect. */
const mixedRange = 0.2;
const mixedProbabilityMax = 0.9;

/**
 * Probability that a text is mixed, from the mean strength of its positive and its negative parts: it grows with the
 * strength of the weaker side and with the balance of the two.
 */
function mixedProbability(parts: readonly Weighted<{ readonly score: number }>[]): number {
  const positive = mean(parts, ({ score }) => Math.max(0, score));
  const negative = mean(parts, ({ score }) => Math.max(0, -score));
  const weaker = Math.min(positive, negative);
  const balance = positive + negative === 0 ? 0 : (2 * weaker) / (positive + negative);
  return Math.min(mixedProbabilityMax, Math.max(0, (weaker - mixedFloor) / mixedRange) * balance);
}

/** Lowest strength of a text that is positive or negative. */
const strengthMin = 0.05;

/** Highest strength of a neutral text. */
const neutralStrengthMax = 0.25;

/** The score of a label: its sign is that of the label. */
function scoreOf(sentiment: SentimentLabel, score: number): number {
  if (sentiment === 'positive') return Math.max(strengthMin, score);
  if (sentiment === 'negative') return Math.min(-strengthMin, score);
  // Strong words of both sides do not make a mixed text strong.
  if (sentiment === 'mixed') return score * 0.5;
  return Math.max(-neutralStrengthMax, Math.min(neutralStrengthMax, score));
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
