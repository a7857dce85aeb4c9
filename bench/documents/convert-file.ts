/**
 * A process that converts one file twice and prints a JSON line; `run.ts` starts it.
 *
 *     node --conditions=source bench/documents/convert-file.ts FILE
 */
import { readFileSync } from 'node:fs';
import { convertDocument } from '@quern/documents/convert-document';

/** Measurements of one process. */
export interface ConvertFileReport {
  /** Wall-clock and CPU seconds of the second conversion, after the modules are loaded and compiled. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Highest resident memory of the process, MiB. */
  readonly peakMb: number;
  /** Characters of Markdown; 0 for an error. */
  readonly length: number;
  /** Message of the error; '' for none. */
  readonly error: string;
}

async function convert(bytes: Uint8Array): Promise<Pick<ConvertFileReport, 'length' | 'error'>> {
  try {
    return { length: (await convertDocument(bytes)).markdown.length, error: '' };
  } catch (error) {
    return { length: 0, error: error instanceof Error ? error.message : String(error) };
  }
}

const bytes = readFileSync(process.argv[2] ?? '');
await convert(bytes);
const cpu = process.cpuUsage();
const start = performance.now();
const outcome = await convert(bytes);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpu);
const report: ConvertFileReport = {
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1024,
  ...outcome,
};
console.log(JSON.stringify(report));
