/**
 * Measures six emotions (anger, disgust, fear, joy, sadness, surprise) on development sets in 29 languages, as far as a set
 * annotates them. The even rows chose the thresholds; the odd rows are reported. In
 * the same run: the F1 of always naming every emotion, which is what guessing reaches.
 *
 *     node --conditions=source eval/emotions/measure-emotions.ts [--limit TEXTS]
 */
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { analyzeSentiment } from '@quern/nlp/sentiment/analyze-sentiment';
import { createSentimentModel } from '@quern/nlp/sentiment/sentiment-model';
import { DataFiles } from '../data/data-files.ts';
import { type EmotionRow, emotionRowSchema } from '../data/emotion-row.ts';
import { sampleRows } from '../data/sample-rows.ts';
import { multilabelMacroF1 } from '../metrics/classification.ts';
import { mean } from '../metrics/statistics.ts';
import { readLimit } from '../read-limit.ts';
import { findContradictions } from '../sentiment/find-contradictions.ts';
import { type Figures, writeResult } from '../write-result.ts';

/** Rows of a set that are scored, at equal distances. */
const rowsMax = 600;
/** An emotion with fewer texts in a set is not measured. */
const textsOfEmotionMin = 4;

const sixEmotions = ['anger', 'disgust', 'fear', 'joy', 'sadness', 'surprise'];
const subtitleLanguages = 'ar cs da de el es fa fi fr he hr hu id it nl no pl pt ro ru sk sr sv th tr vi zh';
const sets = [
  ['goemotions', 'en'],
  ['kote-ko', 'ko'],
  ['cedr-ru', 'ru'],
  ['emot-id', 'id'],
  ['redv2-ro', 'ro'],
  ['hebert-he', 'he'],
  ...subtitleLanguages.split(' ').map((language) => [`xed-${language}`, language] as const),
] as const;

/** The six emotions that a set annotates often enough. */
function measuredEmotions(rows: readonly EmotionRow[]): string[] {
  return sixEmotions.filter(
    (emotion) => rows.filter(({ labels }) => labels.includes(emotion)).length >= textsOfEmotionMin,
  );
}

async function main(): Promise<void> {
  const limit = Math.min(rowsMax, readLimit());
  const data = new DataFiles();
  const model = createSentimentModel(await loadEncoder());
  const figures: Record<string, Figures> = {};
  let contradictions = 0;
  for (const [set, language] of sets) {
    const all = data.readRows(`emotion/${set}.dev`, (row) => emotionRowSchema.parse(row));
    const rows = sampleRows(
      all.filter((_, index) => index % 2 === 1),
      limit,
    );
    const predicted: (readonly string[])[] = [];
    for (const { text } of rows) {
      const result = await analyzeSentiment({ text, language }, model);
      predicted.push(result.emotions);
      contradictions += Number(findContradictions(result).length > 0);
    }
    const gold = rows.map(({ labels }) => labels);
    const measured = measuredEmotions(rows);
    const only = (lists: readonly (readonly string[])[]) =>
      lists.map((labels) => labels.filter((label) => measured.includes(label)));
    const macroF1 = multilabelMacroF1(only(gold), only(predicted));
    const always = multilabelMacroF1(only(gold), only(gold.map(() => sixEmotions)));
    figures[set] = { language, texts: rows.length, emotions: measured.length, macroF1, always };
    console.log(set, figures[set]);
  }
  const meanOf = (name: string): number => mean(Object.values(figures).map((set) => Number(set[name])));
  const means = { macroF1: meanOf('macroF1'), always: meanOf('always') };
  console.log(means, contradictions);
  if (limit < rowsMax) return;
  writeResult('emotions', {
    claim: 'Six emotions of texts in each language that a public set covers',
    script: import.meta.filename,
    data,
    n: Object.values(figures).reduce((total, set) => total + Number(set['texts']), 0),
    figures: { sets: figures, mean: means, contradictions },
  });
}

await main();
