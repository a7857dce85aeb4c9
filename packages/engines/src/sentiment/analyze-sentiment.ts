import type { Span } from '../offsets.ts';
import { splitSentences } from '../text/split-sentences.ts';
import {
  aggregatePolarity,
  type LabelledPolarity,
  labelPolarity,
  type SentimentLabel,
} from './aggregate-polarity.ts';
import { scoreEmotions } from './score-emotions.ts';
import { createPolarityScorer } from './score-polarity.ts';

export type { SentimentLabel } from './aggregate-polarity.ts';

export interface SentenceSentiment extends Span {
  readonly sentiment: SentimentLabel;
  /** −1..1 */
  readonly score: number;
  /** 0..1 */
  readonly confidence: number;
}

export interface SentimentAnalysis {
  readonly sentiment: SentimentLabel;
  /** −1 (as bad as can be said) to 1. */
  readonly score: number;
  /** Probability of the label, 0..1. */
  readonly confidence: number;
  /** Probability of each label; they sum to 1. */
  readonly scores: Readonly<Record<SentimentLabel, number>>;
  /** Of the 27 GoEmotions labels or `neutral`, strongest first, never empty. */
  readonly emotions: readonly string[];
  readonly dominantEmotion: string;
  /** Probability of each of the 28, independent of one another. */
  readonly emotionScores: Readonly<Record<string, number>>;
  readonly sentences: readonly SentenceSentiment[];
}

export interface AnalyzeSentimentInput {
  readonly text: string;
  /** BCP 47, or `und`. */
  readonly language: string;
}

/** Passages about as long as the longest texts the models were trained on are scored as one. */
const passageMax = 2000;

/**
 * Sentiment and emotions of a text of any length: sentences by themselves, the whole as the mean of its passages
 * weighted by length. `mixed` is a text whose clauses or sentences pull strongly both ways.
 */
export async function analyzeSentiment(input: AnalyzeSentimentInput): Promise<SentimentAnalysis> {
  const { text, language } = input;
  const score = await createPolarityScorer(language);
  const spans = splitSentences(text, language);
  const sentences: SentenceSentiment[] = [];
  const parts: { polarity: LabelledPolarity; weight: number }[] = [];
  for (const span of spans) {
    const polarity = labelPolarity(score(span.text), score.clauses(span.text));
    const { sentiment, score: value, confidence } = polarity;
    sentences.push({ ...span, sentiment, score: value, confidence });
    parts.push({ polarity, weight: span.text.length });
  }
  const passages = joinPassages(text, spans);
  const whole = passages.map((passage) => ({ polarity: score(passage), weight: passage.length }));
  const overall = sentences.length === 1 && parts[0] ? parts[0].polarity : aggregatePolarity(whole, parts);
  const emotions = await scoreEmotions(passages);
  return { ...overall, ...emotions, sentences };
}

/** Neighbouring sentences joined up to the length of a passage. */
function joinPassages(text: string, spans: readonly Span[]): string[] {
  const passages: string[] = [];
  let start: number | undefined;
  let end = 0;
  for (const span of spans) {
    if (start !== undefined && span.endIndex - start > passageMax) {
      passages.push(text.slice(start, end));
      start = undefined;
    }
    start ??= span.startIndex;
    end = span.endIndex;
  }
  if (start !== undefined) passages.push(text.slice(start, end));
  return passages;
}
