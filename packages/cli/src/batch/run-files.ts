import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../output/write-whole.ts';
import type { SourceFile } from './list-files.ts';
import { ProgressBar, type ProgressStream } from './progress-bar.ts';

/** Computes the result of one file. `key` is the same for the same content and options. */
export type ProcessFile = (
  file: { readonly bytes: Uint8Array; readonly path: string },
  key: string,
) => Promise<string>;

/** Options of `runFiles`. */
export interface RunFilesOptions {
  readonly outputFolder: string;
  /** Number of files that are processed at the same time. */
  readonly concurrency: number;
  /** Whether results that exist are computed again. */
  readonly overwrite: boolean;
  /** Options of the operation, which are part of the key. */
  readonly keyPrefix: string;
  readonly stream: ProgressStream;
  readonly formatError: (error: unknown) => string;
}

/** Numbers of files. */
export interface RunFilesSummary {
  readonly done: number;
  /** Files with a result that is newer than the file. */
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Processes files and writes each result as soon as it is there, so that an interrupted run continues where it
 * stopped: files with a newer result are skipped, and the service charges no file of one run twice.
 */
export async function runFiles(
  files: readonly SourceFile[],
  process: ProcessFile,
  options: RunFilesOptions,
): Promise<RunFilesSummary> {
  const bar = new ProgressBar(options.stream, files.length);
  const counts = { done: 0, skipped: 0, failed: 0 };
  const waiting = files.values();
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      try {
        counts[await runFile(file, process, options)] += 1;
      } catch (error) {
        counts.failed += 1;
        bar.report(`${file.path}: ${options.formatError(error)}`);
      }
      bar.advance(file.path);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  bar.end();
  return counts;
}

async function runFile(
  { path, output }: SourceFile,
  process: ProcessFile,
  { outputFolder, overwrite, keyPrefix }: RunFilesOptions,
): Promise<'done' | 'skipped'> {
  const target = join(outputFolder, output);
  if (!overwrite && (await isNewer(target, path))) return 'skipped';
  const bytes = await readFile(path);
  const key = createHash('sha256').update(keyPrefix).update('\0').update(bytes).digest('hex');
  await writeWhole(target, await process({ bytes, path }, `cli-${key}`));
  return 'done';
}

async function isNewer(target: string, source: string): Promise<boolean> {
  const [result, file] = await Promise.all([stat(target).catch(() => undefined), stat(source)]);
  return result !== undefined && result.mtimeMs >= file.mtimeMs;
}
