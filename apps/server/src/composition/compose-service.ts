import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { waitAtMost } from '@quern/runtime/deadline';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AccountService } from '../accounts/account-service.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { ClusterNode } from '../cluster/cluster-node.ts';
import type { Config } from '../config.ts';
import { createApp } from '../http/app.ts';
import { isPublished } from '../http/dashboard/is-local-request.ts';
import { SignInLink } from '../http/dashboard/sign-in-link.ts';
import { AdminTokenVerifier } from '../keys/admin-token.ts';
import { hasHash } from '../keys/has-hash.ts';
import { KeyService } from '../keys/key-service.ts';
import { KeyVerifier } from '../keys/key-verifier.ts';
import { sha256Hex } from '../keys/sha256-hex.ts';
import type { ConcurrencyLimiter, ConcurrencyLimiterOptions } from '../limits/concurrency-limiter.ts';
import type { Operation } from '../operations/define-operation.ts';
import { operations as registeredOperations } from '../operations/registry.ts';
import { RequestLog } from '../requests/request-log.ts';
import { servesRequests } from '../roles/node-role.ts';
import { findExternalProblems } from '../settings/find-external-problems.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/store.ts';
import { SystemService } from '../system/system-service.ts';
import { UsageService } from '../usage/usage-service.ts';
import { type BackgroundWork, composeBackgroundWork } from './compose-background-work.ts';
import { type ComposedEngines, type ComputeThreads, composeEngines } from './compose-engines.ts';
import { composePipeline } from './compose-pipeline.ts';
import { createBootstrapKey } from './create-bootstrap-key.ts';
import { readBuildInfo } from './read-build-info.ts';

/** A service that accepts requests. */
export interface RunningService {
  /** Where it listens, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** The first API key if this start generated it. */
  readonly newKey: string | undefined;
  /** The admin token if this start generated it. */
  readonly newAdminToken: string | undefined;
  /** Code of the link that signs in to the dashboard; undefined if nothing was created. */
  readonly signInCode: string | undefined;
  /** Accepts no new requests, waits for running ones up to the configured time, then closes everything. */
  drain(): Promise<void>;
}

/** Replacements for parts of the service, for tests and benchmarks. */
export interface ServiceOverrides {
  /** By default those of the registry. */
  readonly operations?: readonly Operation[];
  readonly concurrencyLimits?: ConcurrencyLimiterOptions;
  /** A client that reads nothing of its response for this long is disconnected, ms. */
  readonly responseStallMs?: number;
  /** Threads that services of this process share, which stay open when the service stops. By default it has its own. */
  readonly sharedThreads?: ComputeThreads;
}

/** Time for aborted requests to end and for their responses to be sent, ms. */
const abortGraceMs = 2000;
const responseStallDefaultMs = 30_000;

/**
 * Opens the storage, composes the service and listens.
 *
 * @throws {Error} If the storage cannot be opened or the address is in use; everything is closed again then.
 */
export async function startService(
  config: Config,
  log: Logger,
  overrides: ServiceOverrides = {},
): Promise<RunningService> {
  const onError = (error: unknown): void => log.error({ err: error }, 'background work failed');
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    bucket: config.bucket,
    onIdleError: onError,
    resultsBytesMax: config.resultsBytesMax,
  });
  let node: ClusterNode | undefined;
  let service: ComposedService | undefined;
  try {
    node = await ClusterNode.start({ store, role: config.role, now: Date.now, onError });
    service = await composeService({ config, log, store, node, overrides });
    return await listen(service, config);
  } catch (error) {
    await service?.background.stop();
    await service?.app.close();
    await service?.engines.close();
    // Before the store: the heartbeat must not fail on a closed database and hide why the start failed.
    await node?.stop();
    await store.close();
    throw error;
  }
}

/** The parts of a service, before it listens. */
interface ComposedService {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly node: ClusterNode;
  readonly engines: ComposedEngines;
  readonly concurrencyLimiter: ConcurrencyLimiter;
  readonly background: BackgroundWork;
  readonly verifier: KeyVerifier;
  readonly accounts: AccountService;
  readonly keys: KeyService;
  readonly state: ServiceState;
}

/** Changes while the service runs. */
interface ServiceState {
  phase: 'starting' | 'running' | 'draining';
  url: string;
  adminToken: AdminTokenVerifier | undefined;
  signInLink: SignInLink | undefined;
}

interface ComposeOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly node: ClusterNode;
  readonly overrides: ServiceOverrides;
}

