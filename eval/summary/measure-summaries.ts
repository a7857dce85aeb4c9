/**
 * Measures extractive summaries by ROUGE against reference summaries. In the same run and at the same length: the
 * first sentences of the text (lead-3 for news, lead-1 for abstracts, whose references are one sentence long). The
 * length of the lead is the limit that Quern gets.
 *
 *     node --conditions=source eval/summary/measure-summaries.ts [--limit TEXTS]
 */
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { pairedBootstrap } from '../metrics/paired-bootstrap.ts';
import { bestRouge, type RougeScore } from '../metrics/rouge.ts';
import { mean } from '../metrics/statistics.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';

interface ReferenceText {
  readonly sentences: readonly string[];
  readonly text: string;
  readonly references: readonly string[];
}

interface SummarySet {
  readonly file: string;
  /** Number of sentences of the lead baseline. */
  readonly leadSentences: number;
  readonly read: (row: unknown) => ReferenceText;
}

const variants = ['rouge1', 'rouge2', 'rougeL'] as const;

const newsRow = z.object({ text: z.string(), reference: z.string() });
const abstractRow = z.object({ sentences: z.array(z.string()), references: z.array(z.string()) });

const sets: Readonly<Record<string, SummarySet>> = {
  'cnn-dev': {
    file: 'summary/cnndm.dev',
    leadSentences: 3,
    read: (row) => {
      const { text, reference } = newsRow.parse(row);
      const sentences = splitSentences(text, 'en').map((sentence) => sentence.text);
      return { sentences, text, references: [reference] };
    },
  },
  'scitldr-test': {
    file: 'summary/scitldr.test',
    leadSentences: 1,
    read: (row) => {
      const { sentences, references } = abstractRow.parse(row);
      return { sentences, text: sentences.join(' '), references };
    },
  },
};

async function measureSet(texts: readonly ReferenceText[], leadSentences: number) {
  const [engine, baseline]: [RougeScore[], RougeScore[]] = [[], []];
  for (const { sentences, text, references } of texts) {
    const lead = sentences.slice(0, leadSentences).join(' ');
    const { summary } = await summarizeText({ text, language: 'en', maxLength: lead.length });
    engine.push(bestRouge(summary, references));
    baseline.push(bestRouge(lead, references));
  }
  const meansOf = (scores: readonly RougeScore[]) =>
    Object.fromEntries(variants.map((variant) => [variant, mean(scores.map((score) => score[variant]))]));
  const gainOf = (variant: keyof RougeScore): Figures => ({
    ...pairedBootstrap(
      engine.map((score) => score[variant]),
      baseline.map((score) => score[variant]),
    ),
  });
  return {
    texts: texts.length,
    leadSentences,
    quern: meansOf(engine),
    lead: meansOf(baseline),
    gain: Object.fromEntries(variants.map((variant) => [variant, gainOf(variant)])),
  };
}

async function main(): Promise<void> {
  const limit = readLimit();
  const data = new DataFiles();
  const figures: Record<string, Figures> = {};
  let n = 0;
  for (const [name, { file, leadSentences, read }] of Object.entries(sets)) {
    const measured = await measureSet(data.readRows(file, read).slice(0, limit), leadSentences);
    figures[name] = measured;
    n += measured.texts;
  }
  console.log(JSON.stringify(figures, null, 2));
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('summaries', {
      claim: 'Extractive summaries: ROUGE F1 against reference summaries at the length of the lead',
      script: import.meta.filename,
      data,
      n,
      figures: { sets: figures },
    });
}

await main();
