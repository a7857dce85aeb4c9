import { roundScore, roundScores } from '@quern/runtime/round-score';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { Span } from '@quern/text/span';
import type { SentimentProbabilities } from '../encoder/classify-sentiment.ts';
import { NlpError } from '../nlp-error.ts';
import { aggregateEmotions, type EmotionScores } from './aggregate-emotions.ts';
import { aggregatePolarity, labelPolarity, type SentimentLabel, supportLabel } from './aggregate-polarity.ts';
import { blendPolarity, neutralPolarity, type Polarity } from './blend-polarity.ts';
import { replaceRareEmoji } from './replace-rare-emoji.ts';
import { loadValenceLexicon, scoreValence } from './score-valence.ts';
import type { SentimentClassifier, SentimentModel } from './sentiment-model.ts';
import { splitPassages } from './split-passages.ts';

/** Sentiment of one sentence. */
export interface SentenceSentiment extends Span {
  readonly sentiment: SentimentLabel;
  /** −1..1 */
  readonly score: number;
  /** Probability of the label, 0..1. */
  readonly confidence: number;
}

/** Result of `analyzeSentiment`. */
export interface SentimentAnalysis extends EmotionScores {
  readonly sentiment: SentimentLabel;
  /** −1 (most negative) to 1 (most positive). */
  readonly score: number;
  /** Probability of the label, 0..1. */
  readonly confidence: number;
  /** Probability of each label; they sum to 1, except for rounding. */
  readonly scores: Readonly<Record<SentimentLabel, number>>;
  readonly sentences: readonly SentenceSentiment[];
}

/** Input of `analyzeSentiment`. */
export interface AnalyzeSentimentInput {
  readonly text: string;
  /** BCP 47 tag, or `und`. */
  readonly language: string;
}

/** Letters or emoji; numbers and punctuation alone have no sentiment. */
const hasLetters = /[\p{L}\p{Extended_Pictographic}]/u;
/** A longer text is represented by its sentences, so that the model reads each of them once instead of twice. */
const passageAnalysisLengthMax = 50_000;

/** A result with more sentences has 40 MB of JSON and takes more than 500 MB of memory. */
const sentencesMax = 300_000;

/** Returns the polarity of a part of the text from the model's probabilities and the part's words. */
type PolarityScorer = (part: string, probabilities: SentimentProbabilities | undefined) => Polarity;

/**
 * Analyzes the sentiment and the emotions of a text of any length. Sentences are analyzed separately; the text as a whole
 * is the mean of its passages, weighted by length. A text or sentence is `mixed` when it both praises and blames. Scores and confidences have 4 decimals.
 *
 * @param model see `createSentimentModel`
 * @param yieldIfDue awaited between the passes over the text; may throw to stop
 * @throws NlpError `too_complex` before the model runs
 */
export async function analyzeSentiment(
  { text, language }: AnalyzeSentimentInput,
  model: SentimentModel,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<SentimentAnalysis> {
  const spans = splitSentences(text, language);
  if (spans.length > sentencesMax)
    throw new NlpError(
      'too_complex',
      `the text has ${spans.length} sentences; the limit is ${sentencesMax}: send it in parts`,
    );
  await yieldIfDue();
  const usesPassages = spans.length !== 1 && text.length <= passageAnalysisLengthMax;
  const passages = usesPassages ? splitPassages(text, spans).map(replaceRareEmoji) : [];
  const sentenceTexts = spans.map((span) => replaceRareEmoji(span.text));
  const classifier = model.classifierFor(text, language);
  const [ofSentences, ofPassages] = await classifyLists(classifier, sentenceTexts, passages);
  const polarityOf = createPolarityScorer(await loadValenceLexicon(language));
  const polarities = sentenceTexts.map((sentence, at) =>
    labelPolarity(polarityOf(sentence, ofSentences[at])),
  );
  const isByPassage = passages.length > 0;
  const wholeTexts = isByPassage ? passages : sentenceTexts;
  const wholes = (isByPassage ? ofPassages : ofSentences).map((probabilities, at) => {
    const part = wholeTexts[at] ?? '';
    return {
      emotions: probabilities.emotions,
      polarity: polarityOf(part, probabilities),
      weight: part.length,
    };
  });
  const weighted = polarities.map((polarity, at) => ({ polarity, weight: sentenceTexts[at]?.length ?? 0 }));
  const [only, ...others] = polarities;
  const overall = only !== undefined && others.length === 0 ? only : aggregatePolarity(wholes, weighted);
  const supported = supportLabel(polarities, overall.sentiment);
  const sentences = spans.flatMap((span, at): SentenceSentiment[] => {
    const polarity = supported[at];
    if (polarity === undefined) return [];
    const { sentiment, score, confidence } = polarity;
    return [{ ...span, sentiment, score: roundScore(score), confidence: roundScore(confidence) }];
  });
  const emotions = aggregateEmotions(wholes, classifier.emotions, overall.sentiment);
  return {
    ...overall,
    score: roundScore(overall.score),
    confidence: roundScore(overall.confidence),
    scores: roundScores(overall.scores),
    ...emotions,
    emotionScores: roundScores(emotions.emotionScores),
    sentences,
  };
}

function createPolarityScorer(lexicon: ReadonlyMap<string, number>): PolarityScorer {
  return (part, probabilities) => {
    const valence = scoreValence(part, lexicon);
    if (probabilities === undefined || (valence.matchCount === 0 && !hasLetters.test(part)))
      return neutralPolarity;
    return blendPolarity(probabilities.polarity, valence);
  };
}

/** Classifies two lists in one call, in which the model runs equal texts once. */
async function classifyLists(
  classifier: SentimentClassifier,
  first: readonly string[],
  second: readonly string[],
): Promise<[readonly SentimentProbabilities[], readonly SentimentProbabilities[]]> {
  const texts = [...first, ...second];
  const results = texts.length === 0 ? [] : await classifier.classify(texts);
  return [results.slice(0, first.length), results.slice(first.length)];
}
