/**
 * Measures group commit on PostgreSQL next to one statement for each movement: charges per second of the ledger, called
 * directly, in rounds taken in turns. Every commit of a charge is synced to the disk. The ratios are the result.
 *
 *     npm run bench:ledger
 *
 * BENCH_SECONDS sets the duration of a measurement (2), BENCH_ROUNDS the number of rounds (9).
 */
import { PostgresDriver } from '../../apps/server/src/storage/postgres/postgres-driver.ts';
import { PostgresLedger } from '../../apps/server/src/storage/postgres/postgres-ledger.ts';
import { median } from '../../eval/metrics/statistics.ts';
import { startPostgres, type TestPostgres } from '../../testing/src/postgres/start-postgres.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { type LedgerLoad, settleReservations } from './settle-reservations.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const warmUpSeconds = 0.5;
const accountCounts = [1, 1000];
const clientCounts = [32, 256];

type Mode = 'alone' | 'grouped';

const ignore = (): void => undefined;

/** Measures one way to commit on a new database. @returns charges per second */
async function measure(server: TestPostgres, mode: Mode, load: LedgerLoad): Promise<number> {
  const driver = await PostgresDriver.open(await server.createDatabase(), ignore, ignore);
  await driver.query(
    `INSERT INTO accounts (id, name, available, created_at)
     SELECT 'acc_' || i, '', 1000000000, 1 FROM generate_series(0, $1::int - 1) i`,
    [load.accounts],
  );
  await driver.query(
    `INSERT INTO keys (id, account_id, hash, hint, name, scopes, created_at, budget_key_id)
     SELECT 'key_' || i, 'acc_' || i, i, '', '', '*', 1, 'key_' || i FROM generate_series(0, $1::int - 1) i`,
    [load.accounts],
  );
  const ledger = mode === 'alone' ? new PostgresLedger(driver) : driver.ledger;
  await settleReservations(ledger, { ...load, seconds: warmUpSeconds });
  const perSecond = await settleReservations(ledger, load);
  await driver.close();
  return perSecond;
}

/** Measures both ways in turns. The ratio is the median of those of the rounds. */
async function compare(server: TestPostgres, load: LedgerLoad) {
  const measured: Array<Record<Mode, number>> = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measure(server, 'alone', load);
    measured.push({ alone, grouped: await measure(server, 'grouped', load) });
  }
  return {
    accounts: load.accounts,
    clients: load.clients,
    alonePerSecond: median(measured.map(({ alone }) => alone)),
    groupedPerSecond: median(measured.map(({ grouped }) => grouped)),
    ratio: median(measured.map(({ alone, grouped }) => grouped / alone)),
  };
}

async function main(): Promise<void> {
  const server = await startPostgres();
  const driver = await PostgresDriver.open(await server.createDatabase(), ignore, ignore);
  const [postgres] = await driver.query(
    `SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS synchronous_commit,
       current_setting('fsync') AS fsync`,
  );
  await driver.close();
  const results = [];
  for (const accounts of accountCounts) {
    for (const clients of clientCounts) {
      const result = await compare(server, { accounts, clients, seconds });
      results.push(result);
      console.log(result);
    }
  }
  await server.stop();
  writeBenchResult('ledger', { ...describeRun(), postgres, rounds, seconds, results });
}

await main();
