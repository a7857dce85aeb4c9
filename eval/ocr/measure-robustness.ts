/**
 * Checks that damaged and unusual images end in a result or an ImageError: 200 images of all formats with flipped bits,
 * truncation, wrong sizes in the header, erased and inserted bytes; and the files of `ocr/robust` in the data folder.
 *
 *     node --conditions=source eval/ocr/measure-robustness.ts [--limit IMAGES]
 *
 * Prints every image that ends in another error or takes more than a minute, and exits with 1 if there is one.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ImageError } from '@quern/ocr/image/image-error';
import { OcrEngine } from '@quern/ocr/ocr-engine';
import { DataFiles } from '../data/data-files.ts';
import { readLimit } from '../read-limit.ts';
import { writeResult } from '../write-result.ts';
import { mutatedImages } from './robustness/mutated-images.ts';

const seed = 13;
const count = 200;
const timeLimitMs = 60_000;

interface RobustnessFigures {
  images: number;
  /** Images with a result, perhaps without text. */
  read: number;
  /** Images that were rejected with an ImageError. */
  rejected: number;
  /** Images that ended in another error. */
  failed: number;
  timeouts: number;
  secondsMax: number;
  readonly [name: string]: number;
}

const noFigures = (): RobustnessFigures => ({
  images: 0,
  read: 0,
  rejected: 0,
  failed: 0,
  timeouts: 0,
  secondsMax: 0,
});

async function readInto(
  figures: RobustnessFigures,
  engine: OcrEngine,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(timeLimitMs);
  figures.images += 1;
  try {
    await engine.recognize(bytes, { signal });
    figures.read += 1;
  } catch (error) {
    if (error instanceof ImageError) figures.rejected += 1;
    else {
      figures[signal.aborted ? 'timeouts' : 'failed'] += 1;
      console.log(name, error);
    }
  }
  figures.secondsMax = Math.max(figures.secondsMax, (performance.now() - startedAt) / 1000);
}

async function main(): Promise<void> {
  const limit = readLimit();
  const data = new DataFiles();
  const engine = new OcrEngine();
  const [mutated, files] = [noFigures(), noFigures()];
  for await (const [name, bytes] of mutatedImages(count, seed)) {
    if (mutated.images >= limit) break;
    await readInto(mutated, engine, name, bytes);
  }
  for (const name of readdirSync(join(data.root, 'ocr/robust')).sort().slice(0, limit))
    await readInto(files, engine, name, data.read(join('ocr/robust', name)));
  await engine.close();
  console.log({ mutated, files });
  if ([mutated, files].some(({ failed, timeouts }) => failed + timeouts > 0)) process.exitCode = 1;
  if (limit === Number.POSITIVE_INFINITY)
    writeResult('ocr-robustness', {
      claim: 'OCR: damaged and unusual images end in a result or a clear error',
      script: import.meta.filename,
      data,
      n: mutated.images + files.images,
      seed,
      figures: { mutated, files },
    });
}

await main();
