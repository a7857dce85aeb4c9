import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { AccountService } from '../accounts/account-service.ts';
import { NodeHeartbeat } from '../cluster/node-heartbeat.ts';
import type { Config } from '../config.ts';
import { createApp } from '../http/app.ts';
import { randomBase62 } from '../keys/key-format.ts';
import { KeyService } from '../keys/key-service.ts';
import { KeyVerifier } from '../keys/key-verifier.ts';
import { BodyMemoryBudget } from '../limits/body-memory-budget.ts';
import { ConcurrencyLimiter, type ConcurrencyLimiterOptions } from '../limits/concurrency-limiter.ts';
import { FailureBudget } from '../limits/failure-budget.ts';
import { LoadShedder } from '../limits/load-shedder.ts';
import { OpenResponses } from '../limits/open-responses.ts';
import { createInMemoryRateCounter } from '../limits/rate-limiter.ts';
import type { Operation } from '../operations/define-operation.ts';
import { operations as registeredOperations } from '../operations/registry.ts';
import { openStore } from '../storage/open-store.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { composeEngines } from './compose-engines.ts';
import { createBootstrapKey, loadAdminToken } from './create-bootstrap-key.ts';

export interface RunningService {
  /** Where it listens, such as http://127.0.0.1:8080. */
  readonly url: string;
  readonly newKey: string | undefined;
  readonly newAdminToken: string | undefined;
  /** Takes nothing new, lets what runs finish (as long as the setting says), then closes everything. */
  drain(): Promise<void>;
}

export interface ServiceOverrides {
  /** Default: the registry's. Tests and benchmarks add operations of their own. */
  readonly operations?: readonly Operation[];
  readonly concurrencyLimits?: ConcurrencyLimiterOptions;
  readonly responseStallMs?: number;
}

/** What aborted requests and their answers get after the drain time. */
const lastAnswersMs = 2000;

const responseStallDefaultMs = 30_000;
/** How far a clock may be set forward without ending stored responses and results before their time. */
const clockStepMs = 3_600_000;

const admissionLimitsDefault: ConcurrencyLimiterOptions = {
  waitingPerKeyMax: 1024,
  waitingMax: 4096,
  waitMaxMs: 10_000,
  runningMax: 1024,
};

/** Builds the service: store, services, engines, HTTP; and listens. */
export async function startService(
  config: Config,
  log: Logger,
  {
    operations = registeredOperations,
    concurrencyLimits: admissionLimits = admissionLimitsDefault,
    responseStallMs = responseStallDefaultMs,
  }: ServiceOverrides = {},
): Promise<RunningService> {
  const now = (): number => Date.now();
  const onError = (error: unknown): void => log.error({ err: error }, 'background work failed');
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onIdleError: onError,
    resultsBytesMax: config.resultsBytesMax,
  });
  let leave = async (): Promise<void> => undefined;
  try {
    const nodeId = `node_${randomBase62(16)}`;
    const heartbeat = await NodeHeartbeat.start({ store, nodeId, now, onError });
    leave = () => heartbeat.stop();
    const verifier = new KeyVerifier(store.keys, now);
    const accounts = new AccountService(store, now);
    const keys = new KeyService({ store, now, onChange: (hash) => verifier.invalidate(hash) });
    const admission = new ConcurrencyLimiter(admissionLimits);
    const openResponses = new OpenResponses();
    const engines = composeEngines(config, packageVersion(), now, (message) => log.warn(message));
    const workload = new LoadShedder({
      slots: { threads: engines.threads, ocr: 1 },
      waitMaxMs: config.queueTimeMs,
    });
    const {
      registry,
      recordRequest: observe,
      adjustWaitingCount: countWaiting,
      recordFailure,
    } = new Telemetry(log, {
      concurrencyLimiter: admission,
      openResponses,
      loadShedder: workload,
      engines,
      results: store.results,
    });
    let draining = false;
    let starting = true;
    let isAdminToken = (_given: string): boolean => false;
    let url = '';
    const app = await createApp({
      operations,
      context: {
        store,
        verifier,
        concurrencyLimiter: admission,
        openResponses,
        loadShedder: workload,
        bodyMemoryBudget: new BodyMemoryBudget(),
        failureBudget: new FailureBudget(),
        adjustWaitingCount: countWaiting,
        incrementRateWindow:
          store.dialect === 'sqlite' ? createInMemoryRateCounter() : store.rateWindows.take,
        ratePolicy: config.ratePolicy,
        engines,
        nodeId,
        retentionMs: config.retentionMs + clockStepMs,
        now,
        scheduleRefund: heartbeat.scheduleRefund,
        recordRequest: observe,
      },
      admin: {
        isAdminToken: (given) => isAdminToken(given),
        accounts,
        keys,
        scopes: operations.map((operation) => operation.name),
        onInvalidToken: (client) => log.warn({ client }, 'wrong admin token'),
      },
      registry,
      trustProxy: config.trustProxy,
      corsOrigins: config.corsOrigins,
      responseStallMs,
      publicUrl: () => config.publicUrl ?? url,
      getUnreadyReason: () => (draining ? 'draining' : starting ? 'starting' : undefined),
      onUnexpectedError: recordFailure,
    });
    if (config.preload) await engines.preload();
    await app.listen({ port: config.port, host: config.host });
    const { newToken, matches: isToken } = await loadAdminToken(config, store);
    isAdminToken = isToken;
    // Only what listens makes a token and a key: those of a start that failed would never be shown.
    const { key: newKey } = await createBootstrapKey(config, store, accounts, keys);
    await verifier.loadOperatorKeys();
    starting = false;
    url = urlOf(config.host, app.server.address() as AddressInfo);
    const drain = async (): Promise<void> => {
      draining = true;
      const deadline = performance.now() + config.drainMs;
      await withinTime(admission.drain(), config.drainMs);
      admission.abortRunning();
      await withinTime(admission.drain(), lastAnswersMs);
      // Answers may still be on their way to slow readers.
      const closed = app.close();
      await withinTime(closed, Math.max(lastAnswersMs, deadline - performance.now()));
      app.server.closeAllConnections();
      await closed;
      await heartbeat.stop();
      await Promise.all([engines.close(), store.close()]);
    };
    return { url, newKey, newAdminToken: newToken, drain };
  } catch (error) {
    // In the order of a drain: the heartbeat must not meet a closed database, and hide why the start failed.
    await leave();
    await store.close();
    throw error;
  }
}

function urlOf(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { version?: unknown }).version);
}

function withinTime(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
