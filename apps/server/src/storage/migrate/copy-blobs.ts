import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketConfig } from '../../settings/bucket-config.ts';
import type { BlobStore, StagedBlob } from '../blobs/blob-store.ts';
import { FileBlobStore } from '../blobs/file-blob-store.ts';
import { S3BlobStore } from '../blobs/s3/s3-blob-store.ts';
import { integer, text } from '../driver/columns.ts';
import { PostgresBlobStore } from '../postgres/postgres-blob-store.ts';
import type { MigrationDatabases } from './copy-table.ts';

/** Where blobs are and go to. */
export interface CopyBlobsOptions {
  readonly dataDir: string;
  /** If absent, they go to PostgreSQL. */
  readonly bucket: BucketConfig | undefined;
}

/** A store, and whether it has a complete blob. */
interface Target extends Pick<BlobStore, 'add'> {
  readonly has: (blob: Pick<StagedBlob, 'digest' | 'storedSize'>) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Copies the blobs that the target does not have. This precedes their rows, so that a blob with a row can be opened. */
export async function copyBlobs(
  { source, target: database }: MigrationDatabases,
  { dataDir, bucket }: CopyBlobsOptions,
  onProgress: (blobs: number) => void,
): Promise<void> {
  const from = new FileBlobStore(join(dataDir, 'blobs'));
  const target = bucket === undefined ? toPostgres(database) : toBucket(bucket);
  await mkdir(join(dataDir, 'blobs'), { recursive: true });
  const folder = await mkdtemp(join(dataDir, 'blobs', 'migration-'));
  try {
    let [last, count] = ['', 0];
    for (;;) {
      const rows = await source.query('SELECT * FROM blobs WHERE digest > $1 ORDER BY digest LIMIT 100', [
        last,
      ]);
      for (const row of rows) {
        const digest = text(row, 'digest');
        const path = join(folder, digest);
        const blob = { digest, path, size: integer(row, 'size'), storedSize: integer(row, 'stored_size') };
        if (!(await target.has(blob)) && (await copyIfPresent(from.pathOf(digest), path)))
          await target.add(blob);
        last = digest;
        count += 1;
      }
      if (rows.length === 0) return;
      onProgress(count);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await target.close();
  }
}

function toPostgres(database: MigrationDatabases['target']): Target {
  const store = new PostgresBlobStore(database);
  return {
    add: (blob) => store.add(blob),
    // Without their rows, blobs cannot be opened yet.
    has: async ({ digest, storedSize }) => {
      const [row] = await database.query(
        'SELECT COALESCE(SUM(LENGTH(bytes)), 0) AS bytes FROM blob_parts WHERE digest = $1',
        [digest],
      );
      return row !== undefined && Number(row['bytes']) === storedSize;
    },
    close: async () => undefined,
  };
}

function toBucket(bucket: BucketConfig): Target {
  const store = new S3BlobStore(bucket);
  return {
    add: (blob) => store.add(blob),
    has: async ({ digest, storedSize }) => (await store.open(digest))?.storedSize === storedSize,
    close: () => store.close(),
  };
}

/** @returns whether the file exists: a blob that was removed by hand is missing in the target, too */
async function copyIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
