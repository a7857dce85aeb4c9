import { join } from 'node:path';
import { BlobStaging } from './blobs/blob-staging.ts';
import { FileBlobStore } from './blobs/file-blob-store.ts';
import type { Driver } from './driver.ts';
import type { Ledger } from './ledger.ts';
import { moveInlineResults } from './move-inline-results.ts';
import { PostgresBlobStore } from './postgres/postgres-blob-store.ts';
import { openPostgresDriver } from './postgres/postgres-driver.ts';
import { type AccountRepository, createAccountRepository } from './repositories/accounts.ts';
import { createKeyRepository, type KeyRepository } from './repositories/keys.ts';
import { createNodeRepository, type NodeRepository } from './repositories/nodes.ts';
import { createRateWindowRepository, type RateWindowRepository } from './repositories/rate-windows.ts';
import { createSettingRepository, type SettingRepository } from './repositories/settings.ts';
import { ResultStore } from './result-store.ts';
import { openSqliteDriver } from './sqlite/sqlite-driver.ts';

/** All that is kept, in one of two databases. */
export interface Store {
  readonly dialect: Driver['dialect'];
  readonly ledger: Ledger;
  readonly accounts: AccountRepository;
  readonly keys: KeyRepository;
  readonly nodes: NodeRepository;
  readonly results: ResultStore;
  readonly settings: SettingRepository;
  readonly rateWindows: RateWindowRepository;
  /** Milliseconds since the epoch by the database's clock, which all nodes share. */
  now(): Promise<number>;
  /** Resolves when the database can be read and, if a write has failed before, also written again. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** A PostgreSQL; absent: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly onIdleError: (error: Error) => void;
  /** Bytes that all stored results may have together, compressed. */
  readonly resultsBytesMax?: number;
}

const writeProbeSql = `INSERT INTO settings (name, value) VALUES ('write_probe', $1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const resultsBytesDefault = 4 * 1024 ** 3;
/** Set once bodies of versions that kept them in the database were moved out of it. */
const movedSetting = 'inline_results_moved';

export async function openStore(options: StoreOptions): Promise<Store> {
  let isDoubtful = false;
  const onUnavailable = (): void => {
    isDoubtful = true;
  };
  const driver =
    options.databaseUrl === undefined
      ? await openSqliteDriver(options.dataDir, onUnavailable)
      : await openPostgresDriver(options.databaseUrl, options.onIdleError, onUnavailable);
  const settings = createSettingRepository(driver);
  const results = openResults(driver, options);
  try {
    if ((await settings.get(movedSetting)) === undefined) {
      await moveInlineResults(driver, results, Date.now());
      await settings.putOnce(movedSetting, '1');
    }
  } catch (error) {
    await driver.close();
    throw error;
  }
  return {
    dialect: driver.dialect,
    ledger: driver.ledger,
    accounts: createAccountRepository(driver),
    keys: createKeyRepository(driver),
    nodes: createNodeRepository(driver),
    results,
    settings,
    rateWindows: createRateWindowRepository(driver),
    now: async () => {
      if (driver.dialect === 'sqlite') return Date.now();
      const [row] = await driver.query(
        'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now',
      );
      return Number(row?.['now']);
    },
    ping: async () => {
      if (!isDoubtful) {
        await driver.query('SELECT 1 AS one');
        return;
      }
      // Reading works on a full disk: only a write shows that the database can be used again.
      await driver.query(writeProbeSql, [String(Date.now())]);
      isDoubtful = false;
    },
    close: async () => {
      await results.close();
      await driver.close();
    },
  };
}

/** Stored results: in the data folder beside the embedded database, in PostgreSQL where nodes share no folder. */
function openResults(driver: Driver, options: StoreOptions): ResultStore {
  const folder = join(options.dataDir, 'blobs');
  const { query } = driver;
  return new ResultStore({
    query,
    blobs: driver.dialect === 'sqlite' ? new FileBlobStore(folder) : new PostgresBlobStore(query),
    staging: new BlobStaging(join(folder, 'staging'), driver.dialect === 'postgres'),
    bytesMax: options.resultsBytesMax ?? resultsBytesDefault,
  });
}
