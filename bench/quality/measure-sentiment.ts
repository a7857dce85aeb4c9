/**
 * Sentiment and emotions on development sets: `node --conditions=source bench/quality/measure-sentiment.ts [count]`.
 * Reported are the odd rows; the even ones chose temperature, thresholds and the weight of the words. Beside the engine
 * stands the bare lexicon.
 */
import { analyzeSentiment } from '@quern/engines/sentiment/analyze-sentiment';
import { loadLexicon, scoreValence } from '@quern/engines/sentiment/score-valence';
import { z } from 'zod';
import { readSet } from './read-set.ts';

const labels = ['negative', 'neutral', 'positive'] as const;
type Label = (typeof labels)[number];
interface Judged {
  readonly gold: Label;
  readonly scores: Readonly<Record<Label, number>>;
  readonly sentiment: string;
  readonly confidence: number;
  readonly words: number;
}

const count = Number(process.argv[2] ?? Infinity);
const sentimentRow = z.object({ text: z.string(), label: z.string(), lang: z.string() });
const emotionRow = z.object({ text: z.string(), labels: z.array(z.string()) });

async function judge(set: string): Promise<Judged[]> {
  const rows = readSet(`sentiment/${set}.dev`, (row) => sentimentRow.parse(row));
  const judged: Judged[] = [];
  for (const { text, label, lang } of rows.filter((_, at) => at % 2 === 1).slice(0, count)) {
    const gold = labels.find((name) => label.endsWith(name)) ?? 'neutral';
    const { scores, sentiment, confidence } = await analyzeSentiment({ text, language: lang });
    const words = scoreValence(text, await loadLexicon(lang)).compound;
    judged.push({ gold, scores, sentiment, confidence, words });
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

/** `mixed` is no label of the sets: counted as neutral. */
function byEngine({ sentiment }: Judged): string {
  return sentiment === 'mixed' ? 'neutral' : sentiment;
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

async function measureEmotions(): Promise<void> {
  const rows = readSet('emotion/goemotions.dev', (row) => emotionRow.parse(row));
  const tally = new Map<string, { hit: number; told: number; gold: number }>();
  const of = (name: string) => tally.get(name) ?? { hit: 0, told: 0, gold: 0 };
  for (const { text, labels: gold } of rows.filter((_, at) => at % 2 === 1).slice(0, count)) {
    const { emotions } = await analyzeSentiment({ text, language: 'en' });
    for (const name of new Set([...gold, ...emotions])) {
      const { hit, told, gold: wanted } = of(name);
      const [isGold, isTold] = [gold.includes(name), emotions.includes(name)];
      const next = {
        hit: hit + Number(isGold && isTold),
        told: told + Number(isTold),
        gold: wanted + Number(isGold),
      };
      tally.set(name, next);
    }
  }
  const scores = [...tally.values()].map(({ hit, told, gold }) => (2 * hit) / Math.max(1, told + gold));
  console.log(`GoEmotions macro F1 over ${scores.length} labels: ${mean(scores).toFixed(3)}`);
}

console.log('set            engine  words   ECE   (macro recall; sst2: accuracy)');
for (const set of [
  'sst5',
  'semeval',
  ...['ar', 'de', 'es', 'fr', 'hi', 'it', 'pt'].map((x) => `umsab-${x}`),
]) {
  const rows = await judge(set);
  const error = calibrationError(
    rows.map((row) => ({ confidence: row.confidence, hit: byEngine(row) === row.gold })),
  );
  const figures = [macroRecall(rows, byEngine), macroRecall(rows, byWords), error].map((x) => x.toFixed(3));
  console.log(`${set.padEnd(14)} ${figures.join('  ')}`);
  if (set === 'sst5') {
    const polar = rows.filter((row) => row.gold !== 'neutral');
    const engine = polar.map((row) =>
      Number(row.scores.positive > row.scores.negative === (row.gold === 'positive')),
    );
    const words = polar.map((row) => Number(row.words > 0 === (row.gold === 'positive')));
    console.log(`${'sst2'.padEnd(14)} ${mean(engine).toFixed(3)}  ${mean(words).toFixed(3)}`);
  }
}
await measureEmotions();
