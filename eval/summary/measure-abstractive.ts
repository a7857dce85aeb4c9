/**
 * Measures abstractive summaries by a language model behind any OpenAI-compatible endpoint: ROUGE against reference
 * summaries, next to extractive summaries of the same texts in the same run; sentences that the checks removed; violations
 * of the length limit; tokens and time. Writes `eval/results/abstractive.json` unless `--print` or `--limit` is given.
 *
 *     QUERN_LLM_BASE_URL=http://127.0.0.1:11434/v1 QUERN_LLM_MODEL=... [QUERN_LLM_API_KEY=...] \
 *       node --conditions=source eval/summary/measure-abstractive.ts [--limit TEXTS] [--print] [--fake]
 *
 * `--fake` uses a local endpoint that returns the first sentences of each text, to try the script. It implies `--print`.
 */
import { parseArgs } from 'node:util';
import { LlmClient } from '@quern/llm/llm-client';
import { addTokenUsage, noTokenUsage, type TokenUsage } from '@quern/llm/token-usage';
import {
  type SentenceCounts,
  type WrittenSummary,
  writeSummary,
} from '@quern/summary/abstractive/write-summary';
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { FakeLlm } from '@quern/testing/llm/fake-llm';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { z } from 'zod';
import { createNameTagger } from '../../apps/server/src/engines/name-tagger.ts';
import { DataFiles } from '../data/data-files.ts';
import { bestRouge, type RougeScore } from '../metrics/rouge.ts';
import { mean } from '../metrics/statistics.ts';
import { type Figures, writeResult } from '../write-result.ts';

const { values: options } = parseArgs({
  options: {
    limit: { type: 'string' },
    print: { type: 'boolean', default: false },
    fake: { type: 'boolean', default: false },
  },
});

/** Sets of `shared/data/summary` by name, with the texts of each that are measured. */
const sets: Readonly<Record<string, { readonly file: string; readonly language: string }>> = {
  cnn: { file: 'summary/cnndm.dev', language: 'en' },
  gum: { file: 'summary/gum.dev', language: 'en' },
  meetings: { file: 'summary/qmsum.dev', language: 'en' },
  email: { file: 'summary/convosumm-email.dev', language: 'en' },
  german: { file: 'summary/klexikon-de.dev', language: 'de' },
  french: { file: 'summary/orangesum-fr.dev', language: 'fr' },
};
/** Texts of each set: a language model is too slow, and may be too expensive, for all of them. */
const textsMax = Number(options.limit ?? 100);
/** Length limit of a summary, as a share of the reference's. */
const lengthShare = 1.1;

const row = z.object({
  text: z.string(),
  reference: z.string(),
  references: z.array(z.string()).optional(),
});
const environmentSchema = z.object({
  QUERN_LLM_BASE_URL: z.url(),
  QUERN_LLM_MODEL: z.string().min(1),
  QUERN_LLM_API_KEY: z.string().optional(),
});

interface MeasuredText {
  readonly written: WrittenSummary;
  readonly abstractive: RougeScore | undefined;
  readonly extractive: RougeScore;
  readonly isTooLong: boolean;
  readonly seconds: number;
}

/** Returns the first sentences of the text, as a model without ideas would. */
function startFakeEndpoint(): Promise<FakeLlm> {
  return FakeLlm.start(({ user }) => {
    const lines = user.split('\n').slice(1, -2).join('\n');
    const sentences = splitSentences(lines, 'en').slice(0, 3);
    return sentences.map(({ text }) => text).join(' ');
  });
}

async function main(): Promise<void> {
  const fake = options.fake ? await startFakeEndpoint() : undefined;
  const environment = environmentSchema.parse(
    fake === undefined ? process.env : { QUERN_LLM_BASE_URL: fake.baseUrl, QUERN_LLM_MODEL: 'fake' },
  );
  const llm = new LlmClient({
    baseUrl: environment.QUERN_LLM_BASE_URL,
    model: environment.QUERN_LLM_MODEL,
    apiKey: environment.QUERN_LLM_API_KEY,
    fetch,
    now: () => performance.now(),
  });
  const tagNames = await createNameTagger();
  const data = new DataFiles();
  const figures: Record<string, Figures> = {};
  let usage = noTokenUsage;
  let n = 0;
  for (const [name, { file, language }] of Object.entries(sets)) {
    const measured: MeasuredText[] = [];
    for (const { text, reference, references = [reference] } of data
      .readRows(file, row.parse.bind(row))
      .slice(0, textsMax)) {
      const maxLength = Math.round(reference.length * lengthShare);
      const started = performance.now();
      const written = await writeSummary(
        { source: { text }, title: '', language, targetLanguage: language, maxLength },
        { llm, tagNames },
      );
      const seconds = (performance.now() - started) / 1000;
      const extractive = await summarizeText({ text, language, maxLength });
      usage = addTokenUsage(usage, written.tokenUsage);
      measured.push({
        written,
        abstractive: written.summary === '' ? undefined : bestRouge(written.summary, references),
        extractive: bestRouge(extractive.summary, references),
        isTooLong: written.summary.length > maxLength,
        seconds,
      });
    }
    figures[name] = describeSet(measured);
    n += measured.length;
    console.log(name, JSON.stringify(figures[name], null, 2));
  }
  await fake?.stop();
  console.log('tokens', JSON.stringify(usage));
  if (options.print || options.fake || options.limit !== undefined) return;
  writeResult('abstractive', {
    claim: 'Abstractive summaries: ROUGE F1 against reference summaries, and what the checks removed',
    script: import.meta.filename,
    data,
    n,
    versions: { model: llm.model },
    figures: { sets: figures, tokens: { ...usage } },
  });
}

function describeSet(measured: readonly MeasuredText[]): Figures {
  const written = measured.filter(({ abstractive }) => abstractive !== undefined);
  const codes = measured.flatMap(({ written: { warnings } }) => warnings.map(({ code }) => code));
  const tokens = measured.reduce<TokenUsage>(
    (sum, { written: { tokenUsage } }) => addTokenUsage(sum, tokenUsage),
    noTokenUsage,
  );
  const total = (count: keyof SentenceCounts) =>
    measured.reduce((sum, { written: { counts } }) => sum + counts[count], 0);
  const meanOf = (scores: readonly RougeScore[]): Figures => ({
    rouge1: mean(scores.map(({ rouge1 }) => rouge1)),
    rouge2: mean(scores.map(({ rouge2 }) => rouge2)),
    rougeL: mean(scores.map(({ rougeL }) => rougeL)),
  });
  return {
    texts: measured.length,
    written: written.length,
    abstractive: meanOf(written.flatMap(({ abstractive }) => abstractive ?? [])),
    extractive: meanOf(written.map(({ extractive }) => extractive)),
    lengthViolations: measured.filter(({ isTooLong }) => isTooLong).length,
    sentences: total('written'),
    unsupportedShare: total('unsupported') / Math.max(1, total('written')),
    removedShare: total('removed') / Math.max(1, total('written')),
    textsWithRemovedSentences: codes.filter((code) => code === 'unsupported_sentences_removed').length,
    warnings: Object.fromEntries(
      [...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]),
    ),
    tokensPerText: (tokens.promptTokens + tokens.completionTokens) / Math.max(1, measured.length),
    secondsPerText: mean(measured.map(({ seconds }) => seconds)),
  };
}

await main();
