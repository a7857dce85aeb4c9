/**
 * Measures OCR on every image of every set: character error rate, character accuracy and word F1 as means over the
 * images of a set. The engine tries other rotations and preparations of an image within a limit of processor time, so
 * run this on a quiet machine: the load average is recorded.
 *
 *     node --conditions=source eval/ocr/measure-ocr.ts [--limit IMAGES]
 */
import { existsSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, extname, join } from 'node:path';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { DataFiles, dataDir } from '../data/data-files.ts';
import { characterAccuracy, characterErrorRate } from '../metrics/character-error-rate.ts';
import { mean } from '../metrics/statistics.ts';
import { splitWords, wordF1 } from '../metrics/word-f1.ts';
import { readLimit } from '../read-limit.ts';
import { type Figures, writeResult } from '../write-result.ts';

/** Returns the names of the sets: folders with `images` and `truth`. */
function listSets(): string[] {
  return readdirSync(join(dataDir, 'ocr')).filter((set) => existsSync(join(dataDir, 'ocr', set, 'truth')));
}

async function measureSet(engine: OcrEngine, data: DataFiles, set: string, limit: number) {
  const errorRates: number[] = [];
  const accuracies: number[] = [];
  const wordScores: number[] = [];
  for (const name of readdirSync(join(dataDir, 'ocr', set, 'images')).slice(0, limit)) {
    const truth = data.read(join('ocr', set, 'truth', `${basename(name, extname(name))}.txt`)).toString();
    const { text } = await engine.recognize(data.read(join('ocr', set, 'images', name)));
    errorRates.push(characterErrorRate(text, truth));
    accuracies.push(characterAccuracy(text, truth));
    wordScores.push(wordF1(splitWords(text), splitWords(truth)));
  }
  return {
    images: errorRates.length,
    characterErrorRate: mean(errorRates),
    characterAccuracy: mean(accuracies),
    wordF1: mean(wordScores),
  };
}

async function main(): Promise<void> {
  const limit = readLimit();
  const data = new DataFiles();
  const engine = new OcrEngine();
  const sets: Record<string, Figures> = {};
  let n = 0;
  for (const set of listSets()) {
    const figures = await measureSet(engine, data, set, limit);
    sets[set] = figures;
    n += figures.images;
    console.log(set, figures);
  }
  await engine.close();
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('ocr', {
      claim: 'OCR: characters and words read from images, in reading order',
      script: import.meta.filename,
      data,
      n,
      figures: { loadAverage: loadavg()[0] ?? 0, sets },
    });
}

await main();
