/**
 * Measures jobs: those that do nothing, next to the ledger alone and the queue alone on both stores, in rounds taken in
 * turns; and a batch of real work, next to the engines alone and to the requests of another key. The ratios are the result.
 *
 *     npm run bench:jobs
 *
 * BENCH_SECONDS sets the duration of a measurement (5), BENCH_ROUNDS the number of rounds (3), BENCH_REQUESTS the size of the
 * batch (10,000).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreOptions } from '../../apps/server/src/storage/open-store.ts';
import { median } from '../../eval/metrics/statistics.ts';
import { startPostgres } from '../../testing/src/postgres/start-postgres.ts';
import { createBenchKey, createContext } from '../http/measure-pipeline.ts';
import { describeRun, writeBenchResult } from '../write-bench-result.ts';
import { measureBatch } from './measure-batch.ts';
import { measureLedgerOf, measureNoopJobs, measureQueue } from './measure-noop-jobs.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const requests = Number(process.env['BENCH_REQUESTS'] ?? 10_000);

type StoreLocation = Pick<StoreOptions, 'databaseUrl' | 'dataDir'>;

async function measureRound(location: StoreLocation) {
  const store = await openStore({ ...location, onIdleError: (error) => console.error(error) });
  try {
    const verifier = await createBenchKey(store);
    const context = createContext(store, verifier);
    await store.nodes.recordHeartbeat(context.nodeId, Date.now());
    const [key] = await store.keys.list('acc_bench', '', 1);
    const owner = { accountId: 'acc_bench', keyId: key?.id ?? '' };
    const ledgerPerSecond = await measureLedgerOf(store, owner, seconds);
    const queuePerSecond = await measureQueue(store, owner, seconds);
    const noop = await measureNoopJobs(context, owner, seconds);
    const shareOfSlower = noop.jobsPerSecond / Math.min(ledgerPerSecond, queuePerSecond);
    return { ledgerPerSecond, queuePerSecond, ...noop, shareOfSlower };
  } finally {
    await store.close();
  }
}

async function measureStore(open: () => Promise<StoreLocation>) {
  const measured: Awaited<ReturnType<typeof measureRound>>[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(await open()));
  const medianOf = (pick: (round: (typeof measured)[number]) => number): number => median(measured.map(pick));
  return {
    ledgerPerSecond: medianOf((round) => round.ledgerPerSecond),
    queuePerSecond: medianOf((round) => round.queuePerSecond),
    jobsPerSecond: medianOf((round) => round.jobsPerSecond),
    shareOfSlower: medianOf((round) => round.shareOfSlower),
    idleStartP50Ms: medianOf((round) => round.idleStartMs.p50),
    idleStartP99Ms: medianOf((round) => round.idleStartMs.p99),
    busyStartP50Ms: medianOf((round) => round.busyStartMs.p50),
    busyStartP99Ms: medianOf((round) => round.busyStartMs.p99),
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-jobs-'));
  const server = await startPostgres();
  let serial = 0;
  try {
    const sqlite = await measureStore(async () => {
      serial += 1;
      return { dataDir: join(folder, String(serial)) };
    });
    console.log('sqlite', sqlite);
    const postgres = await measureStore(async () => ({
      databaseUrl: await server.createDatabase(),
      dataDir: folder,
    }));
    console.log('postgres', postgres);
    const batch = await measureBatch(requests);
    console.log('batch', batch);
    writeBenchResult('jobs', { ...describeRun(), rounds, seconds, stores: { sqlite, postgres }, batch });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
