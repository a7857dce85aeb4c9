/**
 * Measures what an installation occupies on disk, by part: the packages of package-lock.json that are installed here,
 * with the flags that leave them out.
 *
 *     npm ci && node bench/install/run.ts
 */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';

const root = resolve(import.meta.dirname, '../..');

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Parts by the names of their packages; the first match counts. */
const parts: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Node 24', /^node-(?:linux|bin)/],
  ['ONNX Runtime', /^onnxruntime-/],
  ['OCR: drawing the pages of PDFs', /^@embedpdf\//],
  ['browser for pages that need JavaScript', /^(?:@sparticuz\/chromium|playwright-core)/],
  ['vocabulary for counting tokens', /^tiktoken/],
  ['image decoding: binaries of sharp', /^@img\//],
  ['image decoding: sharp', /^sharp/],
  ['language detection', /^eld$/],
  ['translation engine, without models', /^@browsermt\//],
  ['phone numbers', /^libphonenumber-js/],
];

interface InstalledPackage {
  readonly name: string;
  readonly bytes: number;
  /** The flag of `npm ci` that leaves it out. */
  readonly omitted: '' | '--omit=dev' | '--omit=optional';
}

/** Disk usage of a folder without the packages nested in it. */
function diskUsage(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += diskUsage(path);
    else bytes += lstatSync(path).blocks * 512;
  }
  return bytes;
}

function listInstalled(): InstalledPackage[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(lock.packages).flatMap(([path, { dev, optional, devOptional, link }]) => {
    if (!path.includes('node_modules/') || link || !existsSync(join(root, path))) return [];
    const omitted = dev ? '--omit=dev' : optional || devOptional ? '--omit=optional' : '';
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, bytes: diskUsage(join(root, path)), omitted } as const];
  });
}

function titleOf({ name, omitted }: InstalledPackage): string {
  if (omitted === '--omit=dev') return 'development: compiler, linter, tests';
  const rest = omitted === '' ? 'server, database drivers and other libraries' : 'other optional libraries';
  return parts.find(([, pattern]) => pattern.test(name))?.[0] ?? rest;
}

function main(): void {
  const installed = listInstalled();
  const groups = Map.groupBy(installed, (item) => `${titleOf(item)}|${item.omitted}`);
  const megabytes = (items: readonly InstalledPackage[]): number =>
    Math.round(items.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20);
  const result = {
    ...describeRun(),
    platform: `${process.platform}-${process.arch}`,
    allMb: megabytes(installed),
    minimumMb: megabytes(installed.filter(({ omitted }) => omitted === '')),
    parts: [...groups]
      .map(([key, items]) => {
        const [title, omitted] = key.split('|');
        return { title, mb: megabytes(items), omitted };
      })
      .filter(({ mb }) => mb > 0)
      .sort((left, right) => right.mb - left.mb),
  };
  console.table(result.parts);
  console.log(`all ${result.allMb} MB, minimum ${result.minimumMb} MB`);
  writeBenchResult('install', result);
}

main();
