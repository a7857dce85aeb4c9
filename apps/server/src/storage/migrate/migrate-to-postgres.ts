import type { BucketConfig } from '../../settings/bucket-config.ts';
import { requireUsableBucket } from '../blobs/s3/find-bucket-problem.ts';
import { integer, text } from '../driver/columns.ts';
import { jobPriorities, oneOf } from '../jobs/job.ts';
import { openPgBoss } from '../jobs/open-pg-boss.ts';
import { PostgresJobStore } from '../jobs/postgres-job-store.ts';
import { openStore } from '../open-store.ts';
import { PostgresDriver } from '../postgres/postgres-driver.ts';
import { SqlSettingRepository } from '../repositories/settings.ts';
import { SqliteDriver } from '../sqlite/sqlite-driver.ts';
import { compareTables, type TableFigure } from './compare-tables.ts';
import { copyBlobs } from './copy-blobs.ts';
import { copyTable, type MigrationDatabases } from './copy-table.ts';
import { migratedTables } from './migrated-tables.ts';

/** A data folder, the database that takes its content, and what is to be done. */
export interface MigrationOptions {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Bucket that takes the blobs; if absent, they are stored in PostgreSQL. */
  readonly bucket?: BucketConfig | undefined;
  /** Only counts. */
  readonly isDryRun: boolean;
  /** Receives the rows that were looked at; called after each page. */
  readonly onProgress: (table: string, rows: number) => void;
  readonly now: () => number;
}

/** The result of a migration. */
export interface MigrationReport {
  readonly figures: readonly TableFigure[];
  /** The figures that differ; empty if the migration is proven. */
  readonly differences: readonly TableFigure[];
}

/** Setting of the target: `running` until the migration was proven, then `done`. */
const stateSetting = 'migration_from_embedded';
/** Settings that belong to a database, not to its content. */
const ownSettings = [stateSetting, 'write_probe'];
const ignoreError = (): void => undefined;

/**
 * Copies everything that the embedded database and its folder of blobs hold into an empty PostgreSQL database and, if there is one, a bucket, and compares
 * counts and sums. The service must be stopped: the data folder is locked. A migration that was interrupted can be run
 * again; rows that are there already are not copied twice.
 *
 * @throws {Error} if a process uses the folder, or the target has accounts that no migration has brought
 */
export async function migrateToPostgres(options: MigrationOptions): Promise<MigrationReport> {
  const { dataDir, databaseUrl, bucket, isDryRun, now } = options;
  if (bucket !== undefined && !isDryRun) await requireUsableBucket(bucket);
  if (!isDryRun) await settle(dataDir, now);
  const source = await SqliteDriver.open(dataDir, ignoreError);
  try {
    const target = await PostgresDriver.open(databaseUrl, ignoreError, ignoreError);
    try {
      const databases = { source, target };
      const settings = new SqlSettingRepository(target);
      const state = await settings.get(stateSetting);
      if (state === undefined) await requireEmpty(target);
      if (!isDryRun && state !== 'done') {
        await settings.set(stateSetting, 'running');
        await copyAll(databases, options);
      }
      const figures = await compareTables(databases);
      const differences = figures.filter((figure) => figure.source !== figure.target);
      if (!isDryRun && differences.length === 0) await settings.set(stateSetting, 'done');
      return { figures, differences };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Ends what the last process of the embedded database has left: reservations, running jobs, results of old versions. */
async function settle(dataDir: string, now: () => number): Promise<void> {
  const store = await openStore({ dataDir, onIdleError: ignoreError });
  try {
    await store.nodes.clear();
    await store.nodes.releaseOrphanedReservations(now());
    await store.jobs.recover();
  } finally {
    await store.close();
  }
}

async function requireEmpty(target: PostgresDriver): Promise<void> {
  const [row] = await target.query('SELECT COUNT(*) AS accounts FROM accounts');
  if (row === undefined || integer(row, 'accounts') === 0) return;
  throw new Error(
    'the PostgreSQL database has accounts already: migrate into an empty one, before any node has used it',
  );
}

async function copyAll(
  databases: MigrationDatabases & { readonly target: PostgresDriver },
  options: MigrationOptions,
) {
  const { dataDir, bucket, onProgress } = options;
  await copyBlobs(databases, { dataDir, bucket }, (blobs) => onProgress('contents of blobs', blobs));
  for (const table of migratedTables) {
    await copyTable(table, databases, (rows) => onProgress(table.name, rows));
  }
  await copySettings(databases);
  await enqueueJobs(databases, options);
}

/** The values of the source replace those that the first start of a node on the target has created. */
async function copySettings({ source, target }: MigrationDatabases): Promise<void> {
  const settings = new SqlSettingRepository(target);
  for (const row of await source.query('SELECT name, value FROM settings')) {
    const name = text(row, 'name');
    if (!ownSettings.includes(name)) await settings.set(name, text(row, 'value'));
  }
}

/** Adds the waiting jobs to the queue of PostgreSQL, in the order of their turns. */
async function enqueueJobs(
  { source, target }: MigrationDatabases & { readonly target: PostgresDriver },
  { databaseUrl }: MigrationOptions,
): Promise<void> {
  const rows = await source.query(
    "SELECT id, account_id, key_id, operation, priority FROM jobs WHERE status = 'queued' ORDER BY start_tag, created_at, id",
  );
  if (rows.length === 0) return;
  const jobs = new PostgresJobStore(target, () => openPgBoss(databaseUrl, ignoreError), ignoreError);
  try {
    const queued = rows.map((row) => ({
      id: text(row, 'id'),
      accountId: text(row, 'account_id'),
      keyId: text(row, 'key_id'),
      operation: text(row, 'operation'),
      priority: oneOf(jobPriorities, text(row, 'priority')),
    }));
    await jobs.enqueue(queued, 'staged');
  } finally {
    await jobs.close();
  }
}
