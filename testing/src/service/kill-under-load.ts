import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../../../apps/server/src/storage/store.ts';
import { findFreePort } from '../network/find-free-port.ts';
import { type SpawnedService, spawnService } from './spawn-service.ts';
import { testAdminToken, testApiKey } from './start-test-service.ts';

const clientCount = 12;
const grantedCredits = 1_000_000;
/** A kill happens after a random number of responses up to this one. */
const responsesBeforeKillMax = 60;
const retryDelayMs = 20;

export interface KillUnderLoadOptions {
  readonly kills: number;
  /** Settings of every run. */
  readonly environment: Readonly<Record<string, string>>;
  readonly openStore: () => Promise<Store>;
  /** Called before each run (counted from 0) while no process runs; returns settings for that run only. */
  readonly beforeRun?: (run: number) => Promise<Record<string, string>>;
}

/** A service that is killed and restarted while clients send requests. */
class KillUnderLoad {
  readonly #options: KillUnderLoadOptions;
  readonly #port: number;
  #isStopping = false;
  #interrupted = 0;
  #acknowledged = 0;
  /** Resolves when `#acknowledged` reaches its count. */
  #awaited: { readonly count: number; readonly resolve: () => void } | undefined;

  constructor(options: KillUnderLoadOptions, port: number) {
    this.#options = options;
    this.#port = port;
  }

  async run(): Promise<void> {
    let service = await this.#start(0);
    const clients = Array.from({ length: clientCount }, (_, client) => this.#sendRequests(client));
    for (let kill = 0; kill < this.#options.kills; kill += 1) {
      // Some requests of this run are complete, and others are in flight.
      await this.#acknowledgements(1 + Math.floor(Math.random() * responsesBeforeKillMax));
      await sleep(Math.random() * 30);
      await service.terminate('SIGKILL');
      service = await this.#start(kill + 1);
    }
    await this.#acknowledgements(clientCount);
    this.#isStopping = true;
    await Promise.all(clients);
    expect(await service.terminate('SIGTERM')).toBe(0);
    await this.#verifyLedger();
  }

  async #start(run: number): Promise<SpawnedService> {
    const { environment, beforeRun } = this.#options;
    const settings = {
      QUERN_BOOTSTRAP_KEY: testApiKey,
      QUERN_BOOTSTRAP_CREDITS: String(grantedCredits),
      QUERN_ADMIN_TOKEN: testAdminToken,
      QUERN_RATE_LIMIT: 'off',
      QUERN_LOG_LEVEL: 'warn',
      QUERN_ENGINE_THREADS: '1',
      ...environment,
      ...(await beforeRun?.(run)),
    };
    return spawnService({ port: this.#port, environment: settings, launcher: 'node' });
  }

  /** Sends requests one after the other, each with its own idempotency key until it succeeds. */
  async #sendRequests(client: number): Promise<void> {
    for (let serial = 0; !this.#isStopping; serial += 1) {
      while (!(await this.#send(`${client}-${serial}`))) await sleep(retryDelayMs);
      this.#acknowledged += 1;
      if (this.#awaited !== undefined && this.#acknowledged >= this.#awaited.count) this.#awaited.resolve();
    }
  }

  async #send(idempotencyKey: string): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#port}/v0/sentiment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${testApiKey}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: '{"text":"good"}',
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      this.#interrupted += 1;
      return false;
    }
  }

  /** Resolves after a number of further successful responses. */
  #acknowledgements(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { count: this.#acknowledged + count, resolve };
    return promise;
  }

  async #verifyLedger(): Promise<void> {
    const { kills, openStore } = this.#options;
    const [acknowledged, interrupted] = [this.#acknowledged, this.#interrupted];
    const store = await openStore();
    try {
      const [account] = await store.accounts.list('', 10);
      const trial = await store.accounts.trialBalance(account?.id ?? '');
      console.log(`${acknowledged} requests acknowledged, ${interrupted} interrupted by ${kills} kills`);
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
 * Kills the service under load repeatedly. Every request has an idempotency key and is sent until it succeeds, so
 * in the end every key must be charged exactly once, no matter when the process was killed.
 */
export async function killUnderLoad(options: KillUnderLoadOptions): Promise<void> {
  await new KillUnderLoad(options, await findFreePort()).run();
}
