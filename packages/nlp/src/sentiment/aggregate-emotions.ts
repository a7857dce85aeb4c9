import type { SentimentLabel } from './aggregate-polarity.ts';
import { signOfEmotion } from './emotion-signs.ts';
import type { EmotionLabel } from './sentiment-model.ts';

/** Emotions of a text. */
export interface EmotionScores {
  /** Labels that reach their threshold, the strongest first; never empty. The 27 labels of GoEmotions and `neutral`. */
  readonly emotions: readonly string[];
  readonly dominantEmotion: string;
  /** Probability of each of the 28 labels, independent of the others, given the sentiment. */
  readonly emotionScores: Readonly<Record<string, number>>;
}

interface EmotionPassage {
  /** Probabilities in the order of the labels. */
  readonly emotions: readonly number[];
  readonly weight: number;
}

interface ScoredEmotion {
  readonly label: string;
  readonly threshold: number;
  readonly score: number;
}

/**
 * Aggregates the emotions of a text's passages. The weighted mean and the maximum count half each, so that an emotion
 * that occurs in only one passage is still reported.
 *
 * @param sentiment label of the text: the strongest emotion does not have the opposite sign
 */
export function aggregateEmotions(
  passages: readonly EmotionPassage[],
  labels: readonly EmotionLabel[],
  sentiment: SentimentLabel,
): EmotionScores {
  const totalWeight = passages.reduce((sum, { weight }) => sum + weight, 0);
  const means = labels.map(({ label, threshold }, at): ScoredEmotion => {
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
  const opposite = oppositeSign(sentiment);
  const scores = [...lowerOpposite(means, opposite)].sort((a, b) => b.score - a.score);
  const reached = scores.filter(({ score, threshold }) => score >= threshold);
  const [first] = reached;
  // The strongest emotion has not reached its threshold if one of the opposite sign comes first.
  const isMissing = first === undefined || (opposite !== 0 && signOfEmotion(first.label) === opposite);
  const emotions = (isMissing ? [...scores.slice(0, 1), ...reached] : reached).map(({ label }) => label);
  return {
    emotions,
    dominantEmotion: emotions[0] ?? 'neutral',
    emotionScores: Object.fromEntries(scores.map(({ label, score }) => [label, score])),
  };
}

/** How far below the strongest emotion those of the opposite sign are put. */
const oppositeFactor = 0.99;

/** The sign of the emotions that contradict a label; 0 if none do. */
function oppositeSign(sentiment: SentimentLabel): number {
  if (sentiment === 'positive') return -1;
  return sentiment === 'negative' ? 1 : 0;
}

/** Lowers emotions of a sign that are stronger than the strongest other one. */
function lowerOpposite(scores: readonly ScoredEmotion[], opposite: number): readonly ScoredEmotion[] {
  if (opposite === 0) return scores;
  const isOpposite = ({ label }: ScoredEmotion) => signOfEmotion(label) === opposite;
  const others = scores.filter((emotion) => !isOpposite(emotion)).map(({ score }) => score);
  const limit = Math.max(0, ...others) * oppositeFactor;
  return scores.map((emotion) =>
    isOpposite(emotion) && emotion.score > limit ? { ...emotion, score: limit } : emotion,
  );
}
