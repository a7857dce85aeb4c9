/**
 * Measures abstractive summaries of texts with marked key facts, written by a language model whose responses were recorded, next to extractive summaries at the
 * same limit: how many key facts and subjects they contain, what the checks removed, and how many faults they find that are put into supported
 * sentences.
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
import {
  type CheckSentencesInput,
  checkSentences,
} from '@quern/summary/abstractive/checking/check-sentences';
import { type WrittenSummary, writeSummary } from '@quern/summary/abstractive/write-summary';
import { summarizeText } from '@quern/summary/extractive/summarize-text';
import { createNameTagger } from '../../apps/server/src/engines/name-tagger.ts';
import { DataFiles } from '../data/data-files.ts';
import { mean } from '../metrics/statistics.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { type CorruptedSentence, corruptSentence } from './abstractive/corrupt-sentence.ts';
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

/** Faults that were put into sentences, and those of them that the checks found. */
class FaultCounts {
  readonly #counts = new Map<CorruptedSentence['kind'], { sentences: number; found: number }>();

  add(kind: CorruptedSentence['kind'], isFound: boolean): void {
    const counts = this.#counts.get(kind) ?? { sentences: 0, found: 0 };
    this.#counts.set(kind, { sentences: counts.sentences + 1, found: counts.found + (isFound ? 1 : 0) });
  }

  toFigures(): Figures {
    return Object.fromEntries(this.#counts);
  }
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
  const faults = new FaultCounts();
  const findFaults = async (input: CheckSentencesInput, text: FactText): Promise<void> => {
    const corrupted = input.sentences.flatMap((each) => corruptSentence(each, text.text, text.language));
    const found = await checkSentences(
      { ...input, sentences: corrupted.map((each) => each.text) },
      { tagNames },
    );
    for (const [at, { kind }] of corrupted.entries()) faults.add(kind, found[at]?.problems.length !== 0);
  };
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
    const sentences = written.sentences.map((sentence) => sentence.text);
    await findFaults(
      { source: { text: text.text }, title: '', language, sentences, summaryLanguage: language },
      text,
    );
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
    faults: faults.toFigures(),
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
