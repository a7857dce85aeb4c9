/**
 * Measures the conversion of files that LibreOffice makes of others: DOC, RTF and ODT of DOCX, XLS and ODS of XLSX, PPT
 * and ODP of PPTX. Their Markdown is compared with what the document contains, where that is known, else with the Markdown
 * of its source. It needs LibreOffice with Writer, Calc and Impress.
 *
 *     node --conditions=source eval/documents/measure-binary-office.ts --python PATH [--write FOLDER]
 *
 * `--python` makes workbooks and presentations, of which the data sets have few. `--write` keeps the files and the
 * Markdown for reading.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { convertDocument } from '@quern/documents/convert-document';
import { DataFiles } from '../data/data-files.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { LibreOffice, type SourceFile } from './binary-office/convert-with-libreoffice.ts';
import type { ConversionTruth } from './score/conversion-truth.ts';
import { readTruths } from './score/read-truths.ts';
import { type ConversionScore, scoreConversion } from './score/score-conversion.ts';
import { describeScore, summarizeScores } from './score/summarize-scores.ts';
import { truthOfMarkdown } from './score/truth-of-markdown.ts';

/** A document of which LibreOffice makes others, and what it contains. */
interface Source extends SourceFile {
  readonly name: string;
  readonly truth: ConversionTruth;
}

const targets = [
  { target: 'doc', from: 'docx' },
  { target: 'rtf', from: 'docx' },
  { target: 'odt', from: 'docx' },
  { target: 'xls', from: 'xlsx' },
  { target: 'ods', from: 'xlsx' },
  { target: 'ppt', from: 'pptx' },
  { target: 'odp', from: 'pptx' },
] as const;
const patterns = ['docs/docling/**/*.docx', 'docs/mammoth/**/*.docx', 'convert/*.{docx,pptx,xlsx}'];

const { values } = parseArgs({ options: { python: { type: 'string' }, write: { type: 'string' } } });
const data = new DataFiles();
const folder = mkdtempSync(join(tmpdir(), 'binary-office-'));
const makers = join(import.meta.dirname, 'binary-office');

async function readSources(): Promise<Source[]> {
  const truths = new Map(readTruths(data, 'convert/truth.jsonl').map((truth) => [truth.file, truth]));
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: data.root })).sort();
  const files = paths.map((path) => ({
    name: path,
    bytes: data.read(path),
    truth: truths.get(basename(path)),
  }));
  const sources = [...files, ...makeSources()].map(async ({ name, bytes, truth }) => {
    const format = extname(name).slice(1);
    const markdown = await convertDocument(bytes, { ocr: 'never' }).then(
      (converted) => converted.markdown,
      () => undefined,
    );
    if (markdown === undefined) return [];
    const expected = truth ?? truthOfMarkdown(markdown, name, format);
    return expected.blocks.length === 0 ? [] : [{ name, format, bytes, truth: expected }];
  });
  return (await Promise.all(sources)).flat();
}

function makeSources(): { name: string; bytes: Buffer; truth?: undefined }[] {
  if (values.python === undefined) return [];
  const made = join(folder, 'made');
  execFileSync(values.python, [join(makers, 'make_sources.py'), made], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return readdirSync(made)
    .sort()
    .map((name) => ({ name: `made/${name}`, bytes: readFileSync(join(made, name)) }));
}

async function scoreTarget(
  sources: readonly Source[],
  converted: readonly (Buffer | undefined)[],
  target: string,
): Promise<ConversionScore[]> {
  const scores: ConversionScore[] = [];
  for (const [index, { name, truth }] of sources.entries()) {
    const bytes = converted[index];
    if (bytes === undefined) {
      console.log(`${target} ${name}: not made`);
      continue;
    }
    const markdown = await convertDocument(bytes, { ocr: 'never' }).then(
      (document) => document.markdown,
      (error: unknown) => {
        console.error(`${target} ${name}: ${String(error)}`);
        return '';
      },
    );
    const score = scoreConversion(markdown, truth);
    console.log(`${target} ${name}: ${describeScore(score)}`);
    keep(`${name}.${target}`, bytes, markdown);
    scores.push(score);
  }
  return scores;
}

function keep(name: string, bytes: Buffer, markdown: string): void {
  if (values.write === undefined) return;
  mkdirSync(values.write, { recursive: true });
  const path = join(values.write, name.replaceAll('/', '_'));
  writeFileSync(path, bytes);
  writeFileSync(`${path}.md`, markdown);
}

/** The hash of the data sets and of the programs that make the other sources; what these write differs with the time. */
const hashed = {
  hash: () => {
    const hash = createHash('sha256').update(data.hash());
    for (const script of globSync('*.py', { cwd: makers }).sort())
      hash.update(readFileSync(join(makers, script)));
    return hash.digest('hex');
  },
};

async function main(): Promise<void> {
  const sources = await readSources();
  const office = new LibreOffice(folder);
  const figures: Record<string, Figures> = {};
  for (const { target, from } of targets) {
    const selected = sources.filter(({ format }) => format === from);
    const converted = office.convert(selected, target);
    figures[target] = summarizeScores(await scoreTarget(selected, converted, target));
  }
  console.log(JSON.stringify(figures, null, 1));
  const versions = { libreoffice: office.version };
  rmSync(folder, { recursive: true });
  if (values.python === undefined) return;
  writeResult('binary-office', {
    claim: 'Conversion of files that LibreOffice makes of others',
    script: import.meta.filename,
    data: hashed,
    n: sources.length,
    versions,
    figures,
  });
}

await main();
