import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, JobAttempt, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { TransactionQuery } from '../postgres/postgres-driver.ts';
import type { JobPriority } from './job.ts';

/** Channel of the notifications that jobs were added or returned. */
export const jobsChannel = 'quern_jobs';
/** Channel of the notifications that jobs have ended for which requests wait; the payload is the id. */
export const endsChannel = 'quern_job_ends';

/** A queue entry that was fetched: which job it delivers, and the attempt that settles it. */
export interface Delivery {
  readonly jobId: string;
  readonly queue: string;
  readonly entry: JobAttempt;
}

type ListenHandle = Awaited<ReturnType<NonNullable<Db['listen']>>>;

/** A claim ends this long after the last heartbeat; the minimum of pg-boss, s. */
const heartbeatSeconds = 10;
const touchIntervalMs = 3000;
/** Pause before another attempt to listen for the first time. Later, pg-boss itself reconnects. */
const listenRetryMs = 1000;
/** The rows count the failures: the queue never gives up by itself. */
const retryLimit = 1_000_000;
/** The longest that pg-boss accepts, s. */
const expireInSeconds = 24 * 3600 - 1;
const retentionSeconds = 365 * 24 * 3600;

const entryData = z.object({ jobId: z.string() });

/** The waiting and running jobs as entries of pg-boss: one of its queues for each operation and priority. */
export class PgBossQueue {
  readonly #open: () => Promise<PgBoss>;
  readonly #onError: (error: Error) => void;
  readonly #closing = new AbortController();
  readonly #queues = new Map<string, Promise<string>>();
  readonly #listeners = new Set<() => void>();
  readonly #endListeners = new Set<(id: string | undefined) => void>();
  #boss: Promise<PgBoss> | undefined;
  #listening: Promise<ListenHandle | undefined> | undefined;
  #listeningForEnds: Promise<ListenHandle | undefined> | undefined;
  #touchedAtMs = Number.NEGATIVE_INFINITY;
  #removals: Delivery[] = [];
  #removing: Promise<void> | undefined;

  /** @param open connects and starts pg-boss; called at the first use */
  constructor(open: () => Promise<PgBoss>, onError: (error: Error) => void) {
    this.#open = open;
    this.#onError = onError;
  }

  /** Creates the queue of an operation and a priority if it does not exist. @returns its name */
  prepare(operation: string, priority: JobPriority): Promise<string> {
    const name = `${operation}.${priority}`;
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      queue = this.#createQueue(name);
      this.#queues.set(name, queue);
      queue.catch(() => this.#queues.delete(name));
    }
    return queue;
  }

  /** Adds entries as part of a transaction. `prepare` must have been called. */
  async add(
    operation: string,
    priority: JobPriority,
    entries: ReadonlyArray<{ readonly jobId: string; readonly startTag: number }>,
    query: TransactionQuery,
  ): Promise<void> {
    const boss = await this.#start();
    const inserts = entries.map(({ jobId, startTag }) => ({ data: { jobId }, priority: -startTag }));
    await boss.insert(await this.prepare(operation, priority), inserts, { db: toDatabase(query) });
  }

  /** Fetches entries, those with the lowest start tags first. */
  async fetch(operation: string, priority: JobPriority, limit: number): Promise<Delivery[]> {
    const queue = await this.prepare(operation, priority);
    const boss = await this.#start();
    const entries = await boss.fetch(queue, { batchSize: limit, includeMetadata: true });
    return entries.map(({ id, retryCount, data }) => ({
      jobId: entryData.parse(data).jobId,
      queue,
      entry: { id, retryCount },
    }));
  }

  /** Sends a heartbeat for fetched entries, at most every few seconds. */
  async touch(deliveries: readonly Delivery[]): Promise<void> {
    const now = performance.now();
    if (deliveries.length === 0 || now - this.#touchedAtMs < touchIntervalMs) return;
    this.#touchedAtMs = now;
    const boss = await this.#start();
    for (const [queue, entries] of byQueue(deliveries)) await boss.touch(queue, entries);
  }

  /** Returns a fetched entry to its queue, as part of a transaction. */
  async return({ queue, entry }: Delivery, query: TransactionQuery): Promise<void> {
    const boss = await this.#start();
    await boss.fail(queue, entry, null, { db: toDatabase(query) });
  }

  /**
   * Removes a fetched entry. Removals of the same turn of the event loop share a statement. A failure is reported: the
   * entry is then delivered again and dropped.
   */
  remove(delivery: Delivery): Promise<void> {
    this.#removals.push(delivery);
    this.#removing ??= new Promise((resolve) => {
      setImmediate(() => {
        const removals = this.#removals;
        this.#removals = [];
        this.#removing = undefined;
        resolve(this.#remove(removals).catch((error: Error) => this.#onError(error)));
      });
    });
    return this.#removing;
  }

  /** Calls the listener at every notification, and after an interrupted connection. @returns stops the calls */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    const notify = (): void => {
      for (const each of this.#listeners) each();
    };
    this.#listening ??= this.#listen(jobsChannel, notify, notify);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls the listener with the id of each job that has ended and for which a request waits; without one after an
   * interrupted connection. @returns stops the calls
   */
  listenForEnds(listener: (id: string | undefined) => void): () => void {
    this.#endListeners.add(listener);
    const notify = (id?: string): void => {
      for (const each of this.#endListeners) each(id);
    };
    this.#listeningForEnds ??= this.#listen(endsChannel, notify, () => notify());
    return () => this.#endListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#boss === undefined) return;
    await this.#removing;
    await (await this.#listening)?.close();
    await (await this.#listeningForEnds)?.close();
    await (await this.#boss).stop({ graceful: false });
  }

  async #remove(deliveries: readonly Delivery[]): Promise<void> {
    const boss = await this.#start();
    for (const [queue, entries] of byQueue(deliveries)) await boss.deleteJob(queue, entries);
  }

  async #createQueue(name: string): Promise<string> {
    const boss = await this.#start();
    await boss.createQueue(name, {
      heartbeatSeconds,
      retryLimit,
      retryDelay: 0,
      expireInSeconds,
      retentionSeconds,
    });
    return name;
  }

  async #listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<ListenHandle | undefined> {
    const { signal } = this.#closing;
    for (let hasFailed = false; !signal.aborted; hasFailed = true) {
      try {
        const boss = await this.#start();
        // It calls `onReconnect` at first, too.
        return await boss.getDb().listen?.(channel, onNotification, onReconnect);
      } catch (error) {
        if (!hasFailed) this.#onError(error instanceof Error ? error : new Error(String(error)));
        await sleep(listenRetryMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    return undefined;
  }

  #start(): Promise<PgBoss> {
    this.#boss ??= this.#open().catch((error: unknown) => {
      this.#boss = undefined;
      throw error;
    });
    return this.#boss;
  }
}

function byQueue(deliveries: readonly Delivery[]): Map<string, JobAttempt[]> {
  const groups = Map.groupBy(deliveries, ({ queue }) => queue);
  return new Map([...groups].map(([queue, group]) => [queue, group.map(({ entry }) => entry)]));
}

/** The transaction as pg-boss uses it. */
const toDatabase = (query: TransactionQuery): Db => ({
  executeSql: async (sql, values = []) => ({ rows: await query(sql, values) }),
});
