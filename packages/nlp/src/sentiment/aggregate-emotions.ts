import type { EmotionLabel } from './sentiment-model.ts';

/** Emotions of a text. */
export interface EmotionScores {
  /** Labels that reach their threshold, the strongest first; never empty. The 27 labels of GoEmotions and `neutral`. */
  readonly emotions: readonly string[];
  readonly dominantEmotion: string;
  /** Probability of each of the 28 labels, independent of the others. */
  readonly emotionScores: Readonly<Record<string, number>>;
}

interface EmotionPassage {
  /** Probabilities in the order of the labels. */
  readonly emotions: readonly number[];
  readonly weight: number;
}

/**
 * Aggregates the emotions of a text's passages. The weighted mean and the maximum count half each, so that an emotion
 * that occurs in only one passage is still reported.
 */
export function aggregateEmotions(
  passages: readonly EmotionPassage[],
  labels: readonly EmotionLabel[],
): EmotionScores {
  const totalWeight = passages.reduce((sum, { weight }) => sum + weight, 0);
  const scores = labels.map(({ label, threshold }, at) => {
    if (totalWeight === 0) return { label, threshold, score: Number(label === 'neutral') };
    let sum = 0;
    let maximum = 0;
    for (const { emotions, weight } of passages) {
      const probability = emotions[at] ?? 0;
      sum += probability * weight;
      maximum = Math.max(maximum, probability);
    }
    return { label, threshold, score: (sum / totalWeight + maximum) / 2 };
  });
  scores.sort((a, b) => b.score - a.score);
  const reached = scores.filter(({ score, threshold }) => score >= threshold);
  const emotions = (reached.length > 0 ? reached : scores.slice(0, 1)).map(({ label }) => label);
  return {
    emotions,
    dominantEmotion: emotions[0] ?? 'neutral',
    emotionScores: Object.fromEntries(scores.map(({ label, score }) => [label, score])),
  };
}
