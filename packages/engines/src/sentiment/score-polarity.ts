import { hashFeatures, tokenize } from './hash-features.ts';
import { loadLinearModel } from './linear-model.ts';
import { loadLexicon, scoreValence, splitClauses } from './score-valence.ts';

export interface Polarity {
  /** Probabilities that sum to 1. */
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  /** −1..1, continuous in strength. */
  readonly score: number;
}

export interface PolarityScorer {
  (text: string): Polarity;
  /** Of the clauses around "but" and its kin; empty where there is only one. */
  clauses(text: string): Polarity[];
}

/**
 * How much the words' valence moves the model's logits, and by what the sum is divided so that probabilities hold: least
 * log loss on one half of the development sets (`bench/quality/measure-sentiment.ts` reports the other half).
 */
export const valenceWeight = 0.4;
export const temperature = 1.0;

/** The statistical part of sentiment behind one function, so that a better model can take its place. */
export async function createPolarityScorer(language: string): Promise<PolarityScorer> {
  const [model, lexicon] = await Promise.all([loadLinearModel('sentiment'), loadLexicon(language)]);
  const score = (text: string): Polarity => {
    const tokens = tokenize(text);
    const [negative = 0, neutral = 0, positive = 0] = model.logits(hashFeatures(tokens));
    const { compound, hits } = scoreValence(text, lexicon);
    if (!tokens.some((token) => /[\p{L}\p{Extended_Pictographic}]/u.test(token)) && hits === 0)
      return nothingSaid;
    const moved = [negative - valenceWeight * compound, neutral, positive + valenceWeight * compound];
    return toPolarity(softmax(moved), compound, hits);
  };
  const clauses = (text: string): Polarity[] => {
    const parts = splitClauses(text);
    return parts.length < 2 ? [] : parts.map(score);
  };
  return Object.assign(score, { clauses });
}

/** Numbers and signs alone. */
const nothingSaid: Polarity = { negative: 0.02, neutral: 0.96, positive: 0.02, score: 0 };

function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp((logit - top) / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The model knows the direction, the words know the strength: halves where words of known valence agree with it. */
function toPolarity(probabilities: readonly number[], compound: number, hits: number): Polarity {
  const [negative = 0, neutral = 0, positive = 0] = probabilities;
  const direction = positive - negative;
  const agree = hits > 0 && direction * compound > 0;
  const score = agree ? 0.5 * direction + 0.5 * compound : direction * 0.8;
  return { negative, neutral, positive, score };
}
