import type { Valence } from './score-valence.ts';

/** Polarity of a text or a part of it. */
export interface Polarity {
  /** Probabilities of the three classes; they sum to 1. */
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  /** −1..1, by the strength of the sentiment. */
  readonly score: number;
}

/** Score of each of the five classes, from very negative to very positive. */
const classScores = [-1, -0.5, 0, 0.5, 1] as const;

/** Polarity of a text without letters or emoji. */
export const neutralPolarity: Polarity = { negative: 0.02, neutral: 0.96, positive: 0.02, score: 0 };

/**
 * Combines the predicted classes with the valence of known words. The score is the expected score of the five classes;
 * where the valence has the same sign, it is the mean of both. The model was trained with five classes only, so "good" and
 * "the best ever" often get the same one, and the words tell them apart.
 *
 * @param classProbabilities very negative, negative, neutral, positive, very positive
 */
export function blendPolarity(
  classProbabilities: readonly number[],
  { compound, matchCount }: Valence,
): Polarity {
  const [veryNegative = 0, negative = 0, neutral = 1, positive = 0, veryPositive = 0] = classProbabilities;
  const expected = classScores.reduce<number>(
    (sum, score, at) => sum + score * (classProbabilities[at] ?? 0),
    0,
  );
  const agrees = matchCount > 0 && expected * compound > 0;
  return {
    negative: veryNegative + negative,
    neutral,
    positive: positive + veryPositive,
    score: agrees ? (expected + compound) / 2 : expected,
  };
}
