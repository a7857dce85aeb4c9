import type { Valence } from './score-valence.ts';

export interface Polarity {
  /** Probabilities that sum to 1. */
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  /** −1..1, continuous in strength. */
  readonly score: number;
}

/** Where each of the five classes stands between as bad and as good as can be said. */
const places = [-1, -0.5, 0, 0.5, 1] as const;

/** A text of numbers and signs alone. */
export const neutralPolarity: Polarity = { negative: 0.02, neutral: 0.96, positive: 0.02, score: 0 };

/**
 * From the probabilities of very negative, negative, neutral, positive and very positive: the three classes, and as score
 * the mean of the five places. Where words of known valence agree with the direction they say half of how strong it is: the
 * network was taught by five steps, and "good" and "the best ever" often share one.
 */
export function blendPolarity(five: readonly number[], { compound, matchCount: hits }: Valence): Polarity {
  const [veryNegative = 0, negative = 0, neutral = 1, positive = 0, veryPositive = 0] = five;
  const place = places.reduce<number>((sum, step, at) => sum + step * (five[at] ?? 0), 0);
  const agree = hits > 0 && place * compound > 0;
  return {
    negative: veryNegative + negative,
    neutral,
    positive: positive + veryPositive,
    score: agree ? (place + compound) / 2 : place,
  };
}
