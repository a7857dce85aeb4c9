import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SpawnedService, type SpawnOptions, spawnService } from '../service/spawn-service.ts';

/** How a node of a cluster is started. */
export interface ClusterNodeOptions extends Pick<SpawnOptions, 'folder'> {
  readonly role?: 'api' | 'worker' | 'all';
  readonly environment?: Readonly<Record<string, string>>;
}

interface ClusterNode {
  readonly service: SpawnedService;
  readonly options: ClusterNodeOptions;
}

/** Credits of the bootstrap key of a cluster. */
export const clusterCredits = 10_000_000;

/** Nodes in child processes that share a PostgreSQL database, each with a name and its own data folder. */
export class TestCluster {
  readonly apiKey = 'key-of-this-cluster-0123456789-0123456789';
  readonly #folder = mkdtempSync(join(tmpdir(), 'quern-cluster-'));
  readonly #databaseUrl: string;
  readonly #nodes = new Map<string, ClusterNode>();

  /** @param databaseUrl An empty database. */
  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Names of the nodes that have been started and not ended. */
  get names(): readonly string[] {
    return [...this.#nodes.keys()];
  }

  /** URLs of the nodes that serve the API. */
  get urls(): readonly string[] {
    return [...this.#nodes.values()]
      .filter(({ options }) => options.role !== 'worker')
      .map(({ service }) => service.url);
  }

  /** Starts a node, which replaces an earlier one of the same name. Resolves when it is ready. */
  async start(name: string, options: ClusterNodeOptions = {}): Promise<SpawnedService> {
    const { role, environment, folder } = options;
    const dataFolder = join(this.#folder, name);
    mkdirSync(dataFolder, { recursive: true });
    const service = await spawnService({
      launcher: 'node',
      ...(folder !== undefined && { folder }),
      environment: {
        DATABASE_URL: this.#databaseUrl,
        QUERN_DATA_DIR: dataFolder,
        QUERN_BOOTSTRAP_KEY: this.apiKey,
        QUERN_BOOTSTRAP_CREDITS: String(clusterCredits),
        QUERN_RATE_LIMIT: 'off',
        QUERN_ROBOTS: 'ignore',
        QUERN_FETCH_ALLOW: '127.0.0.0/8',
        QUERN_CHROMIUM: 'off',
        QUERN_OFFLINE: '1',
        QUERN_LOG_LEVEL: 'warn',
        QUERN_ENGINE_THREADS: '1',
        ...(role !== undefined && { QUERN_ROLE: role }),
        ...environment,
      },
    });
    this.#nodes.set(name, { service, options });
    return service;
  }

  /** Sends a signal that ends a node. Clients are sent to it until it has exited. @returns its exit code */
  async end(name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const code = await this.#find(name).service.terminate(signal);
    this.#nodes.delete(name);
    return code;
  }

  /** Kills a node and starts it again. Clients are sent to the killed one until the next one is ready. */
  async killAndRestart(name: string): Promise<void> {
    const { service, options } = this.#find(name);
    await service.terminate('SIGKILL');
    await this.start(name, options);
  }

  /** Suspends a node for some time; its connections stay open. */
  async suspend(name: string, ms: number): Promise<void> {
    const { process } = this.#find(name).service;
    process.kill('SIGSTOP');
    await sleep(ms);
    process.kill('SIGCONT');
  }

  /** Names of nodes whose process has ended although it should run. */
  exited(): string[] {
    return [...this.#nodes]
      .filter(([, { service }]) => service.process.exitCode !== null || service.process.signalCode !== null)
      .map(([name]) => name);
  }

  /** Drains all nodes at once. @returns their exit codes */
  async drain(): Promise<Array<number | null>> {
    return Promise.all(this.names.map((name) => this.end(name, 'SIGTERM')));
  }

  /** Kills the nodes that are left, and deletes their data folders. */
  async close(): Promise<void> {
    await Promise.all(this.names.map((name) => this.end(name, 'SIGKILL')));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #find(name: string): ClusterNode {
    const node = this.#nodes.get(name);
    if (node === undefined) throw new Error(`the cluster has no node ${name}`);
    return node;
  }
}
