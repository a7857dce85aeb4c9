import type { NodeHeartbeatCount } from '../storage/repositories/nodes.ts';

/** Interval at which each node sends a heartbeat and reads those of the others. */
export const heartbeatIntervalMs = 500;
/** A node whose counter one observer has not seen change for this long is dead. */
export const deadAfterMs = 3500;
/**
 * Maximum time that one observation adds to a node's silence. If the observer itself was interrupted, or the database
 * was unavailable, the other nodes must not all count as dead.
 */
const silencePerObservationMaxMs = 2 * heartbeatIntervalMs;

interface Observed {
  readonly beats: number;
  readonly silentMs: number;
}

/**
 * Detects dead nodes from their heartbeat counters and this process's monotonic clock. No wall clock is read, neither
 * a node's nor the database's, so a clock step has no effect.
 */
export class NodeFailureDetector {
  #observed: ReadonlyMap<string, Observed> = new Map();
  #observedAtMs: number | undefined;

  /**
   * Records the counters of the other nodes.
   *
   * @param atMs When they were read, by a monotonic clock.
   * @returns The dead nodes, each with the counter at which it stopped.
   */
  observe(nodes: readonly NodeHeartbeatCount[], atMs: number): NodeHeartbeatCount[] {
    const elapsedMs = Math.min(atMs - (this.#observedAtMs ?? atMs), silencePerObservationMaxMs);
    this.#observedAtMs = atMs;
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
