/**
 * Writes the sentences of marked texts for `train_facts.py`: which of them state key facts, and the subwords of their words (`units.json`), or, with the
 * directions of each fold, their features (`facts.f32`, a row of `factFeatureNames` for each sentence). The cues of a text come from the directions that were
 * learned without it.
 *
 *     node --conditions=source training/summary/dump-facts.ts OUTPUT DATA [DIRECTIONS]
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { loadEncoder } from '@quern/nlp';
import { decodeFloats } from '@quern/runtime/model-files/base64-floats';
import { analyzeUnits } from '@quern/summary/extractive/features/analyze-units';
import { factFeatureNames, joinFactRows } from '@quern/summary/extractive/model/fact-model';
import { outlineBlocks } from '@quern/summary/extractive/outline/outline-blocks';
import type { Outline } from '@quern/summary/extractive/outline/summary-unit';
import { defaultSummaryLength } from '@quern/summary/extractive/selection/default-length';
import { extractTerms } from '@quern/summary/extractive/statistics/extract-terms';
import { readProjection, WordVectors } from '@quern/summary/extractive/vectors/word-vectors';
import { readTextBlocks } from '@quern/text/structure/readers/read-text-blocks';
import { DataFiles } from '../../eval/data/data-files.ts';
import { type FactText, readFactTexts, readMarkedTexts } from '../../eval/summary/facts/fact-texts.ts';
import { namesSubject, statedFacts } from '../../eval/summary/facts/score-facts.ts';

const [output = '', data = '', directionsFile] = process.argv.slice(2);

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
const { subwords } = await loadEncoder();

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
    lengths: outline.units.map((unit) => unit.text.length),
    kinds: kindsOf(text, outline),
    namesSubject: outline.units.map((unit) => namesSubject(unit.text, text.topic)),
    subwords: outline.units.map((unit) => extractTerms(unit.text).map((word) => [...subwords.split(word)])),
  }));
  writeFileSync(join(output, 'units.json'), JSON.stringify({ features: factFeatureNames, texts: described }));
}

/** @param folds directions that were learned without the texts of each fold, base64 of float32; a text belongs to the fold of its index */
async function writeRows(folds: readonly string[]): Promise<void> {
  const projection = await readProjection();
  const vectors = folds.map((directions) => new WordVectors(subwords, projection, decodeFloats(directions)));
  const file = openSync(join(output, 'facts.f32'), 'w');
  for (const [index, { text, outline }] of texts.entries()) {
    const own = vectors[index % vectors.length];
    if (own === undefined) throw new Error('no directions');
    const length = outline.units.reduce((sum, unit) => sum + unit.text.length, 0);
    const options = { language: text.language, lengthMax: defaultSummaryLength(length), vectors: own };
    const { features, cues } = await analyzeUnits(outline, options);
    const { buffer, byteOffset, byteLength } = joinFactRows(features.rows, cues);
    writeSync(file, Buffer.from(buffer, byteOffset, byteLength));
  }
  closeSync(file);
}

if (directionsFile === undefined) writeUnits();
else await writeRows(JSON.parse(readFileSync(directionsFile, 'utf8')));
