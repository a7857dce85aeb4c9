/**
 * Measures the CRF of Stanford CoreNLP 4.5.10 (english.all.3class; Finkel et al., 2005) on the English sets of
 * measure-entities.ts: tokens as annotated, exact span and type, PERSON, ORGANIZATION and LOCATION.
 *
 *     node --conditions=source eval/entities/measure-ner-peers.ts FOLDER
 *
 * FOLDER contains stanford-corenlp-4.5.10.jar and stanford-corenlp-4.5.10-models.jar (Maven Central,
 * edu.stanford.nlp:stanford-corenlp:4.5.10 and its classifier `models`). Needs Java.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DataFiles } from '../data/data-files.ts';
import { SpanScore } from '../metrics/span-f1.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { annotatedSentenceSchema, decodeBio } from './annotated-sentence.ts';

const version = '4.5.10';
const model = 'edu/stanford/nlp/models/ner/english.all.3class.distsim.crf.ser.gz';
const types = ['PERSON', 'ORGANIZATION', 'LOCATION'];
const sets = { 'ewt-dev': 'ewt.dev', 'wnut17-test': 'wnut17.test', 'btc-dev': 'btc.dev' };

/** Tags each sentence with CoreNLP. @returns the labels of the tokens of each sentence, `O` for no entity */
function tagWithCoreNlp(
  jarFolder: string,
  file: string,
  sentences: readonly (readonly string[])[],
): string[][] {
  const rows = sentences.map((tokens) =>
    tokens.map((token) => `${token.replace(/\s/gu, '') || '_'}\tO\n`).join(''),
  );
  writeFileSync(file, rows.join('\n'));
  const jars = ['', '-models'].map((suffix) => join(jarFolder, `stanford-corenlp-${version}${suffix}.jar`));
  const run = spawnSync(
    'java',
    [
      ...['-Xmx3g', '-cp', jars.join(delimiter), 'edu.stanford.nlp.ie.crf.CRFClassifier'],
      ...['-loadClassifier', model, '-testFile', file, '-map', 'word=0,answer=1'],
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (run.status !== 0) throw new Error(`CoreNLP failed: ${run.stderr.slice(-2000)}`);
  const tagged = run.stdout.trim().split(/\n\s*\n/);
  if (tagged.length !== sentences.length)
    throw new Error(`CoreNLP returned ${tagged.length} of ${sentences.length} sentences`);
  return tagged.map((block) => block.split('\n').map((line) => line.split('\t')[2] ?? 'O'));
}

/** Converts plain labels to BIO tags: CoreNLP writes adjacent entities of one type as one. */
function toBio(labels: readonly string[]): string[] {
  return labels.map((label, index) =>
    label === 'O' ? 'O' : `${labels[index - 1] === label ? 'I' : 'B'}-${label}`,
  );
}

const toSpans = (tags: readonly string[]) =>
  decodeBio(tags).map(({ first, last, type }) => ({ startIndex: first, endIndex: last + 1, type }));

function main(): void {
  const [jarFolder] = process.argv.slice(2);
  if (jarFolder === undefined) throw new Error('Name the folder of the CoreNLP jars.');
  const folder = mkdtempSync(join(tmpdir(), 'ner-peers-'));
  const data = new DataFiles();
  const figures: Record<string, Figures> = {};
  let n = 0;
  for (const [name, file] of Object.entries(sets)) {
    const sentences = data.readRows(`ner/${file}`, (row) => annotatedSentenceSchema.parse(row));
    const labels = tagWithCoreNlp(
      jarFolder,
      join(folder, `${name}.tsv`),
      sentences.map(({ tokens }) => tokens),
    );
    const score = new SpanScore(types);
    for (const [index, { tags }] of sentences.entries())
      score.add(toSpans(toBio(labels[index] ?? [])), toSpans(tags));
    figures[name] = { sentences: sentences.length, corenlpF1: score.f1() };
    n += sentences.length;
    console.log(name, figures[name]);
  }
  rmSync(folder, { recursive: true });
  writeResult('ner-peers', {
    claim: 'Named entities: a CRF tagger on the same English sentences',
    script: import.meta.filename,
    data,
    n,
    versions: { corenlp: version },
    figures: { sets: figures },
  });
}

main();
