import type { Valence } from './score-valence.ts';

/** Polarity of a text or a part of it. */
export interface Polarity {
  /** Probabilities of the four labels; they sum to 1. */
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  readonly mixed: number;
  /** −1..1, by the strength of the sentiment. */
  readonly score: number;
}

/** Score of each of the classes: from very negative to very positive, then mixed. */
const classScores = [-1, -0.5, 0, 0.5, 1, 0] as const;

/** Polarity of a text without letters or emoji. */
export const neutralPolarity: Polarity = {
  negative: 0.02,
  neutral: 0.95,
  positive: 0.02,
  mixed: 0.01,
  score: 0,
};

/**
 * Combines the predicted classes with the valence of known words. The score is the expected score of the classes;
 * where the valence has the same sign, it is the mean of both. The classes have only two strengths, so "good" and "the best
 * ever" often get the same one, and the words tell them apart.
 *
 * @param classProbabilities very negative, negative, neutral, positive, very positive, mixed
 */
export function blendPolarity(
  classProbabilities: readonly number[],
  { compound, matchCount }: Valence,
): Polarity {
  const [veryNegative = 0, negative = 0, neutral = 1, positive = 0, veryPositive = 0, mixed = 0] =
    classProbabilities;
  const expected = classScores.reduce<number>(
    (sum, score, at) => sum + score * (classProbabilities[at] ?? 0),
    0,
  );
  const agrees = matchCount > 0 && expected * compound > 0;
  return {
    negative: veryNegative + negative,
    neutral,
    positive: positive + veryPositive,
    mixed,
    score: agrees ? (expected + compound) / 2 : expected,
  };
}
