import { existsSync, statSync, writeFileSync } from 'node:fs';

const markerOf = (path: string): string => `${path}.created`;

/**
 * Refuses an empty database file where data existed: SQLite would start with a new database, and delete a log
 * that may have all the data. An empty file alone is no such evidence, as a first start on a full disk leaves one.
 *
 * @throws {Error} If the file is empty, and its log is not or `recordDatabase` was called for it.
 */
export function rejectEmptiedDatabase(path: string): void {
  if (sizeOf(path) !== 0) return;
  const log = `${path}-wal`;
  const evidence = (sizeOf(log) ?? 0) > 0 ? log : existsSync(markerOf(path)) ? markerOf(path) : undefined;
  if (evidence === undefined) return;
  throw new Error(
    `the database ${path} is empty, but ${evidence} shows that it had data; restore a backup, or move all files of the data folder away to begin with a new database`,
  );
}

/** Records next to the database file that it has data, for `refuseEmptiedDatabase`. */
export function writeCreationMarker(path: string): void {
  if (existsSync(markerOf(path))) return;
  writeFileSync(markerOf(path), 'Shows that the database next to this file was created.\n', { mode: 0o600 });
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
