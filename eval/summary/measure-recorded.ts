/**
 * Measures abstractive summaries of texts with marked key facts, written by a language model whose responses were recorded, next to extractive summaries at the
 * same limit: how many key facts and subjects they contain, and what the checks removed.
 *
 *     node --conditions=source eval/summary/measure-recorded.ts [--missing FILE]
 *
 * `--missing` writes the prompts without a recorded response to a file, and no result: put the response of a model to each under its key into
 * `abstractive/recorded-responses.data.json`, and run it again.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LlmClient } from '@quern/llm/llm-client';
import { type WrittenSummary, writeSummary } from '@quern/summary/abstractive/write-summary';
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { createNameTagger } from '../../apps/server/src/engines/name-tagger.ts';
import { DataFiles } from '../data/data-files.ts';
import { mean } from '../metrics/statistics.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { coversFact } from './abstractive/covers-fact.ts';
import { startRecordedEndpoint } from './abstractive/recorded-endpoint.ts';
import { type FactText, readFactTexts } from './facts/fact-texts.ts';
import { namesSubject } from './facts/score-facts.ts';

const { values } = parseArgs({ options: { missing: { type: 'string' } } });
const maxLength = 600;
/** Longer texts are summarized in parts, for which nothing was recorded. */
const textLengthMax = 12_000;

interface Measured {
  readonly text: FactText;
  readonly written: WrittenSummary;
  readonly extractive: string;
}

function describe(measured: readonly Measured[], summaryOf: (one: Measured) => string): Figures {
  const covered = measured.flatMap((one) => one.text.facts.map((fact) => coversFact(summaryOf(one), fact)));
  const lengths = measured.map((one) => summaryOf(one).length);
  return {
    facts: covered.filter(Boolean).length / covered.length,
    subjects: measured.filter((one) => namesSubject(summaryOf(one), one.text.topic)).length / measured.length,
    meanLength: mean(lengths),
    longerThanLimit: lengths.filter((length) => length > maxLength).length,
  };
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const { endpoint, missing } = await startRecordedEndpoint(
    join(import.meta.dirname, 'abstractive/recorded-responses.data.json'),
  );
  const llm = new LlmClient({
    baseUrl: endpoint.baseUrl,
    model: 'recorded',
    fetch,
    now: () => performance.now(),
  });
  const tagNames = await createNameTagger();
  const measured: Measured[] = [];
  for (const text of readFactTexts('untouched', data)) {
    const { language } = text;
    if (text.text.length > textLengthMax) continue;
    const written = await writeSummary(
      { source: { text: text.text }, title: '', language, targetLanguage: language, maxLength },
      { llm, tagNames },
    );
    if (written.summary === '' && values.missing === undefined) continue;
    const extractive = await summarizeText({ text: text.text, language, maxLength });
    measured.push({ text, written, extractive: extractive.summary });
  }
  await endpoint.stop();
  if (values.missing !== undefined) {
    writeFileSync(values.missing, JSON.stringify(missing, null, 1));
    console.log(`${missing.length} prompts without a response`);
    return;
  }
  const total = (count: keyof WrittenSummary['counts']) =>
    measured.reduce((sum, { written: { counts } }) => sum + counts[count], 0);
  const figures = {
    maxLength,
    abstractive: describe(measured, ({ written }) => written.summary),
    extractive: describe(measured, ({ extractive }) => extractive),
    sentences: { written: total('written'), unsupported: total('unsupported'), removed: total('removed') },
  };
  console.log(JSON.stringify(figures, null, 1));
  writeResult('abstractive-facts', {
    claim: 'Key facts in abstractive summaries by recorded responses of a language model, after the checks',
    script: import.meta.filename,
    data,
    n: measured.length,
    figures,
  });
}

await main();
