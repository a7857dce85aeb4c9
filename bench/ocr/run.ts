/**
 * Measures the speed and memory of OCR: CPU seconds of a scanned receipt, of a dense page of A4 (60 lines of 90 characters
 * at 200 dpi) and of the same page turned by 90°, next to Tesseract in the same run; the time until a new process has read
 * its first image; the memory of that process; and the time of four dense pages at once.
 *
 *     npm run bench:ocr
 *
 * BENCH_ROUNDS sets the number of readings of each image (3). It needs the data sets and the libraries of
 * `npm run eval:install`, which has the font of the page.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { DataFiles } from '../../eval/data/data-files.ts';
import { median, roundToSignificant } from '../../eval/metrics/statistics.ts';
import { loadTesseract } from '../../eval/ocr/readers/tesseract-reader.ts';
import { PageCamera } from '../../eval/ocr/render/browser/page-camera.ts';
import { HeldOutSentences } from '../../eval/ocr/render/pages/held-out-sentences.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { renderDensePage } from './dense-page.ts';
import type { ReadImagesReport } from './read-images.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const receipt = 'ocr/sroie/images/063.jpg';
/** An image with one short sentence. */
const sentence = 'ocr/lang_de/images/1.png';
const run = promisify(execFile);

interface Images {
  readonly receipt: string;
  readonly sentence: string;
  readonly page: string;
  readonly turnedPage: string;
}

async function prepareImages(folder: string): Promise<Images> {
  const data = new DataFiles();
  const camera = await PageCamera.open();
  const held = await HeldOutSentences.open(data);
  const page = await renderDensePage(camera, held.sentencesOf('en')).finally(() => camera.close());
  const write = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    receipt: write('receipt.jpg', data.read(receipt)),
    sentence: write('sentence.png', data.read(sentence)),
    page: write('page.png', page),
    turnedPage: write('turned.png', await sharp(page).rotate(90).png().toBuffer()),
  };
}

async function readImages(
  mode: 'sequence' | 'together',
  files: readonly string[],
): Promise<ReadImagesReport> {
  const script = join(import.meta.dirname, 'read-images.ts');
  const { stdout } = await run(process.execPath, ['--conditions=source', script, mode, ...files]);
  return JSON.parse(stdout) as ReadImagesReport;
}

/** CPU seconds of each image in one process, which has read an image before. */
async function measureCpu({ receipt, sentence, page, turnedPage }: Images) {
  const files = Array.from({ length: rounds }, () => [receipt, page, turnedPage]).flat();
  const { cpuSeconds } = await readImages('sequence', [sentence, ...files]);
  const medianOf = (offset: number) => median(cpuSeconds.slice(1).filter((_, index) => index % 3 === offset));
  return { receipt: medianOf(0), page: medianOf(1), turnedPage: medianOf(2) };
}

/** CPU seconds of Tesseract for the receipt and the page. */
async function measureTesseract(images: Images) {
  const tesseract = await loadTesseract(undefined);
  const read = async (file: string) => {
    const bytes = await sharp(file).png().toBuffer();
    return (await tesseract.read({ bytes, language: 'en' })).cpuSeconds;
  };
  await read(images.sentence);
  const result = { receipt: await read(images.receipt), page: await read(images.page) };
  await tesseract.close();
  return result;
}

async function measureColdStart({ sentence }: Images) {
  const reports: ReadImagesReport[] = [];
  for (let round = 0; round < rounds; round++) reports.push(await readImages('sequence', [sentence]));
  return {
    firstResultMs: Math.round(median(reports.map(({ firstResultMs }) => firstResultMs))),
    firstReadingMs: Math.round(median(reports.map(({ firstReadingMs }) => firstReadingMs))),
  };
}

async function measureTogether({ page, sentence }: Images) {
  const alone = await readImages('sequence', [sentence, page, page, page, page]);
  const pages = await readImages('together', [page, page, page, page]);
  const cores = Math.min(2, availableParallelism());
  const [cpuSeconds = Number.NaN] = pages.cpuSeconds;
  const cpuAlone = alone.cpuSeconds.slice(1).reduce((sum, seconds) => sum + seconds, 0);
  return {
    cores,
    fourPagesSeconds: roundToSignificant(pages.wallSeconds),
    /** Duration over the ideal: the CPU time of the pages, read one after the other, divided by the cores. */
    overIdeal: roundToSignificant(pages.wallSeconds / (cpuAlone / cores)),
    cpuOverAlone: roundToSignificant(cpuSeconds / cpuAlone),
    peakMb: Math.round(pages.peakMb),
    baseMb: Math.round(pages.baseMb),
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-ocr-'));
  try {
    const images = await prepareImages(folder);
    const cpu = await measureCpu(images);
    const tesseract = await measureTesseract(images);
    const result = {
      cpuSeconds: {
        receipt: roundToSignificant(cpu.receipt),
        page: roundToSignificant(cpu.page),
        turnedPage: roundToSignificant(cpu.turnedPage),
      },
      tesseractCpuSeconds: {
        receipt: roundToSignificant(tesseract.receipt),
        page: roundToSignificant(tesseract.page),
      },
      turnedOverUpright: roundToSignificant(cpu.turnedPage / cpu.page),
      coldStart: await measureColdStart(images),
      together: await measureTogether(images),
    };
    console.log(result);
    writeBenchResult('ocr', { ...describeRun(), rounds, result });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
