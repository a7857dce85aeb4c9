import { createId } from '../ids/create-id.ts';
import type { NodeRole } from '../roles/node-role.ts';
import type { Store } from '../storage/store.ts';
import { BackgroundLoop } from './background-loop.ts';
import { CancellationQueue } from './cancellation-queue.ts';
import { heartbeatIntervalMs } from './node-failure-detector.ts';
import { NodeHeartbeat } from './node-heartbeat.ts';
import { RefundQueue } from './refund-queue.ts';

const refundIntervalMs = 2500;
const cancellationIntervalMs = 500;
const sweepIntervalMs = 600_000;
const sweepRetryMs = 5000;
/** How long deliveries of webhooks are listed after their end, ms. */
const deliveryRetentionMs = 7 * 24 * 3_600_000;

/** Dependencies of a node. */
export interface ClusterNodeOptions {
  readonly store: Store;
  readonly role: NodeRole;
  /** Returns milliseconds since the epoch, for timestamps and expiry only. */
  readonly now: () => number;
  /** Called when background work fails; the work is tried again. */
  readonly onError: (error: unknown) => void;
}

/** This process as a node of the service, with its background work: heartbeat, pending refunds and cancellations, expired rows. */
export class ClusterNode {
  readonly id: string;
  readonly #heartbeat: NodeHeartbeat;
  readonly #refunds: RefundQueue;
  readonly #cancellations: CancellationQueue;
  readonly #loops: readonly BackgroundLoop[];
  readonly #onError: (error: unknown) => void;

  private constructor({ store, now, onError }: ClusterNodeOptions, heartbeat: NodeHeartbeat, id: string) {
    this.id = id;
    this.#heartbeat = heartbeat;
    this.#refunds = new RefundQueue(store.ledger, now);
    this.#cancellations = new CancellationQueue(store.jobs, now);
    this.#onError = onError;
    const sweep = async (): Promise<void> => {
      await store.results.sweep(now());
      await store.nodes.sweep(now());
      await store.jobs.sweep(now());
      await store.batches.sweep(now());
      await store.webhooks.sweep(now() - deliveryRetentionMs);
    };
    // Separate loops: a heartbeat must not wait for a long sweep.
    const loops = [
      new BackgroundLoop({ work: () => this.#refunds.process(), intervalMs: refundIntervalMs, onError }),
      new BackgroundLoop({
        work: () => this.#cancellations.process(),
        intervalMs: cancellationIntervalMs,
        onError,
      }),
      new BackgroundLoop({ work: sweep, intervalMs: sweepIntervalMs, retryMs: sweepRetryMs, onError }),
    ];
    if (store.dialect === 'postgres') {
      const work = async (): Promise<void> => {
        await heartbeat.send();
        await store.jobs.recover();
      };
      loops.push(new BackgroundLoop({ work, intervalMs: heartbeatIntervalMs, onError }));
    }
    this.#loops = loops;
  }

  /**
   * Registers the node and starts its background work. The embedded database is locked for this process, so every
   * other node registered there is dead.
   */
  static async start(options: ClusterNodeOptions): Promise<ClusterNode> {
    const { store, role, now } = options;
    const id = createId('node');
    const heartbeat = new NodeHeartbeat({ nodes: store.nodes, nodeId: id, role, now });
    await heartbeat.register(store.dialect === 'sqlite');
    await store.jobs.recover();
    return new ClusterNode(options, heartbeat, id);
  }

  /** Refunds a reservation later. */
  scheduleRefund(reservationId: string): void {
    this.#refunds.schedule(reservationId);
  }

  /** Cancels a job later that a request of this node has waited for. */
  scheduleCancellation(jobId: string, accountId: string): void {
    this.#cancellations.schedule(jobId, accountId);
  }

  /** Stops the background work and deregisters the node. Pending refunds and cancellations are left to other nodes. */
  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#heartbeat.deregister().catch(this.#onError);
  }
}
