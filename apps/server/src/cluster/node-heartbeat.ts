import type { NodeRole } from '../roles/node-role.ts';
import type { NodeRepository } from '../storage/repositories/nodes.ts';
import { NodeFailureDetector } from './node-failure-detector.ts';

/** Dependencies of a heartbeat. */
export interface NodeHeartbeatOptions {
  readonly nodes: NodeRepository;
  readonly nodeId: string;
  readonly role: NodeRole;
  /** Returns milliseconds since the epoch; stored for operators only. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds, by which other nodes are considered dead. */
  readonly monotonicNow?: () => number;
}

/**
 * Shows other nodes that this one is alive, and releases the reservations of nodes that are dead. See
 * docs/decisions/0019-liveness-without-clocks.md.
 */
export class NodeHeartbeat {
  readonly #nodes: NodeRepository;
  readonly #nodeId: string;
  readonly #role: NodeRole;
  readonly #now: () => number;
  readonly #monotonicNow: () => number;
  readonly #failureDetector = new NodeFailureDetector();

  constructor({ nodes, nodeId, role, now, monotonicNow = () => performance.now() }: NodeHeartbeatOptions) {
    this.#nodes = nodes;
    this.#nodeId = nodeId;
    this.#role = role;
    this.#now = now;
    this.#monotonicNow = monotonicNow;
  }

  /**
   * Registers the node and releases the reservations of nodes that are not registered.
   *
   * @param isOnlyNode Whether no other process can use the database; all other registered nodes are then dead.
   */
  async register(isOnlyNode: boolean): Promise<void> {
    if (isOnlyNode) await this.#nodes.clear();
    await this.#nodes.recordHeartbeat(this.#nodeId, this.#now(), this.#role);
    await this.#nodes.releaseOrphanedReservations(this.#now());
  }

  /** Sends a heartbeat, removes nodes that have stopped sending them, and releases their reservations. */
  async send(): Promise<void> {
    await this.#nodes.recordHeartbeat(this.#nodeId, this.#now(), this.#role);
    const others = (await this.#nodes.list()).filter(({ id }) => id !== this.#nodeId);
    for (const dead of this.#failureDetector.observe(others, this.#monotonicNow())) {
      await this.#nodes.removeIfUnchanged(dead);
    }
    await this.#nodes.releaseOrphanedReservations(this.#now());
  }

  /** Deregisters the node. Other nodes then release its reservations. */
  async deregister(): Promise<void> {
    await this.#nodes.remove(this.#nodeId);
  }
}
