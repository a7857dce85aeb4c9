import { hashFeatures, tokenize } from './hash-features.ts';
import { loadLinearModel } from './linear-model.ts';
import manifest from './models/manifest.json' with { type: 'json' };

export interface EmotionScores {
  readonly emotions: readonly string[];
  readonly dominantEmotion: string;
  readonly emotionScores: Readonly<Record<string, number>>;
}

const thresholds: readonly number[] = manifest.emotion.thresholds;

/**
 * Probabilities of the 28 labels, each told by its own threshold (F1 on one half of GoEmotions' development set). Of
 * several passages the mean and the strongest count half each: an emotion that shows once still shows.
 */
export async function scoreEmotions(passages: readonly string[]): Promise<EmotionScores> {
  const model = await loadLinearModel('emotion');
  const sums = new Float64Array(model.labels.length);
  const tops = new Float64Array(model.labels.length);
  let length = 0;
  for (const passage of passages) {
    const logits = model.logits(hashFeatures(tokenize(passage)));
    length += passage.length;
    for (const [at, logit] of logits.entries()) {
      const probability = 1 / (1 + Math.exp(-logit));
      sums[at] = (sums[at] ?? 0) + probability * passage.length;
      tops[at] = Math.max(tops[at] ?? 0, probability);
    }
  }
  const scores = model.labels.map((label, at) => ({
    label,
    score: length === 0 ? Number(label === 'neutral') : ((sums[at] ?? 0) / length + (tops[at] ?? 0)) / 2,
    threshold: thresholds[at] ?? 0.5,
  }));
  scores.sort((a, b) => b.score - a.score);
  return chooseLabels(scores);
}

function chooseLabels(scores: readonly { label: string; score: number; threshold: number }[]): EmotionScores {
  const passed = scores.filter(({ score, threshold }) => score >= threshold);
  const told = passed.length > 0 ? passed : scores.slice(0, 1);
  const emotions = told.map(({ label }) => label);
  return {
    emotions,
    dominantEmotion: emotions[0] ?? 'neutral',
    emotionScores: Object.fromEntries(scores.map(({ label, score }) => [label, score])),
  };
}
