/**
 * Measures conversion to Markdown: words, order, headings, lists, table cells and code of documents whose content is
 * known, for Quern and, with `--python`, for other libraries on the same files.
 *
 *     node --conditions=source eval/documents/measure-conversion.ts [--python PATH] [--tessdata FOLDER] [--set FOLDER]
 *       [--write FOLDER]
 *
 * PATH is a Python interpreter with the packages of eval/documents/requirements.txt. `--tessdata` is the folder with the
 * language data of Tesseract, with which liteparse recognizes text, such as that of the package tesseract-ocr of Debian;
 * pymupdf4llm recognizes it with RapidOCR.
 *
 * `--set` measures another folder with files and a `truth.jsonl`, without writing a result. `--write` keeps the
 * Markdown of Quern for reading.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { convertDocument } from '@quern/documents/convert-document';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { z } from 'zod';
import { DataFiles, dataDir } from '../data/data-files.ts';
import { mean } from '../metrics/statistics.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { openNodePeers } from './node-peers.ts';
import { recognize } from './recognize.ts';
import type { ConversionTruth } from './score/conversion-truth.ts';
import { readTruths } from './score/read-truths.ts';
import { type ConversionScore, scoreConversion } from './score/score-conversion.ts';
import { describeScore, summarizeScores } from './score/summarize-scores.ts';

const peerLine = z.union([
  z.object({ file: z.string(), markdown: z.string().nullable(), seconds: z.number() }),
  z.object({ version: z.string() }),
]);

const peers = ['markitdown', 'pymupdf4llm', 'pandoc'] as const;

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    tessdata: { type: 'string' },
    set: { type: 'string' },
    write: { type: 'string' },
  },
});
const folder = values.set === undefined ? 'convert' : resolve(values.set);
const data = values.set === undefined ? new DataFiles() : new DataFiles(folder);
/** Where the files are. */
const root = values.set === undefined ? join(dataDir, folder) : folder;
const pathOf = (file: string): string => (values.set === undefined ? join(folder, file) : file);

const ocr = new OcrEngine();

async function convert(bytes: Uint8Array): Promise<string> {
  return (await convertDocument(bytes, { recognized: await recognize(bytes, ocr) })).markdown;
}

/** The Markdown of each file; '' where a converter fails. */
type Outputs = ReadonlyMap<string, string>;

async function convertAll(truths: readonly ConversionTruth[]): Promise<Outputs> {
  const outputs = new Map<string, string>();
  for (const { file } of truths) {
    const bytes = data.read(pathOf(file));
    const markdown = await convert(bytes).catch((error: unknown) => {
      console.error(`${file}: ${String(error)}`);
      return '';
    });
    outputs.set(file, markdown);
    if (values.write === undefined) continue;
    const target = join(values.write, `${file}.md`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, markdown);
  }
  return outputs;
}

function runPeer(name: string, truths: readonly ConversionTruth[]): { outputs: Outputs; version: string } {
  const script = join(import.meta.dirname, 'peers.py');
  const text = execFileSync(
    values.python ?? '',
    [script, name, ...truths.map(({ file }) => join(root, file))],
    {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...(values.tessdata && { TESSDATA_PREFIX: values.tessdata }) },
    },
  );
  const outputs = new Map<string, string>();
  let version = '';
  for (const line of text.split('\n').filter((each) => each.startsWith('{'))) {
    const parsed = peerLine.parse(JSON.parse(line));
    if ('version' in parsed) version = parsed.version;
    else outputs.set(parsed.file.slice(root.length + 1), parsed.markdown ?? '');
  }
  return { outputs, version };
}

async function runNodePeer(
  convertFile: (path: string) => Promise<string>,
  truths: readonly ConversionTruth[],
): Promise<Outputs> {
  const outputs = new Map<string, string>();
  for (const { file } of truths) outputs.set(file, await convertFile(join(root, file)).catch(() => ''));
  return outputs;
}

const groupOf = ({ format, scanned }: ConversionTruth): string => (scanned === true ? 'scan' : format);

function summarize(scores: readonly ConversionScore[]): Record<string, number> {
  return { ...summarizeScores(scores), leaked: scores.reduce((sum, { leaked }) => sum + leaked, 0) };
}

function scoreAll(truths: readonly ConversionTruth[], outputs: Outputs): Figures {
  const groups = Map.groupBy(truths, groupOf);
  const score = (truth: ConversionTruth) => scoreConversion(outputs.get(truth.file) ?? '', truth);
  const byFormat = Object.fromEntries(
    [...groups].map(([name, members]) => [name, summarize(members.map(score))]),
  );
  const totals = [...groups.values()].map((members) => mean(members.map((truth) => score(truth).total)));
  return { ...byFormat, all: { ...summarize(truths.map(score)), meanOfFormats: mean(totals) } };
}

async function main(): Promise<void> {
  const truths = readTruths(data, pathOf('truth.jsonl'));
  const outputs = await convertAll(truths);
  for (const truth of truths) {
    const score = scoreConversion(outputs.get(truth.file) ?? '', truth);
    console.log(`${truth.file}: ${describeScore(score)}`);
  }
  const figures: Record<string, Figures> = { quern: scoreAll(truths, outputs) };
  const versions: Record<string, string> = {};
  for (const name of values.python === undefined ? [] : peers) {
    const peer = runPeer(name, truths);
    figures[name] = scoreAll(truths, peer.outputs);
    versions[name] = peer.version;
  }
  const nodePeers = values.python === undefined ? {} : await openNodePeers(values.tessdata);
  for (const [name, { version, convert: convertFile }] of Object.entries(nodePeers)) {
    figures[name] = scoreAll(truths, await runNodePeer(convertFile, truths));
    versions[name] = version;
  }
  for (const [name, each] of Object.entries(figures)) console.log(name, JSON.stringify(each, null, 1));
  await ocr.close();
  if (values.set !== undefined || values.python === undefined) return;
  writeResult('conversion', {
    claim: 'Conversion of documents to Markdown',
    script: import.meta.filename,
    data,
    n: truths.length,
    versions,
    figures,
  });
}

await main();
