import type { NodeHeartbeatCount } from '../storage/repositories/nodes.ts';

/** Period of each node's heartbeat, and of its look at the heartbeats of the others. */
export const heartbeatIntervalMs = 500;
/** A node whose counter has not changed for this long, as seen by one observer, is dead. */
export const deadAfterMs = 3500;
/**
 * Maximum time that one look adds to a node's silence. An observer that was itself interrupted, or a database
 * that was away for everybody, must not make all others look dead at once.
 */
const addedMaxMs = 2 * heartbeatIntervalMs;

interface Observed {
  readonly beats: number;
  readonly silentMs: number;
}

/**
 * Decides which nodes are dead from their heartbeat counters and this process's monotonic clock. No wall clock
 * is read, neither a node's nor the database's, so a step of any of them changes nothing.
 */
export class NodeFailureDetector {
  #observed: ReadonlyMap<string, Observed> = new Map();
  #lookedAtMs: number | undefined;

  /**
   * @param nodes The counters of the other nodes.
   * @param atMs When they were read, by a monotonic clock.
   * @returns The nodes that are dead, each with the counter at which it stopped.
   */
  observe(nodes: readonly NodeHeartbeatCount[], atMs: number): NodeHeartbeatCount[] {
    const elapsedMs = Math.min(atMs - (this.#lookedAtMs ?? atMs), addedMaxMs);
    this.#lookedAtMs = atMs;
    this.#observed = new Map(
      nodes.map(({ id, beats }) => {
        const before = this.#observed.get(id);
        const silentMs = before?.beats === beats ? before.silentMs + elapsedMs : 0;
        return [id, { beats, silentMs }];
      }),
    );
    return nodes.filter(({ id }) => (this.#observed.get(id)?.silentMs ?? 0) >= deadAfterMs);
  }
}
