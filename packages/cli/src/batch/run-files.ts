import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyWhole, writeWhole } from '../output/write-whole.ts';
import type { SourceFile } from './list-files.ts';
import { ProgressBar, type ProgressStream } from './progress-bar.ts';

/**
 * Computes the result of one file. `key` is the same for the same content and options, whatever the name of the file;
 * with `overwrite` it also differs between runs. `target` is the path to which the result will be written.
 */
export type ProcessFile = (bytes: Uint8Array, key: string, target: string) => Promise<FileResult>;

/** The result of one file. */
export interface FileResult {
  readonly content: string | Uint8Array;
  readonly warnings: readonly string[];
}

/** Options of `runFiles`. */
export interface RunFilesOptions {
  readonly outputFolder: string;
  /** Number of files that are processed at the same time. */
  readonly concurrency: number;
  /** Whether results that exist are computed again. */
  readonly overwrite: boolean;
  /** Whether the results of equal files differ, because they refer to files next to them; default: they are equal. */
  readonly dependsOnTarget?: boolean;
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
 * stopped: files with a newer result are skipped, and the service charges no file of one run twice. Files with the same
 * content are processed once.
 */
export async function runFiles(
  files: readonly SourceFile[],
  process: ProcessFile,
  options: RunFilesOptions,
): Promise<RunFilesSummary> {
  const bar = new ProgressBar(options.stream, files.length);
  const counts = { done: 0, skipped: 0, failed: 0 };
  const waiting = files.values();
  const run = new FilesRun(process, options, (text) => bar.report(text));
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      try {
        counts[await run.runFile(file)] += 1;
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

/** The results of one run, by the keys of the files. */
class FilesRun {
  readonly #process: ProcessFile;
  readonly #options: RunFilesOptions;
  readonly #report: (text: string) => void;
  readonly #keyPrefix: string;
  /** Paths of the results, so that those of large folders are not in memory. */
  readonly #results = new Map<string, Promise<string>>();

  constructor(process: ProcessFile, options: RunFilesOptions, report: (text: string) => void) {
    this.#process = process;
    this.#report = report;
    this.#options = options;
    // With the key of an earlier run, the service would return the response of that run.
    this.#keyPrefix = `${options.keyPrefix}\0${options.overwrite ? randomUUID() : ''}`;
  }

  async runFile({ path, output }: SourceFile): Promise<'done' | 'skipped'> {
    const { outputFolder, overwrite } = this.#options;
    const target = join(outputFolder, output);
    const isCurrent = await isNewer(target, path);
    if (isCurrent && !overwrite) return 'skipped';
    const bytes = await readFile(path);
    const key = `cli-${createHash('sha256').update(this.#keyPrefix).update('\0').update(bytes).digest('hex')}`;
    const earlier = this.#results.get(key);
    if (earlier !== undefined) {
      const source = await earlier;
      if (this.#options.dependsOnTarget === true) await this.#compute({ bytes, path }, key, target);
      else await copyWhole(source, target);
      return 'done';
    }
    const result = this.#compute({ bytes, path }, key, target);
    this.#results.set(key, result);
    await result;
    return 'done';
  }

  async #compute(
    { bytes, path }: { readonly bytes: Uint8Array; readonly path: string },
    key: string,
    target: string,
  ): Promise<string> {
    const { content, warnings } = await this.#process(bytes, key, target);
    await writeWhole(target, content);
    for (const warning of warnings) this.#report(`${path}: warning: ${warning}`);
    return target;
  }
}

/**
 * A file that got its name or its content later than its time of modification says is new: `mv` and `cp -p` keep that time.
 *
 * @throws Error if both are the same file
 */
async function isNewer(target: string, source: string): Promise<boolean> {
  const [result, file] = await Promise.all([stat(target).catch(() => undefined), stat(source)]);
  if (result?.ino === file.ino && result.dev === file.dev)
    throw new Error('the result would replace the file: name another folder with --output');
  return result !== undefined && result.mtimeMs >= Math.max(file.mtimeMs, file.ctimeMs);
}
