/**
 * Measures names and sentiment in each language that a public set covers, whether or not the models were trained in it.
 *
 * - Names: exact span and type, micro F1 of persons, organizations and locations, FACILITY counted as LOCATION.
 * - Sentiment: mean recall of the labels that the set has, where `mixed` counts as the strongest other label; of positive
 *   and negative alone where a set has no neutral texts.
 * - Own sentences, in languages without a public set: the same on those that were held out of training.
 * - Subtitles: the same of positive and negative, on lines labeled with joy alone or with negative emotions alone.
 *
 *     node --conditions=source eval/languages/measure-languages.ts [--limit ROWS]
 */
import { join } from 'node:path';
import { loadEncoder } from '@quern/nlp/encoder/load-encoder';
import { extractEntities } from '@quern/nlp/entities/extract-entities';
import { createEntityTagger } from '@quern/nlp/entities/names/entity-tagger';
import { analyzeSentiment } from '@quern/nlp/sentiment/analyze-sentiment';
import { createSentimentModel } from '@quern/nlp/sentiment/sentiment-model';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { emotionRowSchema } from '../data/emotion-row.ts';
import { sampleRows } from '../data/sample-rows.ts';
import { annotatedSentenceSchema, toAnnotatedText } from '../entities/annotated-sentence.ts';
import { macroRecall } from '../metrics/classification.ts';
import { SpanScore } from '../metrics/span-f1.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { type LanguageSet, nameSets, ownSets, sentimentSets, subtitleSets } from './language-sets.ts';

/** Rows of a set that are scored: enough for two digits, in a few minutes for all sets. */
const rowsMax = 500;

const nameTypes = ['PERSON', 'ORGANIZATION', 'LOCATION'];
const negativeEmotions = new Set(['anger', 'disgust', 'fear', 'sadness']);

const sentimentRow = z.object({ text: z.string(), label: z.string() });

type LabeledText = z.infer<typeof sentimentRow>;
type SentimentModel = ReturnType<typeof createSentimentModel>;

const data = new DataFiles();
const limit = Math.min(rowsMax, readLimit());

function readSet<Row>({ file, groupSize }: LanguageSet, parse: (row: unknown) => Row): Row[] {
  return data.readRows(file, parse).filter((_, index) => index % groupSize === groupSize - 1);
}

async function measureNames(set: LanguageSet, tagEntities: ReturnType<typeof createEntityTagger>) {
  const sentences = sampleRows(
    readSet(set, (row) => annotatedSentenceSchema.parse(row)),
    limit,
  );
  const score = new SpanScore(nameTypes);
  for (const sentence of sentences) {
    const { text, gold } = toAnnotatedText(sentence);
    const found = await extractEntities({ text, language: set.language, tagEntities });
    const toLocation = <Span extends { readonly type: string }>(span: Span) =>
      span.type === 'FACILITY' ? { ...span, type: 'LOCATION' } : span;
    const isName = ({ type }: { readonly type: string }) => nameTypes.includes(type);
    score.add(found.map(toLocation).filter(isName), gold.map(toLocation).filter(isName));
  }
  return { set: set.file, rows: sentences.length, names: score.goldCount(), f1: score.f1() };
}

/** Leaves out labels that hardly occur, whose recall would be chance. */
function withoutRareLabels(rows: readonly LabeledText[]): LabeledText[] {
  const groups = Map.groupBy(rows, ({ label }) => label);
  return rows.filter(({ label }) => (groups.get(label)?.length ?? 0) > rows.length / 20);
}

async function measureSentiment(
  { file, language }: LanguageSet,
  rows: readonly LabeledText[],
  model: SentimentModel,
) {
  const texts = sampleRows(withoutRareLabels(rows), limit);
  const gold = texts.map(({ label }) => label);
  const labels = [...new Set(gold)].toSorted();
  const predicted: string[] = [];
  for (const { text } of texts) {
    const { scores } = await analyzeSentiment({ text, language }, model);
    const ranked = Object.entries(scores)
      .filter(([label]) => labels.includes(label))
      .toSorted(([, left], [, right]) => right - left);
    predicted.push(ranked[0]?.[0] ?? '');
  }
  return { set: file, rows: texts.length, labels: labels.length, macroRecall: macroRecall(gold, predicted) };
}

/** Kinds of own sentences by their label. */
const ownKinds = {
  positive: ['praise', 'strongPraise', 'negatedBlame', 'mildPraise', 'betterThan', 'thanks', 'shortPositive'],
  negative: ['blame', 'strongBlame', 'negatedPraise', 'mildBlame', 'worseThan', 'irony', 'politeComplaints'],
  neutral: ['facts', 'headlines', 'badNews', 'questions', 'instructions', 'requests'],
};
const ownTexts = new DataFiles(join(import.meta.dirname, '../../training/encoder/texts'));
const ownTextsSchema = z.record(z.string(), z.array(z.string()));

/** Reads every other sentence of a language: those that were held out. */
function readOwnTexts({ file }: LanguageSet): LabeledText[] {
  const table = ownTextsSchema.parse(JSON.parse(ownTexts.read(file).toString('utf8')));
  return Object.entries(ownKinds).flatMap(([label, kinds]) =>
    kinds.flatMap((kind) =>
      (table[kind] ?? [])
        .filter((_, index) => index % 2 === 1)
        .map((text) => ({ text: text.replace('{n}', '7').replace('{h}', '9:30'), label })),
    ),
  );
}

/** The polarity of a line of subtitles by its emotions; undefined if they differ or have none. */
function toLabel(emotions: readonly string[]): string | undefined {
  const isPositive = emotions.includes('joy');
  const isNegative = emotions.some((emotion) => negativeEmotions.has(emotion));
  return isPositive === isNegative ? undefined : isPositive ? 'positive' : 'negative';
}

function readSubtitles(set: LanguageSet): LabeledText[] {
  return readSet(set, (row) => emotionRowSchema.parse(row)).flatMap(({ text, labels }) => {
    const label = toLabel(labels);
    return label === undefined ? [] : [{ text, label }];
  });
}

async function main(): Promise<void> {
  const encoder = await loadEncoder();
  const tagEntities = createEntityTagger(encoder);
  const model = createSentimentModel(encoder);
  const figures: Record<string, Record<string, Figures>> = { names: {}, sentiment: {} };
  const report = (operation: string, { language }: LanguageSet, measured: Figures) => {
    figures[operation] = { ...figures[operation], [language]: measured };
    console.log(operation, language, measured);
  };
  for (const set of nameSets) report('names', set, await measureNames(set, tagEntities));
  for (const set of sentimentSets) {
    const rows = readSet(set, (row) => sentimentRow.parse(row));
    report('sentiment', set, await measureSentiment(set, rows, model));
  }
  for (const set of ownSets) report('sentiment', set, await measureSentiment(set, readOwnTexts(set), model));
  for (const set of subtitleSets) {
    report('sentiment', set, await measureSentiment(set, readSubtitles(set), model));
  }
  if (limit < rowsMax) return;
  const rows = Object.values(figures).flatMap((byLanguage) => Object.values(byLanguage));
  writeResult('languages', {
    claim: 'Names and sentiment in each language that a public set covers',
    script: import.meta.filename,
    data: { hash: () => `${data.hash()}${ownTexts.hash()}` },
    n: rows.reduce((total, row) => total + Number(row['rows']), 0),
    figures,
  });
}

await main();
