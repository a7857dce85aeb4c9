import type { Driver } from './driver.ts';
import type { Ledger } from './ledger.ts';
import { openPostgresDriver } from './postgres/postgres-driver.ts';
import { openSqliteDriver } from './sqlite/sqlite-driver.ts';
import { type AccountTable, accountTable } from './tables/accounts.ts';
import { type KeyTable, keyTable } from './tables/keys.ts';
import { type NodeTable, nodeTable } from './tables/nodes.ts';
import { type RateWindowTable, rateWindowTable } from './tables/rate-windows.ts';
import { type ResultTable, resultTable } from './tables/results.ts';
import { type SettingTable, settingTable } from './tables/settings.ts';

/** All that is kept, in one of two databases. */
export interface Store {
  readonly dialect: Driver['dialect'];
  readonly ledger: Ledger;
  readonly accounts: AccountTable;
  readonly keys: KeyTable;
  readonly nodes: NodeTable;
  readonly results: ResultTable;
  readonly settings: SettingTable;
  readonly rateWindows: RateWindowTable;
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
}

const writeProbeSql = `INSERT INTO settings (name, value) VALUES ('write_probe', $1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export async function openStore(options: StoreOptions): Promise<Store> {
  let isDoubtful = false;
  const onUnavailable = (): void => {
    isDoubtful = true;
  };
  const driver =
    options.databaseUrl === undefined
      ? await openSqliteDriver(options.dataDir, onUnavailable)
      : await openPostgresDriver(options.databaseUrl, options.onIdleError, onUnavailable);
  return {
    dialect: driver.dialect,
    ledger: driver.ledger,
    accounts: accountTable(driver),
    keys: keyTable(driver),
    nodes: nodeTable(driver),
    results: resultTable(driver),
    settings: settingTable(driver),
    rateWindows: rateWindowTable(driver),
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
    close: () => driver.close(),
  };
}
