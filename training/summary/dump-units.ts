/**
 * Writes the features and labels of all sentences of the data sets in `../shared/data/summary`, and of pages with their
 * descriptions, for `train.py`: `rows.f32` (a row of `unitFeatureNames` for each sentence) and `texts.json` (one entry
 * for each text).
 *
 *     node --conditions=source training/summary/dump-units.ts OUTPUT SUMMARY-DATA WCXB-PAGES [every nth]
 */
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyzeUnits } from '@quern/summary/extractive/features/analyze-units';
import { unitFeatureNames } from '@quern/summary/extractive/features/unit-feature-names';
import { outlineBlocks } from '@quern/summary/extractive/outline/outline-blocks';
import { loadWordVectors } from '@quern/summary/extractive/vectors/word-vectors';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import { z } from 'zod';
import { labelUnits } from './label-units.ts';
import { readDescriptions } from './read-descriptions.ts';

interface ReferenceText {
  readonly text: string;
  readonly references: readonly string[];
  readonly language: string;
}

const rowSchema = z.object({
  text: z.string().optional(),
  sentences: z.array(z.string()).optional(),
  reference: z.string().optional(),
  references: z.array(z.string()).optional(),
  lang: z.string().optional(),
});

const [output = '', data = '', pages = '', step = '1'] = process.argv.slice(2);

function readSet(file: string): ReferenceText[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => {
    const { text, sentences, reference, references, lang = 'en' } = rowSchema.parse(JSON.parse(line));
    return {
      text: text ?? sentences?.join(' ') ?? '',
      references: references ?? [reference ?? ''],
      language: lang,
    };
  });
}

const vectors = await loadWordVectors();
const rowsFile = openSync(join(output, 'rows.f32'), 'w');
const texts: object[] = [];
let rowCount = 0;

async function dumpSet(set: string, split: string, rows: readonly ReferenceText[]): Promise<void> {
  for (const [row, { text, references, language }] of rows.entries()) {
    if (row % Number(step) !== 0) continue;
    const outline = outlineBlocks(readTextBlocks(text), language);
    if (outline.units.length < 2) continue;
    const lengthMax = Math.round(references.reduce((sum, { length }) => sum + length, 0) / references.length);
    const { features } = await analyzeUnits(outline, { language, lengthMax, vectors });
    const { buffer, byteOffset, byteLength } = features.rows;
    writeSync(rowsFile, Buffer.from(buffer, byteOffset, byteLength));
    const labels = labelUnits(
      outline.units.map((unit) => unit.text),
      references,
      lengthMax,
    );
    texts.push({ set, split, row, firstRow: rowCount, lengthMax, ...labels });
    rowCount += outline.units.length;
  }
  console.log(set, split, texts.length, rowCount);
}

for (const file of readdirSync(data).filter((name) => name.endsWith('.jsonl.gz'))) {
  const [set = '', split = ''] = file.split('.');
  await dumpSet(set, split, readSet(join(data, file)));
}
const described = readDescriptions(pages).map(({ text, reference }) => ({
  text,
  references: [reference],
  language: 'en',
}));
await dumpSet('web', 'train', described);
closeSync(rowsFile);
writeFileSync(join(output, 'texts.json'), JSON.stringify({ features: unitFeatureNames, rowCount, texts }));
