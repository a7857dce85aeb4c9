/**
 * Writes the sentences of marked texts for `train_facts.py`: which of them state key facts, the features of headlines and which name the subject
 * (`units.json`), and the features of sentences (`facts.f32`, a row of
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
import { defaultSummaryLength } from '@quern/summary/extractive/selection/default-length';
import { loadWordVectorsWith } from '@quern/summary/extractive/vectors/word-vectors';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import { DataFiles } from '../../eval/data/data-files.ts';
import { namesSubject } from '../../eval/summary/facts/score-facts.ts';
import { marksOf, readLearnedTexts } from './marked-sentences.ts';

const [output = '', data = '', ...networks] = process.argv.slice(2);

const texts = readLearnedTexts(new DataFiles(data)).map(({ text, isTuned }) => ({
  text,
  isTuned,
  outline: outlineBlocks(readTextBlocks(text.text), text.language),
}));

async function writeTexts(): Promise<void> {
  const folds = await Promise.all(
    networks.map(async (path) => loadWordVectorsWith(JSON.parse(await readFile(path, 'utf8')))),
  );
  const described: object[] = [];
  const file = openSync(join(output, 'facts.f32'), 'w');
  for (const [index, { text, isTuned, outline }] of texts.entries()) {
    const vectors = folds[index % folds.length];
    if (vectors === undefined) throw new Error('no network is given');
    const length = outline.units.reduce((sum, unit) => sum + unit.text.length, 0);
    const options = { language: text.language, lengthMax: defaultSummaryLength(length), vectors };
    const { features, cues, headlines } = await analyzeUnits(outline, options);
    const { buffer, byteOffset, byteLength } = joinFactRows(features.rows, cues);
    writeSync(file, Buffer.from(buffer, byteOffset, byteLength));
    const named = outline.headlines.map((headline) => namesSubject(headline.text, text.topic));
    described.push({
      tuned: isTuned,
      ...marksOf(text, outline),
      headlines: headlines.map((row, at) => [row, named[at]]),
    });
  }
  closeSync(file);
  writeFileSync(join(output, 'units.json'), JSON.stringify({ features: factFeatureNames, texts: described }));
}

await writeTexts();