async function composeService(options: ComposeOptions): Promise<ComposedService> {
  const { config, log, store, node, overrides } = options;
  const { operations = registeredOperations, responseStallMs = responseStallDefaultMs } = overrides;
  const state: ServiceState = { phase: 'starting', url: '', adminToken: undefined, signInLink: undefined };
  const verifier = new KeyVerifier(store.keys, Date.now);
  const audit = new AuditLog({
    store,
    now: Date.now,
    onChange: ({ createdAt: _now, ...change }) => log.info(change, 'admin action'),
  });
  const accounts = new AccountService({
    store,
    now: Date.now,
    audit,
    onChange: () => verifier.invalidateAll(),
  });
  const keys = new KeyService({
    store,
    now: Date.now,
    audit,
    onChange: (key) => verifier.invalidate(key),
  });
  const build = readBuildInfo();
  const engines = composeEngines(config, {
    version: build.version,
    now: Date.now,
    onWarning: (message) => log.warn(message),
    sharedThreads: overrides.sharedThreads,
  });
  const requests = new RequestLog({ operations: operations.map(({ name }) => name), now: Date.now });
  const { context, telemetry } = composePipeline({ ...options, verifier, engines, build, requests });
  const background = composeBackgroundWork({ log, operations, context, web: engines.web });
  const { jobs, batches, crawls, webhooks } = background;
  const system = new SystemService({
    store,
    build,
    engines,
    requests: context.concurrencyLimiter,
    resultsBytesMax: config.resultsBytesMax,
    isOffline: config.offline,
    hasBucket: config.bucket !== undefined,
    findSettingProblems: () => findExternalProblems(config),
    now: Date.now,
  });
  const usage = new UsageService(store, Date.now);
  const app = await createApp({
    version: build.version,
    operations,
    context,
    jobs,
    batches,
    crawls,
    webhooks,
    usage,
    system,
    requests,
    admin: {
      identify: (token) => state.adminToken?.identify(token),
      accounts,
      keys,
      models: engines.models,
      audit,
      usage,
      system,
      requests,
      scopes: operations.map((operation) => operation.name),
      onInvalidToken: (client) => log.warn({ client }, 'wrong admin token'),
    },
    metrics: {
      registry: telemetry.registry,
      identify: identifyMetricsReader(config.metricsToken),
      onInvalidToken: (client) => log.warn({ client }, 'wrong metrics token'),
    },
    role: config.role,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    responseStallMs,
    publicUrl: () => config.publicUrl ?? state.url,
    dashboardCachePath: join(config.dataDir, 'dashboard-bundle.json'),
    signInLink: () => state.signInLink,
    getUnreadyReason: () => (state.phase === 'running' ? undefined : state.phase),
    onUnexpectedError: telemetry.recordFailure,
  });
  const { concurrencyLimiter } = context;
  return {
    app,
    store,
    node,
    engines,
    concurrencyLimiter,
    background,
    verifier,
    accounts,
    keys,
    state,
  };
}

async function listen(service: ComposedService, config: Config): Promise<RunningService> {
  const { app, store, engines, background, verifier, accounts, keys, state } = service;
  if (config.preload) await engines.preload();
  await app.listen({ port: config.port, host: config.host });
  // Token and key are generated after listening has succeeded: those of a failed start would never be shown.
  let newKey: string | undefined;
  if (servesRequests(config.role)) {
    state.adminToken = await AdminTokenVerifier.load(config.adminToken, store.settings);
    newKey = await createBootstrapKey(config, { store, accounts, keys });
  }
  await verifier.loadOperatorKeys();
  background.start(config.role);
  state.phase = 'running';
  state.url = formatUrl(config.host, app.server.address() as AddressInfo);
  const newAdminToken = state.adminToken?.newToken;
  if (!isPublished(config) && (newKey !== undefined || newAdminToken !== undefined)) {
    state.signInLink = new SignInLink({ apiKey: newKey, adminToken: newAdminToken }, Date.now);
    prepareDashboard(service);
  }
  return {
    url: state.url,
    newKey,
    newAdminToken,
    signInCode: state.signInLink?.code,
    drain: () => drain(service, config.drainMs),
  };
}

/** Time after a start in which requests of programs come first, ms. */
const prepareDelayMs = 1000;

/** Bundles the dashboard of a first start in the background, since a person is about to follow the link to it. */
function prepareDashboard({ app, state }: ComposedService): void {
  const prepare = (): void => {
    if (state.phase !== 'running') return;
    // A failure is logged by the route, and the next request tries again.
    app.inject({ url: '/', headers: { accept: 'text/html' } }).catch(() => undefined);
  };
  setTimeout(prepare, prepareDelayMs).unref();
}

async function drain(
  { app, store, node, engines, concurrencyLimiter, background, state }: ComposedService,
  drainMs: number,
): Promise<void> {
  state.phase = 'draining';
  const deadline = performance.now() + drainMs;
  await waitAtMost(background.stop(), drainMs);
  await waitAtMost(concurrencyLimiter.drain(), drainMs);
  concurrencyLimiter.abortRunning();
  await waitAtMost(concurrencyLimiter.drain(), abortGraceMs);
  // Slow clients may still be reading their responses.
  const closed = app.close();
  await waitAtMost(closed, Math.max(abortGraceMs, deadline - performance.now()));
  app.server.closeAllConnections();
  await closed;
  await node.stop();
  await Promise.all([engines.close(), store.close()]);
}

/** @returns undefined if metrics need no token */
function identifyMetricsReader(token: string | undefined) {
  if (token === undefined) return undefined;
  const hash = Buffer.from(sha256Hex(token), 'hex');
  return (candidate: string): string | undefined => (hasHash(candidate, hash) ? 'metrics' : undefined);
}

function formatUrl(host: string, { port }: AddressInfo): string {
  const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachableHost.includes(':') ? `[${reachableHost}]` : reachableHost}:${port}`;
}
