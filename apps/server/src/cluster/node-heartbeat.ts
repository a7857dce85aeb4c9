import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../storage/open-store.ts';
import { heartbeatIntervalMs, NodeFailureDetector } from './node-failure-detector.ts';

const refundTries = 12;
const refundEveryMs = 2500;
const sweepEveryMs = 600_000;
/** While the database is away, the same failure is reported this often, not at every beat. */
const reportEveryMs = 10_000;

export interface NodeHeartbeatOptions {
  readonly store: Store;
  readonly nodeId: string;
  /** Milliseconds since the epoch, for timestamps and expiry only. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * The background work of a node: its heartbeat, the release of what dead nodes had reserved, refunds that the
 * database did not take at once, and the removal of expired rows. All intervals are measured by the monotonic
 * clock. See docs/decisions/0019-liveness-without-clocks.md.
 */
export class NodeHeartbeat {
  readonly #options: NodeHeartbeatOptions;
  readonly #watch = new NodeFailureDetector();
  readonly #stopping = new AbortController();
  /** Reservations to give back, with the tries left: one that is gone may yet arrive, if its connection was lost. */
  readonly #unrefunded = new Map<string, number>();
  #refundedAtMs = -Infinity;
  #sweptAtMs = -Infinity;
  #reportedAtMs = -Infinity;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: NodeHeartbeatOptions) {
    this.#options = options;
  }

  /**
   * Registers the node and starts its background work. The embedded database has one process at a time, which
   * the lock of the data folder ensures, so there every other node is dead.
   */
  static async start(options: NodeHeartbeatOptions): Promise<NodeHeartbeat> {
    const { store, nodeId, now } = options;
    const heartbeat = new NodeHeartbeat(options);
    if (store.dialect === 'sqlite') await store.nodes.clear();
    await store.nodes.beat(nodeId, now());
    await store.nodes.releaseOrphans(now());
    // Apart from each other: a heartbeat must not wait until a long removal of rows is done.
    const beats = store.dialect === 'postgres' ? heartbeat.#repeat(() => heartbeat.#beat()) : undefined;
    heartbeat.#running = Promise.all([beats, heartbeat.#repeat(() => heartbeat.#maintain())]);
    return heartbeat;
  }

  /** Tries again later to give a reservation back. */
  readonly scheduleRefund = (reservationId: string): void => {
    this.#unrefunded.set(reservationId, refundTries);
  };

  /** Deregisters the node. Other nodes release what it could not refund until now. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#options.store.nodes.remove(this.#options.nodeId).catch(this.#options.onError);
  }

  /** Repeats a piece of work until the node stops. A failure is reported, and the work is tried again. */
  async #repeat(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.#report(error));
      await sleep(heartbeatIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #beat(): Promise<void> {
    const { store, nodeId, now } = this.#options;
    await store.nodes.beat(nodeId, now());
    const others = (await store.nodes.list()).filter(({ id }) => id !== nodeId);
    for (const dead of this.#watch.observe(others, performance.now())) await store.nodes.removeSilent(dead);
    await store.nodes.releaseOrphans(now());
  }

  async #maintain(): Promise<void> {
    await this.#refund();
    await this.#sweep();
  }

  async #refund(): Promise<void> {
    if (performance.now() - this.#refundedAtMs < refundEveryMs) return;
    this.#refundedAtMs = performance.now();
    for (const [reservationId, tries] of this.#unrefunded) {
      const outcome = await this.#options.store.ledger.refund(reservationId, this.#options.now());
      if (outcome.kind !== 'gone' || tries <= 1) this.#unrefunded.delete(reservationId);
      else this.#unrefunded.set(reservationId, tries - 1);
    }
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAtMs < sweepEveryMs) return;
    const { store, now } = this.#options;
    await store.results.sweep(now());
    await store.nodes.sweep(now());
    this.#sweptAtMs = performance.now();
  }

  #report(error: unknown): void {
    if (performance.now() - this.#reportedAtMs < reportEveryMs) return;
    this.#reportedAtMs = performance.now();
    this.#options.onError(error);
  }
}
