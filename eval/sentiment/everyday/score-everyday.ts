import type { SentimentAnalysis } from '@quern/nlp/sentiment/analyze-sentiment';
import type { EverydayText } from './everyday-texts.ts';

/** An everyday text with its result. */
export interface ScoredText {
  readonly text: EverydayText;
  readonly result: SentimentAnalysis;
}

/** Shares of right labels. */
export interface EverydayFigures {
  readonly n: number;
  readonly right: number;
  readonly byLabel: Readonly<Record<string, number>>;
  readonly byKind: Readonly<Record<string, number>>;
  readonly byLanguage: Readonly<Record<string, number>>;
  /** Share of the strongest emotions that a reader accepts, of the texts where emotions are clear. */
  readonly emotions: number;
}

/** Scores results. */
export function scoreEveryday(texts: readonly ScoredText[]): EverydayFigures {
  const withEmotions = texts.filter(({ text }) => text.emotions !== undefined);
  const isAccepted = ({ text, result }: ScoredText) =>
    text.emotions?.some((emotion) => emotion === result.dominantEmotion) ?? false;
  return {
    n: texts.length,
    right: share(texts, isRight),
    byLabel: sharesBy(texts, ({ text }) => text.label),
    byKind: sharesBy(texts, ({ text }) => text.kind),
    byLanguage: sharesBy(texts, ({ text }) => text.language),
    emotions: share(withEmotions, isAccepted),
  };
}

const isRight = ({ text, result }: ScoredText) => text.label === result.sentiment;

function sharesBy(texts: readonly ScoredText[], keyOf: (text: ScoredText) => string): Record<string, number> {
  const groups = Map.groupBy(texts, keyOf);
  return Object.fromEntries([...groups].map(([key, group]) => [key, share(group, isRight)]));
}

function share(texts: readonly ScoredText[], isCounted: (text: ScoredText) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(isCounted).length / texts.length;
}
