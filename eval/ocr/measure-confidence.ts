/**
 * Measures whether the confidence of OCR falls where the text is garbled: pages that are blurred, tiny, stretched, noisy and
 * degraded in other ways, each way with ten pages of ten languages. For pages and for lines: the calibration error, and the
 * rank correlation of the confidence with the share of correct characters.
 *
 *     node --conditions=source eval/ocr/measure-confidence.ts [--work FOLDER] [--only DEGRADATION]...
 *
 * The pages are those of `measure-ocr.ts`, from the same work folder. With `--only`, no result is written.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { DataFiles } from '../data/data-files.ts';
import { calibrationGap, type ScoredShare } from '../metrics/calibration-gap.ts';
import { characterAccuracy } from '../metrics/character-error-rate.ts';
import { findClosestPart } from '../metrics/closest-part.ts';
import { rankCorrelation } from '../metrics/rank-correlation.ts';
import { mean } from '../metrics/statistics.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { degradations, degradePicture } from './confidence/degrade-picture.ts';
import { RandomSource } from './render/drawing/random-source.ts';
import { openRenderedSets } from './render/rendered-sets.ts';
import { listPublicSets, type TruthImage } from './sets/image-sets.ts';

const seed = 20_261_129;
const pagesOfDegradation = 10;
/** A line with more errors is garbled; one with a confidence above the last value is stated as read. */
const [garbledMin, sureMin] = [0.3, 0.9];

const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

interface Measured {
  readonly page: ScoredShare;
  readonly lines: readonly (ScoredShare & { readonly length: number })[];
}

async function measure(engine: OcrEngine, bytes: Uint8Array, expected: string): Promise<Measured> {
  const { text, confidence, lines } = await engine.recognize(bytes);
  return {
    page: { confidence, correctShare: characterAccuracy(normalize(text), expected) },
    lines: lines.map((line) => {
      const read = normalize(line.text);
      const { distance } = findClosestPart(expected, read);
      const correctShare = 1 - distance / Math.max(1, read.length);
      return { confidence: line.confidence, correctShare, length: read.length };
    }),
  };
}

/** Figures of shares with confidences. */
function summarize(shares: readonly ScoredShare[]): Figures {
  const [confidences, correct] = [
    shares.map(({ confidence }) => confidence),
    shares.map(({ correctShare }) => correctShare),
  ];
  return {
    count: shares.length,
    confidence: mean(confidences),
    correctShare: mean(correct),
    gap: calibrationGap(shares),
    rankCorrelation: rankCorrelation(confidences, correct),
  };
}

/** Pages of different languages, as many as are measured with each degradation. */
function listPages(sets: readonly { readonly name: string; readonly images: readonly TruthImage[] }[]) {
  return sets
    .filter(({ name }) => /^(?:page|lang|synth_clean)/.test(name))
    .flatMap(({ images }) => images.slice(0, 1));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      work: {
        type: 'string',
        default: join(import.meta.dirname, '../../node_modules/.cache/quern-ocr-eval'),
      },
      only: { type: 'string', multiple: true },
    },
  });
  const data = new DataFiles();
  const rendered = await openRenderedSets(resolve(values.work), data);
  const pages = listPages([...listPublicSets(data), ...rendered.sets]);
  const engine = new OcrEngine();
  const all: Measured[] = [];
  const kinds: Record<string, Figures> = {};
  const random = new RandomSource(seed);
  for (const name of Object.keys(degradations)) {
    const measured: Measured[] = [];
    for (const image of random.shuffle([...pages]).slice(0, pagesOfDegradation)) {
      const strength = random.number(0, 1);
      if (values.only !== undefined && !values.only.includes(name)) continue;
      const bytes = await degradePicture(image.readBytes(), name, strength, random);
      measured.push(await measure(engine, bytes, normalize(image.text)));
    }
    if (measured.length === 0) continue;
    all.push(...measured);
    const shares = measured.map(({ page }) => page);
    kinds[name] = {
      pages: shares.length,
      confidence: mean(shares.map(({ confidence }) => confidence)),
      correctShare: mean(shares.map(({ correctShare }) => correctShare)),
    };
    console.log(name, kinds[name]);
  }
  await engine.close();
  const lines = all.flatMap((each) => each.lines);
  const garbled = lines.filter(({ correctShare }) => correctShare < 1 - garbledMin);
  const figures: Figures = {
    pages: summarize(all.map(({ page }) => page)),
    lines: {
      ...(summarize(lines) as object),
      garbled: garbled.length,
      garbledSure: garbled.filter(({ confidence }) => confidence > sureMin).length,
    },
    degradations: kinds,
  };
  console.log(JSON.stringify(figures, null, 1));
  if (values.only !== undefined) return;
  writeResult('ocr-confidence', {
    claim: 'OCR: the confidence falls where the text of degraded pages is garbled',
    script: import.meta.filename,
    data: { hash: () => rendered.combineHash(data.hash()) },
    n: all.length,
    seed,
    figures,
  });
}

await main();
