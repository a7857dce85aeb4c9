export interface EmotionScores {
  /** Of the 27 GoEmotions labels or `neutral`, strongest first, never empty. */
  readonly emotions: readonly string[];
  readonly dominantEmotion: string;
  /** Probability of each of the 28, independent of one another. */
  readonly emotionScores: Readonly<Record<string, number>>;
}

interface Passage {
  readonly emotions: readonly number[];
  readonly weight: number;
}

/**
 * The emotions of a text from those of its passages: the mean, weighted, and the strongest count half each, so that an
 * emotion that shows once still shows. Each label is told from its own threshold on.
 */
export function aggregateEmotions(
  passages: readonly Passage[],
  labels: readonly { readonly label: string; readonly threshold: number }[],
): EmotionScores {
  const total = passages.reduce((sum, { weight }) => sum + weight, 0);
  const scores = labels.map(({ label, threshold }, at) => {
    if (total === 0) return { label, threshold, score: Number(label === 'neutral') };
    let [sum, top] = [0, 0];
    for (const { emotions, weight } of passages) {
      const probability = emotions[at] ?? 0;
      sum += probability * weight;
      top = Math.max(top, probability);
    }
    return { label, threshold, score: (sum / total + top) / 2 };
  });
  scores.sort((a, b) => b.score - a.score);
  const passed = scores.filter(({ score, threshold }) => score >= threshold);
  const emotions = (passed.length > 0 ? passed : scores.slice(0, 1)).map(({ label }) => label);
  return {
    emotions,
    dominantEmotion: emotions[0] ?? 'neutral',
    emotionScores: Object.fromEntries(scores.map(({ label, score }) => [label, score])),
  };
}
