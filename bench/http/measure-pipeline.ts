import { Semaphore } from '@quern/runtime/scheduling/semaphore';
import pino from 'pino';
import { AccountService } from '../../apps/server/src/accounts/account-service.ts';
import { AuditLog, bootstrapOrigin } from '../../apps/server/src/audit/audit-log.ts';
import type { Engines } from '../../apps/server/src/engines/engines.ts';
import { KeyService } from '../../apps/server/src/keys/key-service.ts';
import { KeyVerifier } from '../../apps/server/src/keys/key-verifier.ts';
import { BodyMemoryBudget } from '../../apps/server/src/limits/body-memory-budget.ts';
import { ConcurrencyLimiter } from '../../apps/server/src/limits/concurrency-limiter.ts';
import { FailureDebt } from '../../apps/server/src/limits/failure-debt.ts';
import { LoadShedder } from '../../apps/server/src/limits/load-shedder.ts';
import { OpenResponses } from '../../apps/server/src/limits/open-responses.ts';
import { InMemoryRateCounter } from '../../apps/server/src/limits/rate-limiter.ts';
import type { PipelineContext } from '../../apps/server/src/pipeline/pipeline-context.ts';
import { runOperation } from '../../apps/server/src/pipeline/run-operation.ts';
import { openStore } from '../../apps/server/src/storage/open-store.ts';
import type { Store } from '../../apps/server/src/storage/store.ts';
import { Telemetry } from '../../apps/server/src/telemetry/telemetry.ts';
import { benchKey } from './bench-key.ts';
import { noopOperation } from './noop-operation.ts';

/** The noop operation uses no engine; one that did would fail. */
const noEngines = {
  forCaller: () => new Proxy({}, { get: () => Promise.reject(new Error('no engines here')) }) as Engines,
};

const accountId = 'acc_bench';
const nodeId = 'node_bench';
const now = (): number => Date.now();

/** Creates the account and the key of the benchmark. @returns the verifier that knows the key */
export async function createBenchKey(store: Store): Promise<KeyVerifier> {
  const verifier = new KeyVerifier(store.keys, now);
  const audit = new AuditLog({ store, now, onChange: () => undefined });
  const keys = new KeyService({ store, audit, now, onChange: (key) => verifier.invalidate(key) });
  await new AccountService({ store, audit, now, onChange: () => undefined }).createIfMissing(
    accountId,
    'bench',
    1_000_000_000,
    bootstrapOrigin,
  );
  const settings = { scopes: ['*'], expiresAt: null, ratePerMinute: null, budget: null };
  await keys.createOperatorKey(benchKey, { accountId, name: 'bench', ...settings }, bootstrapOrigin);
  await verifier.loadOperatorKeys();
  return verifier;
}

/** Builds the pipeline as the service does, with metrics and a log that is discarded. */
export function createContext(store: Store, verifier: KeyVerifier): PipelineContext {
  const limits = {
    concurrencyLimiter: new ConcurrencyLimiter({
      waitingPerKeyMax: 1024,
      waitingMax: 4096,
      waitMaxMs: 30_000,
      runningMax: 1024,
    }),
    openResponses: new OpenResponses(),
    loadShedder: new LoadShedder({ slots: { threads: 1, ocr: 1, translation: 1 }, waitMaxMs: 2000 }),
  };
  const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false, minLength: 12_288 }));
  const telemetry = new Telemetry(log, {
    ...limits,
    engines: { waiting: () => ({}) },
    results: store.results,
    jobs: store.jobs,
    build: { version: '', nodeVersion: '', commit: '' },
  });
  return {
    ...limits,
    store,
    verifier,
    bodyMemoryBudget: new BodyMemoryBudget(),
    failureDebt: new FailureDebt(),
    adjustWorkCount: () => undefined,
    rateCounter: new InMemoryRateCounter(),
    ratePolicy: { perMinute: null, runningMax: null },
    engines: noEngines,
    nodeId,
    retentionMs: 86_400_000,
    now,
    scheduleRefund: () => undefined,
    reuseSlots: new Semaphore(1),
    reportUnreadableResult: () => undefined,
    recordRequest: telemetry.recordRequest,
  };
}

/** Runs one request through the pipeline. @throws the error of a request that fails */
async function runRequest(requestId: string, context: PipelineContext): Promise<void> {
  const outcome = await runOperation(
    noopOperation,
    {
      requestId,
      authorization: `Bearer ${benchKey}`,
      client: '127.0.0.1',
      bodyBytes: 64,
      readOptions: () => ({ idempotencyKey: undefined, dryRun: false, job: undefined }),
      controller: new AbortController(),
      readInput: async () => ({ text: 'a request of the usual small size' }),
    },
    context,
  );
  if (!outcome.ok) throw outcome.error;
}

/**
 * Measures how many requests per second run through the whole pipeline, with metrics and the log line, on the embedded
 * ledger and without HTTP.
 *
 * @param folder empty data directory
 * @param clients number of concurrent clients
 */
export async function measurePipeline(folder: string, clients: number, seconds: number): Promise<number> {
  const store = await openStore({ dataDir: folder, onIdleError: (error) => console.error(error) });
  const context = createContext(store, await createBenchKey(store));
  await store.nodes.recordHeartbeat(nodeId, now());
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let completed = 0;
  const runClient = async (client: number): Promise<void> => {
    for (let serial = 0; performance.now() < endAt; serial += 1) {
      await runRequest(`req_${client}_${serial}`, context);
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  const perSecond = completed / ((performance.now() - startedAt) / 1000);
  await store.close();
  return perSecond;
}
