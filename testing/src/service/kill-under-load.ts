import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../../../apps/server/src/storage/store.ts';
import { HoldingSite } from './holding-site.ts';
import { type SpawnedService, spawnService } from './spawn-service.ts';

/** Clients that send short requests one after the other. */
const shortClients = 12;
/** Clients whose requests cannot end before the process is killed. */
const heldClients = 4;
const grantedCredits = 1_000_000;
const retryDelayMs = 20;

/** Progress of the load while it runs. */
export interface Load {
  /** Resolves after a number of further requests have succeeded. */
  acknowledged(count: number): Promise<void>;
  /** Resolves when four requests run whose credits are reserved and that cannot end. */
  held(): Promise<void>;
}

/** Numbers of a run. */
export interface KillCounts {
  readonly kills: number;
  /** Requests that succeeded. */
  readonly acknowledged: number;
  /** Attempts whose connection was lost. */
  readonly interrupted: number;
}

/** How the service runs and when it is killed. */
export interface KillUnderLoadOptions {
  /** Processes that share the database and are killed in turn; by default one. */
  readonly nodes?: number;
  /** Settings of every run. */
  readonly environment: Readonly<Record<string, string>>;
  readonly openStore: () => Promise<Store>;
  /** Called before each start of a process (counted from 0); returns settings for it only. */
  readonly beforeRun?: (run: number) => Promise<Record<string, string>>;
  /**
   * Waits for the moment of the next kill.
   *
   * @param kills number of kills so far
   * @returns false to end the load instead
   */
  readonly untilKill: (load: Load, kills: number) => Promise<boolean>;
}

/** Kills a number of times, each time while short requests are being served and others cannot end. */
export const killTimes =
  (times: number): KillUnderLoadOptions['untilKill'] =>
  async (load, kills) => {
    if (kills === times) return false;
    await load.acknowledged(20);
    await load.held();
    return true;
  };

/** A service that is killed and restarted while clients send requests. */
class KillUnderLoad implements Load {
  readonly #options: KillUnderLoadOptions;
  readonly #site: HoldingSite;
  readonly #progress: EventEmitter;
  /** No other service has it, so a request to a port that one of them has taken over fails. */
  readonly #apiKey = `key-of-this-load-${randomUUID()}`;
  /** Each node, or its next start. */
  readonly #nodes: Promise<SpawnedService>[] = [];
  #runs = 0;
  #isStopping = false;
  #interrupted = 0;
  #acknowledged = 0;

  constructor(options: KillUnderLoadOptions, site: HoldingSite, progress: EventEmitter) {
    this.#options = options;
    this.#site = site;
    this.#progress = progress;
  }

  async run(): Promise<KillCounts> {
    const { nodes = 1, untilKill } = this.#options;
    for (let node = 0; node < nodes; node += 1) this.#nodes.push(Promise.resolve(await this.#start()));
    const clients = Array.from({ length: shortClients + heldClients }, (_, client) =>
      this.#sendRequests(client),
    );
    let kills = 0;
    while (await untilKill(this, kills)) {
      await this.#restart(kills % nodes);
      kills += 1;
    }
    await this.acknowledged(shortClients);
    this.#isStopping = true;
    this.#site.release();
    await Promise.all(clients);
    for (const service of await Promise.all(this.#nodes.splice(0)))
      expect(await service.terminate('SIGTERM')).toBe(0);
    const counts = { kills, acknowledged: this.#acknowledged, interrupted: this.#interrupted };
    await this.#verifyLedger(counts);
    return counts;
  }

  /** Ends the processes that a failed run has left. */
  async close(): Promise<void> {
    this.#isStopping = true;
    for (const node of await Promise.allSettled(this.#nodes)) {
      if (node.status === 'fulfilled') await node.value.terminate('SIGKILL');
    }
  }

  async acknowledged(count: number): Promise<void> {
    const total = this.#acknowledged + count;
    while (this.#acknowledged < total) await once(this.#progress, 'acknowledged');
  }

  async held(): Promise<void> {
    while (this.#site.held < heldClients) await once(this.#progress, 'held');
  }

  async #restart(node: number): Promise<void> {
    const service = await this.#nodes[node];
    const killed = Promise.resolve(service?.terminate('SIGKILL'));
    const restarted = killed.then(() => this.#start());
    this.#nodes[node] = restarted;
    await restarted;
  }

  async #start(): Promise<SpawnedService> {
    const { environment, beforeRun } = this.#options;
    const run = this.#runs;
    this.#runs += 1;
    const settings = {
      QUERN_BOOTSTRAP_KEY: this.#apiKey,
      QUERN_BOOTSTRAP_CREDITS: String(grantedCredits),
      QUERN_RATE_LIMIT: 'off',
      QUERN_ROBOTS: 'ignore',
      QUERN_FETCH_ALLOW: '127.0.0.0/8',
      QUERN_CHROMIUM: 'off',
      QUERN_LOG_LEVEL: 'warn',
      QUERN_ENGINE_THREADS: '1',
      ...environment,
      ...(await beforeRun?.(run)),
    };
    return spawnService({ environment: settings, launcher: 'node' });
  }

  /** Sends requests one after the other, each with its own idempotency key until it succeeds, to the nodes in turn. */
  async #sendRequests(client: number): Promise<void> {
    for (let serial = 0, node = client; !this.#isStopping; serial += 1) {
      const name = `${client}-${serial}`;
      while (!(await this.#send(name, client < shortClients, node))) {
        node += 1;
        await sleep(retryDelayMs);
      }
      this.#acknowledged += 1;
      this.#progress.emit('acknowledged');
    }
  }

  async #send(name: string, isShort: boolean, node: number): Promise<boolean> {
    const service = await this.#nodes[node % this.#nodes.length];
    const url = isShort ? this.#site.url : this.#site.heldUrl(name);
    try {
      const response = await fetch(`${service?.url}/v0/scrape`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': name,
        },
        body: JSON.stringify({ url }),
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      this.#interrupted += 1;
      return false;
    }
  }

  async #verifyLedger({ kills, acknowledged, interrupted }: KillCounts): Promise<void> {
    const store = await this.#options.openStore();
    try {
      const [account] = await store.accounts.list('', 10);
      const trial = await store.accounts.trialBalance(account?.id ?? '');
      expect(interrupted).toBeGreaterThan(kills);
      expect(acknowledged).toBeGreaterThan(kills);
      expect(account).toMatchObject({ available: grantedCredits - acknowledged, held: 0 });
      expect(trial).toMatchObject({ spent: acknowledged, held: 0, issued: -grantedCredits });
    } finally {
      await store.close();
    }
  }
}

/**
 * Kills the service under load. Every request has an idempotency key and is sent until it succeeds, so in the end
 * every key must be charged exactly once, no matter when a process was killed.
 */
export async function killUnderLoad(options: KillUnderLoadOptions): Promise<KillCounts> {
  const progress = new EventEmitter().setMaxListeners(100);
  const site = await HoldingSite.serve(() => progress.emit('held'));
  const load = new KillUnderLoad(options, site, progress);
  try {
    return await load.run();
  } finally {
    await load.close();
    await site.close();
  }
}
