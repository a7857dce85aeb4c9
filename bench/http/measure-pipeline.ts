import pino from 'pino';
import { AccountService } from '../../apps/server/src/accounts/account-service.ts';
import type { Engines } from '../../apps/server/src/engines/engines.ts';
import { KeyService } from '../../apps/server/src/keys/key-service.ts';
import { KeyVerifier } from '../../apps/server/src/keys/key-verifier.ts';
import { BodyMemoryBudget } from '../../apps/server/src/limits/body-memory-budget.ts';
import { ConcurrencyLimiter } from '../../apps/server/src/limits/concurrency-limiter.ts';
import { FailureBudget } from '../../apps/server/src/limits/failure-budget.ts';
import { LoadShedder } from '../../apps/server/src/limits/load-shedder.ts';
import { OpenResponses } from '../../apps/server/src/limits/open-responses.ts';
import { InMemoryRateCounter } from '../../apps/server/src/limits/rate-limiter.ts';
import type { PipelineContext } from '../../apps/server/src/pipeline/pipeline-context.ts';
import { runOperation } from '../../apps/server/src/pipeline/run-operation.ts';
import { openStore } from '../../apps/server/src/storage/open-store.ts';
import { Telemetry, type TelemetrySources } from '../../apps/server/src/telemetry/telemetry.ts';
import { benchKey } from './bench-key.ts';
import { noopOperation } from './noop-operation.ts';

/** The operation of this benchmark asks for no engine; one that did would fail loudly. */
const noEngines = {
  forCaller: () => new Proxy({}, { get: () => Promise.reject(new Error('no engine here')) }) as Engines,
};

/**
 * Returns how many requests per second concurrent clients send through the whole pipeline, with metrics and the log
 * line, on the embedded ledger and without HTTP.
 */
export async function measurePipeline(folder: string, clients: number, seconds: number): Promise<number> {
  const store = await openStore({ dataDir: folder, onIdleError: (error) => console.error(error) });
  const now = (): number => Date.now();
  const verifier = new KeyVerifier(store.keys, now);
  const accounts = new AccountService(store, now);
  const keys = new KeyService({ store, now, onChange: (hash) => verifier.invalidate(hash) });
  const accountId = 'acc_bench';
  await accounts.createIfMissing(accountId, 'bench', 1_000_000_000);
  const order = {
    accountId,
    name: 'bench',
    scopes: ['*'],
    expiresAt: null,
    ratePerMinute: null,
    budget: null,
  };
  await keys.createOperatorKey(benchKey, order);
  await verifier.loadOperatorKeys();
  await store.nodes.recordHeartbeat('node_bench', now());
  const admission = new ConcurrencyLimiter({
    waitingPerKeyMax: 1024,
    waitingMax: 4096,
    waitMaxMs: 30_000,
    runningMax: 1024,
  });
  const openResponses = new OpenResponses();
  const workload = new LoadShedder({ slots: { threads: 1, ocr: 1 }, waitMaxMs: 2000 });
  const engines: TelemetrySources['engines'] = { waiting: () => ({}) };
  const parts: TelemetrySources = {
    concurrencyLimiter: admission,
    openResponses,
    loadShedder: workload,
    engines,
    results: store.results,
  };
  const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 }));
  const context: PipelineContext = {
    store,
    verifier,
    concurrencyLimiter: admission,
    openResponses,
    loadShedder: workload,
    bodyMemoryBudget: new BodyMemoryBudget(),
    failureBudget: new FailureBudget(),
    adjustWaitingCount: () => undefined,
    rateCounter: new InMemoryRateCounter(),
    ratePolicy: { perMinute: null, runningMax: null },
    engines: noEngines,
    nodeId: 'node_bench',
    retentionMs: 86_400_000,
    now,
    scheduleRefund: () => undefined,
    recordRequest: new Telemetry(log, parts).recordRequest,
  };
  const endAt = performance.now() + seconds * 1000;
  let done = 0;
  const client = async (name: number): Promise<void> => {
    for (let serial = 0; performance.now() < endAt; serial += 1) {
      const outcome = await runOperation(
        noopOperation,
        {
          requestId: `req_${name}_${serial}`,
          authorization: `Bearer ${benchKey}`,
          client: '127.0.0.1',
          bodyBytes: 64,
          readOptions: () => ({ idempotencyKey: undefined, dryRun: false }),
          controller: new AbortController(),
          readInput: async () => ({ text: 'a request of the usual small size' }),
        },
        context,
      );
      if (!outcome.ok) throw outcome.error;
      done += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  const perSecond = done / ((performance.now() - startedAt) / 1000);
  await store.close();
  return perSecond;
}
