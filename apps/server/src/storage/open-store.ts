import { join } from 'node:path';
import type { BucketConfig } from '../settings/bucket-config.ts';
import { databaseAddress } from '../settings/parse-database-url.ts';
import { BlobStaging } from './blobs/blob-staging.ts';
import { FileBlobStore } from './blobs/file-blob-store.ts';
import { requireUsableBucket } from './blobs/s3/find-bucket-problem.ts';
import { S3BlobStore } from './blobs/s3/s3-blob-store.ts';
import { SuccessorBlobStore } from './blobs/successor-blob-store.ts';
import type { Driver } from './driver/driver.ts';
import type { JobStore } from './jobs/job-store.ts';
import { openPgBoss } from './jobs/open-pg-boss.ts';
import { PostgresJobStore } from './jobs/postgres-job-store.ts';
import { SqliteJobStore } from './jobs/sqlite-job-store.ts';
import { moveInlineResults } from './move-inline-results.ts';
import { PostgresBlobStore } from './postgres/postgres-blob-store.ts';
import { PostgresDriver } from './postgres/postgres-driver.ts';
import { ResultStore } from './result-store.ts';
import { SqliteDriver } from './sqlite/sqlite-driver.ts';
import { Store } from './store.ts';

/** Where to store data. */
export interface StoreOptions {
  /** URL of a PostgreSQL database; if absent, the embedded database in `dataDir` is used. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Bucket for blobs; if absent, they are in `dataDir` or in PostgreSQL. */
  readonly bucket?: BucketConfig | undefined;
  /** Called when an idle database connection fails. */
  readonly onIdleError: (error: Error) => void;
  /** Maximum size of all stored results together, in compressed bytes. */
  readonly resultsBytesMax?: number;
}

const resultsBytesDefault = 4 * 1024 ** 3;
/** Set once the bodies of versions that kept them in the database were moved to the blob store. */
const movedSetting = 'inline_results_moved';

/**
 * Opens the database, applies pending migrations, and moves results of earlier versions to the blob store.
 *
 * @throws {Error} If the database cannot be opened, was written by a newer version, or is in use by another process, or the
 *   bucket cannot be used.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  let store: Store | undefined;
  if (options.bucket !== undefined) await requireUsableBucket(options.bucket);
  const onUnavailable = (): void => store?.requireWriteProbe();
  const { driver, jobs } = await openDatabase(options, onUnavailable);
  try {
    const results = openResults(driver, options);
    store = new Store(driver, results, jobs);
    if ((await store.settings.get(movedSetting)) === undefined) {
      await moveInlineResults(driver, results, Date.now());
      await store.settings.setIfAbsent(movedSetting, '1');
    }
    return store;
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function openDatabase(
  { databaseUrl, dataDir, onIdleError }: StoreOptions,
  onUnavailable: () => void,
): Promise<{ driver: Driver; jobs: JobStore }> {
  if (databaseUrl === undefined) {
    const driver = await SqliteDriver.open(dataDir, onUnavailable);
    return { driver, jobs: new SqliteJobStore(driver) };
  }
  const driver = await PostgresDriver.open(databaseUrl, onIdleError, onUnavailable).catch(
    (error: unknown) => {
      throw describeConnectError(error, databaseUrl);
    },
  );
  const boss = () => openPgBoss(databaseUrl, onIdleError);
  return { driver, jobs: new PostgresJobStore(driver, boss, onIdleError) };
}

/** Opens the results, which are blobs of a bucket, files next to the embedded database, or rows in PostgreSQL. */
function openResults(driver: Driver, options: StoreOptions): ResultStore {
  const folder = join(options.dataDir, 'blobs');
  const local = driver.dialect === 'sqlite' ? new FileBlobStore(folder) : new PostgresBlobStore(driver);
  // Blobs that were stored before the bucket was set can be read until they expire.
  const blobs =
    options.bucket === undefined ? local : new SuccessorBlobStore(new S3BlobStore(options.bucket), local);
  return new ResultStore({
    database: driver,
    blobs,
    staging: new BlobStaging(join(folder, 'staging'), driver.dialect === 'postgres'),
    bytesMax: options.resultsBytesMax ?? resultsBytesDefault,
  });
}

/** Errors of the connection and of the server have a code; they name the setting, but not the password. */
function describeConnectError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  // Of a host with several addresses, each has failed, and the error has no message.
  const reason = error.message === '' ? String(error.code) : error.message;
  return new Error(
    `DATABASE_URL: PostgreSQL at ${databaseAddress(databaseUrl)} cannot be used: ${reason}; check that it runs, and the host, port, user, password and database of the URL`,
    { cause: error },
  );
}
