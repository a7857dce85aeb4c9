import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { Span } from '@quern/text/span';
import { aggregateEmotions, type EmotionScores } from './aggregate-emotions.ts';
import {
  aggregatePolarity,
  type LabeledPolarity,
  labelPolarity,
  type SentimentLabel,
} from './aggregate-polarity.ts';
import { blendPolarity, neutralPolarity, type Polarity } from './blend-polarity.ts';
import { loadValenceLexicon, scoreValence } from './score-valence.ts';
import { splitClauses } from './split-clauses.ts';

export type { SentimentLabel } from './aggregate-polarity.ts';

export interface SentenceSentiment extends Span {
  readonly sentiment: SentimentLabel;
  /** −1..1 */
  readonly score: number;
  /** 0..1 */
  readonly confidence: number;
}

export interface SentimentAnalysis extends EmotionScores {
  readonly sentiment: SentimentLabel;
  /** −1 (as bad as can be said) to 1. */
  readonly score: number;
  /** Probability of the label, 0..1. */
  readonly confidence: number;
  /** Probability of each label; they sum to 1. */
  readonly scores: Readonly<Record<SentimentLabel, number>>;
  readonly sentences: readonly SentenceSentiment[];
}

/** What a reader says of one text, such as `readFeelings` of the brain. */
export interface SentimentProbabilities {
  /** Probabilities of very negative, negative, neutral, positive, very positive; they sum to 1. */
  readonly polarity: readonly number[];
  /** Probability of each emotion by itself, in the order of `FeelingsReader.emotions`. */
  readonly emotions: readonly number[];
}

/** The trained part, handed in. */
export interface SentimentModel {
  /** The emotions' names and from which probability on each is told. */
  readonly emotions: readonly { readonly label: string; readonly threshold: number }[];
  classify(texts: readonly string[]): Promise<readonly SentimentProbabilities[]>;
}

export interface AnalyzeSentimentInput {
  readonly text: string;
  /** BCP 47, or `und`. */
  readonly language: string;
}

/** Neighbouring sentences are read together up to this many characters, about what the model sees at once. */
const passageMax = 800;
/** Letters or pictures; numbers and signs alone say nothing. */
const saysSomething = /[\p{L}\p{Extended_Pictographic}]/u;
/** Beyond this many characters the sentences speak for the whole, so that each is read once and not twice. */
const passagesUntil = 50_000;

/**
 * Sentiment and emotions of a text of any length: sentences by themselves, the whole as the mean of its passages
 * weighted by length. `mixed` is a text whose clauses or sentences pull strongly both ways.
 */
export async function analyzeSentiment(
  { text, language }: AnalyzeSentimentInput,
  reader: SentimentModel,
  takeTurn: () => Promise<void> = async () => undefined,
): Promise<SentimentAnalysis> {
  const spans = splitSentences(text, language);
  await takeTurn();
  const passages = spans.length === 1 || text.length > passagesUntil ? [] : joinPassages(text, spans);
  const clauses = spans.map((span) => splitClauses(span.text));
  await takeTurn();
  const [ofSentences, ofClauses, ofPassages] = await readAll(reader, [
    spans.map((span) => span.text),
    clauses.flat(),
    passages,
  ]);
  const sentences: SentenceSentiment[] = [];
  const parts: { polarity: LabeledPolarity; weight: number }[] = [];
  const lexicon = await loadValenceLexicon(language);
  const polarityOf = (part: string, read: SentimentProbabilities | undefined): Polarity => {
    const valence = scoreValence(part, lexicon);
    if (read === undefined || (valence.matchCount === 0 && !saysSomething.test(part))) return neutralPolarity;
    return blendPolarity(read.polarity, valence);
  };
  let clause = 0;
  for (const [at, span] of spans.entries()) {
    const inside = (clauses[at] ?? []).map((part, within) => polarityOf(part, ofClauses[clause + within]));
    clause += inside.length;
    const polarity = labelPolarity(polarityOf(span.text, ofSentences[at]), inside);
    const { sentiment, score, confidence } = polarity;
    sentences.push({ ...span, sentiment, score, confidence });
    parts.push({ polarity, weight: span.text.length });
  }
  const wholes = passages.length === 0 ? spans.map((span) => span.text) : passages;
  const readings = (passages.length === 0 ? ofSentences : ofPassages).map((read, at) => {
    const part = wholes[at] ?? '';
    return { emotions: read.emotions, polarity: polarityOf(part, read), weight: part.length };
  });
  const only = parts.length === 1 ? parts[0] : undefined;
  const overall = only === undefined ? aggregatePolarity(readings, parts) : only.polarity;
  return { ...overall, ...aggregateEmotions(readings, reader.emotions), sentences };
}

/** Reads several lists of texts as one, so that texts of like length can share a batch. */
async function readAll(
  reader: SentimentModel,
  lists: readonly [readonly string[], readonly string[], readonly string[]],
): Promise<
  [readonly SentimentProbabilities[], readonly SentimentProbabilities[], readonly SentimentProbabilities[]]
> {
  const texts = lists.flat();
  const read = texts.length === 0 ? [] : await reader.classify(texts);
  const [first, second] = [lists[0].length, lists[0].length + lists[1].length];
  return [read.slice(0, first), read.slice(first, second), read.slice(second)];
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
