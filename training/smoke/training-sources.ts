import { join } from 'node:path';
import { hashFile } from '../../scripts/hash-file.ts';
import { listFiles, root } from '../../scripts/list-files.ts';

/** The file with the hashes of the sources that the last smoke training covered. */
export const lockFile = join(root, 'training/smoke.lock.json');

/** The last smoke training. */
export interface SmokeLock {
  /** ISO 8601 date. */
  readonly date: string;
  /** Seconds of each build. */
  readonly builds: Readonly<Record<string, number>>;
  /** SHA-256 of each source, in hexadecimal. */
  readonly sources: Readonly<Record<string, string>>;
}

/** The sources that a smoke training runs: programs, their data, and the versions of packages. Tests do not count. */
export function listTrainingSources(): string[] {
  return listFiles(['training'])
    .filter((file) => /\.(?:py|ts|json|txt)$/.test(file))
    .filter((file) => !/\.test\.ts$|smoke\.lock\.json$|^training\/(?:smoke|model-cards)\//.test(file))
    .sort();
}

/** Hashes the sources of the working tree. */
export function hashTrainingSources(): Record<string, string> {
  return Object.fromEntries(listTrainingSources().map((file) => [file, hashFile(file)]));
}
