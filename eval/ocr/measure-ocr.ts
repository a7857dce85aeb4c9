/**
 * Measures OCR on every public image and on the rendered sets of `eval/ocr/render`: word F1, character error rate,
 * calibration of the confidence, exact rows of tables, and CPU time. In the same run: Tesseract, which is given the
 * language of each set, and RapidOCR; Quern is not given the language.
 *
 *     node --conditions=source eval/ocr/measure-ocr.ts --python PATH [--tessdata FOLDER] [--work FOLDER]
 *       [--set NAME]... [--limit IMAGES] [--no-peers] [--no-quern] [--worst N]
 *
 * PATH is a Python interpreter with the packages of eval/ocr/requirements.txt. `--tessdata` is a folder with language data
 * of Tesseract for languages without an npm package, such as that of the packages tesseract-ocr-* of Debian. The rendered
 * images and the readings of the peers are kept in the work folder (node_modules/.cache/quern-ocr-eval). `--set` measures
 * single sets and `--limit` the first images of each; `--no-peers` and `--no-quern` leave readers out. With one of these
 * options no result is written. `--worst N` prints the images that Quern reads worst.
 */

import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DataFiles } from '../data/data-files.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { MeasuredSets } from './measured-sets.ts';
import { openCachedReader } from './readers/cached-reader.ts';
import { createQuernReader } from './readers/quern-reader.ts';
import { startRapidOcr } from './readers/rapidocr-reader.ts';
import type { Reader } from './readers/reader.ts';
import { loadTesseract } from './readers/tesseract-reader.ts';
import { openRenderedSets } from './render/rendered-sets.ts';
import { type ImageSet, listPublicSets } from './sets/image-sets.ts';

const workDirDefault = join(import.meta.dirname, '../../node_modules/.cache/quern-ocr-eval');

function readOptions() {
  const { values } = parseArgs({
    options: {
      python: { type: 'string' },
      tessdata: { type: 'string' },
      work: { type: 'string', default: workDirDefault },
      set: { type: 'string', multiple: true },
      limit: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
      'no-quern': { type: 'boolean', default: false },
      worst: { type: 'string', default: '0' },
    },
  });
  if (values.python === undefined && !values['no-peers'])
    throw new Error('Name --python, an interpreter with RapidOCR, or use --no-peers.');
  const isWhole =
    values.set === undefined && values.limit === undefined && !values['no-peers'] && !values['no-quern'];
  return {
    ...values,
    work: resolve(values.work),
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit),
    worst: Number(values.worst),
    isWhole,
  };
}

type Options = ReturnType<typeof readOptions>;

async function openReaders(options: Options): Promise<Reader[]> {
  const readers: Reader[] = options['no-quern'] ? [] : [createQuernReader()];
  const { python, tessdata } = options;
  if (options['no-peers'] || python === undefined) return readers;
  const cacheFile = (name: string) => join(options.work, 'readings', `${name}.jsonl`);
  readers.push(
    await openCachedReader(cacheFile('tesseract'), 'Tesseract', () => loadTesseract(tessdata)),
    await openCachedReader(cacheFile('rapidocr'), 'RapidOCR', () => startRapidOcr(python)),
  );
  return readers;
}

async function measure(sets: readonly ImageSet[], readers: readonly Reader[], options: Options) {
  const measured = new MeasuredSets(readers.map(({ name }) => name));
  for (const set of sets) {
    if (options.set !== undefined && !options.set.includes(set.name)) continue;
    for (const image of set.images.slice(0, options.limit))
      for (const reader of readers) {
        const reading = await reader.read({ bytes: image.readBytes(), language: image.language });
        measured.add(set.name, image, reader.name, reading);
      }
    measured.print(set.name);
  }
  return measured;
}

/** Versions of the peers. Documents name them by paths, in which a dot separates fields. */
function namePeerVersions(readers: readonly Reader[]): Record<string, string> {
  const versions = readers.flatMap((reader) => Object.entries(reader.versions));
  return Object.fromEntries(versions.map(([name, version]) => [name.replaceAll('.', '-'), version]));
}

async function main(): Promise<void> {
  const options = readOptions();
  const data = new DataFiles();
  const rendered = await openRenderedSets(options.work, data);
  const readers = await openReaders(options);
  const measured = await measure([...listPublicSets(data), ...rendered.sets], readers, options);
  for (const reader of readers) await reader.close();
  measured.printWorst('Quern', options.worst);
  const figures: Figures = { loadAverage: loadavg()[0] ?? 0, ...measured.figures() };
  console.log(JSON.stringify(figures['calibration'], null, 2));
  if (options.isWhole)
    writeResult('ocr', {
      claim: 'OCR: characters, words and rows of tables read from images, in reading order',
      script: import.meta.filename,
      data: { hash: () => rendered.combineHash(data.hash()) },
      n: measured.images,
      seed: rendered.seed,
      versions: namePeerVersions(readers),
      figures,
    });
}

await main();
