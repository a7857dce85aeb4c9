/**
 * Writes the sentences of marked texts for `train_facts.py`: which of them state key facts (`units.json`), and their features (`facts.f32`, a row of
 * `factFeatureNames` for each sentence). The estimates of phrases come from networks that have not seen the text, one for each fold.
 *
 *     node --conditions=source training/summary/dump-facts.ts OUTPUT DATA NETWORK...
 */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analyzeUnits } from '@quern/summary/extractive/features/analyze-units';
import { factFeatureNames, joinFactRows } from '@quern/summary/extractive/model/fact-model';
import { outlineBlocks } from '@quern/summary/extractive/outline/outline-blocks';
import type { Outline } from '@quern/summary/extractive/outline/summary-unit';
import { defaultSummaryLength } from '@quern/summary/extractive/selection/default-length';
import { loadWordVectorsWith } from '@quern/summary/extractive/vectors/word-vectors';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import { DataFiles } from '../../eval/data/data-files.ts';
import { type FactText, readFactTexts, readMarkedTexts } from '../../eval/summary/facts/fact-texts.ts';
import { namesSubject, statedFacts } from '../../eval/summary/facts/score-facts.ts';

const [output = '', data = '', ...networks] = process.argv.slice(2);

/** The texts to learn from, and those that settings are chosen by. */
const files = new DataFiles(data);
const texts = [
  ...readMarkedTexts(join(import.meta.dirname, 'fact-texts'), files).map((text) => ({
    text,
    split: 'train',
  })),
  ...readFactTexts('tuned', files).map((text) => ({ text, split: 'tuned' })),
].map(({ text, split }) => ({
  text,
  split,
  outline: outlineBlocks(readTextBlocks(text.text), text.language),
}));

/** For each unit the kinds of the facts that it states. */
function kindsOf({ facts }: FactText, { units }: Outline): string[][] {
  return units.map((unit) =>
    statedFacts(unit.text, facts).flatMap((isStated, index) => (isStated ? (facts[index]?.kind ?? []) : [])),
  );
}

function writeUnits(): void {
  const described = texts.map(({ text, split, outline }) => ({
    id: text.id,
    split,
    kinds: kindsOf(text, outline),
    namesSubject: outline.units.map((unit) => namesSubject(unit.text, text.topic)),
  }));
  writeFileSync(join(output, 'units.json'), JSON.stringify({ features: factFeatureNames, texts: described }));
}

async function writeRows(): Promise<void> {
  const folds = await Promise.all(
    networks.map(async (path) => loadWordVectorsWith(JSON.parse(await readFile(path, 'utf8')))),
  );
  const file = openSync(join(output, 'facts.f32'), 'w');
  for (const [index, { text, outline }] of texts.entries()) {
    const vectors = folds[index % folds.length];
    if (vectors === undefined) throw new Error('no network is given');
    const length = outline.units.reduce((sum, unit) => sum + unit.text.length, 0);
    const options = { language: text.language, lengthMax: defaultSummaryLength(length), vectors };
    const { features, cues } = await analyzeUnits(outline, options);
    const { buffer, byteOffset, byteLength } = joinFactRows(features.rows, cues);
    writeSync(file, Buffer.from(buffer, byteOffset, byteLength));
  }
  closeSync(file);
}

writeUnits();
await writeRows();
