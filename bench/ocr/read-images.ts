/**
 * A process that reads images and prints one JSON line; `run.ts` starts it.
 *
 *     node --conditions=source bench/ocr/read-images.ts MODE IMAGE...
 *
 * MODE is `sequence` (one image after the other) or `together` (all at once, after the first one has been read alone).
 */
import { readFileSync } from 'node:fs';
import { OcrEngine } from '@quern/ocr/ocr-engine';

/** Figures that the process prints. */
export interface ReadImagesReport {
  /** Time from the start of the process until the first result. */
  readonly firstResultMs: number;
  /** Time and CPU time of the first reading, with loading the models. */
  readonly firstReadingMs: number;
  /** CPU seconds of each image (`sequence`) or of all images (`together`). */
  readonly cpuSeconds: readonly number[];
  readonly wallSeconds: number;
  /** Peak of the resident memory of the process; at its start, before the engine is loaded. */
  readonly peakMb: number;
  readonly baseMb: number;
  readonly characters: number;
}

async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Peak resident memory of this process on Linux, in MiB. */
function peakMemoryMb(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function main(): Promise<void> {
  const [mode, ...files] = process.argv.slice(2);
  const images = files.map((file) => readFileSync(file));
  const [first] = images;
  if (first === undefined) throw new Error('Name the images to read.');
  const baseMb = peakMemoryMb();
  const engine = new OcrEngine();
  const startedAt = performance.now();
  const firstCpuSeconds = await cpuSecondsOf(() => engine.recognize(first));
  const firstResultMs = performance.now();
  const cpuSeconds: number[] = [];
  let characters = 0;
  const read = async (image: Buffer) => {
    characters += (await engine.recognize(image)).text.length;
  };
  const restartedAt = performance.now();
  if (mode === 'together') cpuSeconds.push(await cpuSecondsOf(() => Promise.all(images.map(read))));
  else {
    cpuSeconds.push(firstCpuSeconds);
    for (const image of images.slice(1)) cpuSeconds.push(await cpuSecondsOf(() => read(image)));
  }
  const report: ReadImagesReport = {
    firstResultMs,
    firstReadingMs: firstResultMs - startedAt,
    cpuSeconds,
    wallSeconds: (performance.now() - restartedAt) / 1000,
    peakMb: peakMemoryMb(),
    baseMb,
    characters,
  };
  await engine.close();
  console.log(JSON.stringify(report));
}

await main();
