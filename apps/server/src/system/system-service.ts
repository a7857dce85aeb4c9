import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogModel } from '@quern/translation/models/model-catalog';
import type { Store } from '../storage/store.ts';
import type { BuildInfo } from '../telemetry/telemetry.ts';
import { type BundledModel, describeBundledModels } from './bundled-models.ts';
import type { EngineState } from './engine-state.ts';
import { type SystemCheck, toChecks } from './system-checks.ts';

/** How the database, or the bucket of blobs, responds: not at all, or later than load balancers wait. */
export type DatabaseStatus = 'ok' | 'slow' | 'failed';

/** The state of the node that receives the request. */
export interface SystemReport {
  readonly version: string;
  readonly nodeVersion: string;
  /** Empty if it is unknown. */
  readonly commit: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly memoryBytes: number;
  readonly database: { readonly kind: 'sqlite' | 'postgres'; readonly status: DatabaseStatus };
  /** Nodes that use the database; 0 if it does not respond. */
  readonly nodes: number;
  readonly requests: { readonly running: number; readonly waiting: number };
  readonly results: { readonly bytes: number; readonly bytesMax: number };
  /** Waiting jobs of all nodes. */
  readonly queues: readonly { readonly operation: string; readonly waiting: number }[];
  readonly engines: readonly EngineState[];
  readonly models: readonly BundledModel[];
  readonly checks: readonly SystemCheck[];
}

/** Sources of the report. */
export interface SystemServiceOptions {
  readonly store: Store;
  readonly build: BuildInfo;
  readonly engines: {
    describe(): readonly EngineState[];
    /** Returns the memory of engines that have their own processes, in bytes. */
    measureMemory(): Promise<ReadonlyMap<EngineState['name'], number>>;
    readonly models: { list(includesAvailable: boolean): Promise<readonly CatalogModel[]> };
  };
  readonly requests: { readonly running: number; readonly waiting: number };
  readonly resultsBytesMax: number;
  readonly isOffline: boolean;
  /** Whether blobs are in a bucket. */
  readonly hasBucket: boolean;
  /** Returns a line for each setting that refers to something missing. */
  readonly findSettingProblems: () => Promise<readonly string[]>;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

/** A load balancer considers the node unavailable when the database takes longer, ms. */
const pingTimeoutMs = 2000;

const statusOf = (ping: Promise<void>): Promise<DatabaseStatus> =>
  Promise.race([
    ping.then(
      () => 'ok' as const,
      () => 'failed' as const,
    ),
    sleep(pingTimeoutMs, 'slow' as const, { ref: false }),
  ]);

/** Describes the state of this node. */
export class SystemService {
  readonly #options: SystemServiceOptions;
  readonly #startedAt: number;
  #models: Promise<BundledModel[]> | undefined;

  constructor(options: SystemServiceOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** Asks the database whether it is usable. */
  pingDatabase(): Promise<DatabaseStatus> {
    return statusOf(this.#options.store.ping());
  }

  /** Asks the bucket of blobs whether it is usable. @returns undefined if there is no bucket */
  async pingBucket(): Promise<DatabaseStatus | undefined> {
    const { store, hasBucket } = this.#options;
    return hasBucket ? statusOf(store.results.ping()) : undefined;
  }

  /** Returns the models that are part of the service. */
  models(): Promise<readonly BundledModel[]> {
    // Hashing 90 MB takes a moment, and the files do not change.
    this.#models ??= describeBundledModels();
    return this.#models;
  }

  /** Returns the engines. */
  engines(): readonly EngineState[] {
    return this.#options.engines.describe();
  }

  /** Describes the state. A database that fails is part of the report. */
  async report(): Promise<SystemReport> {
    const { store, build, engines, requests, resultsBytesMax, isOffline, findSettingProblems } =
      this.#options;
    const [status, bucket] = await Promise.all([this.pingDatabase(), this.pingBucket()]);
    const [nodes, queues] =
      status === 'ok' ? await Promise.all([store.nodes.list(), this.#queues()]) : [[], []];
    const [memory, models, installed, settingProblems] = await Promise.all([
      engines.measureMemory(),
      this.models(),
      engines.models.list(false).catch(() => []),
      findSettingProblems(),
    ]);
    const states = engines.describe().map((state): EngineState => {
      const memoryBytes = memory.get(state.name);
      return memoryBytes === undefined ? state : { ...state, memoryBytes };
    });
    const results = { bytes: store.results.bytes, bytesMax: resultsBytesMax };
    return {
      ...build,
      startedAt: this.#startedAt,
      memoryBytes: process.memoryUsage.rss(),
      database: { kind: store.dialect, status },
      nodes: nodes.length,
      requests: { running: requests.running, waiting: requests.waiting },
      results,
      queues,
      engines: states,
      models,
      checks: toChecks({
        status,
        bucket,
        settingProblems,
        results,
        engines: states,
        translationModels: installed.length,
        isOffline,
      }),
    };
  }

  async #queues(): Promise<SystemReport['queues']> {
    const counts = new Map<string, number>();
    for (const { operation, count } of await this.#options.store.jobs.countWaiting()) {
      counts.set(operation, (counts.get(operation) ?? 0) + count);
    }
    return [...counts].map(([operation, waiting]) => ({ operation, waiting }));
  }
}
