/**
 * Measures the text of PDF and DOCX files by word F1 against the expected Markdown of docling's test files
 * (markup and image references removed, NFKC), the mean over the files of a format.
 *
 *     node --conditions=source eval/documents/measure-documents.ts
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '@quern/documents/read-document';
import { DataFiles } from '../data/data-files.ts';
import { mean } from '../metrics/statistics.ts';
import { splitWords, wordF1 } from '../metrics/word-f1.ts';
import { type Figures, writeResult } from '../write-result.ts';

const folder = 'docs/docling/tests/data';
const formats = ['pdf', 'docx'];

/** Removes comments, image references and character references: they are not text of the document. */
function withoutMarkup(markdown: string): string {
  return markdown.replace(/<!--.*?-->|!\[.*?\]\(.*?\)/g, ' ').replace(/&\w+;/g, ' ');
}

const wordsOf = (text: string) => splitWords(text.normalize('NFKC'));

async function measureFormat(data: DataFiles, format: string) {
  const scores: number[] = [];
  for (const truth of globSync(`${folder}/${format}/groundtruth/*.md`, { cwd: data.root }).sort()) {
    const source = truth.replace('/groundtruth/', '/sources/').replace(/(?:\.docx)?\.md$/, `.${format}`);
    if (!existsSync(join(data.root, source))) continue;
    const { text } = await readDocument(data.read(source));
    scores.push(wordF1(wordsOf(text), wordsOf(withoutMarkup(data.read(truth).toString('utf8')))));
  }
  return { files: scores.length, wordF1: mean(scores) };
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const figures: Record<string, Figures> = {};
  let n = 0;
  for (const format of formats) {
    const measured = await measureFormat(data, format);
    figures[format] = measured;
    n += measured.files;
  }
  console.log(figures);
  writeResult('documents', {
    claim: 'Text of PDF and DOCX files',
    script: import.meta.filename,
    data,
    n,
    figures,
  });
}

await main();
