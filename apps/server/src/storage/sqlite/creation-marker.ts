import { existsSync, statSync, writeFileSync } from 'node:fs';

const markerPath = (path: string): string => `${path}.created`;

/**
 * Rejects an empty database file if there was data: SQLite would create a new database, and delete a log that may
 * contain all the data. An empty file alone proves nothing, since a first start on a full disk leaves one.
 *
 * @throws {Error} If the file is empty, and its log is not or `writeCreationMarker` was called for it.
 */
export function rejectEmptiedDatabase(path: string): void {
  if (sizeOf(path) !== 0) return;
  const log = `${path}-wal`;
  const marker = markerPath(path);
  const evidence = (sizeOf(log) ?? 0) > 0 ? log : existsSync(marker) ? marker : undefined;
  if (evidence === undefined) return;
  throw new Error(
    `the database ${path} is empty, but ${evidence} shows that it had data; restore a backup, or move all files out of the data folder to start with a new database`,
  );
}

/** Records next to the database file that it has been created, for `rejectEmptiedDatabase`. */
export function writeCreationMarker(path: string): void {
  if (existsSync(markerPath(path))) return;
  writeFileSync(markerPath(path), 'Shows that the database next to this file was created.\n', {
    mode: 0o600,
  });
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
