import type { Driver } from '../driver.ts';

export type NodeRepository = ReturnType<typeof createNodeRepository>;

/** A node and how many heartbeats it has sent since it was registered. */
export interface NodeHeartbeatCount {
  readonly id: string;
  readonly beats: number;
}

/** How long a node can learn that its reservation was released while it was slow. */
const releasedKeptMs = 24 * 3_600_000;
/** Reservations released at a time. */
const releaseMax = 1000;

/** The running processes. A reservation whose node is not among them is given back. */
export function createNodeRepository({ query, urgentQuery, ledger }: Driver) {
  return {
    /** Registers the node, or counts its heartbeat. The time `now` is kept for operators only. */
    beat: async (nodeId: string, now: number): Promise<void> => {
      await urgentQuery(
        `INSERT INTO nodes (id, seen_at, beats) VALUES ($1, $2, 1)
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, beats = nodes.beats + 1`,
        [nodeId, now],
      );
    },
    list: async (): Promise<NodeHeartbeatCount[]> =>
      (await urgentQuery('SELECT id, beats FROM nodes')).map((row) => ({
        id: String(row['id']),
        beats: Number(row['beats']),
      })),
    remove: async (nodeId: string): Promise<void> => {
      await query('DELETE FROM nodes WHERE id = $1', [nodeId]);
    },
    /** Removes a node unless it has sent a heartbeat since its counter was read. */
    removeSilent: async ({ id, beats }: NodeHeartbeatCount): Promise<void> => {
      await urgentQuery('DELETE FROM nodes WHERE id = $1 AND beats = $2', [id, beats]);
    },
    /** Removes all nodes, for a database of which this process is the only user. */
    clear: async (): Promise<void> => {
      await query('DELETE FROM nodes');
    },
    /**
     * Releases the reservations of nodes that are not registered. Can be repeated.
     *
     * @returns How many were released.
     */
    releaseOrphans: async (now: number): Promise<number> => {
      let released = 0;
      for (;;) {
        const rows = await urgentQuery(
          `SELECT id FROM reservations r WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = r.node_id) LIMIT ${releaseMax}`,
        );
        const ends = await Promise.all(rows.map((row) => ledger.release(String(row['id']), now)));
        released += ends.filter((end) => end.kind === 'done').length;
        if (rows.length < releaseMax) return released;
      }
    },
    sweep: async (now: number): Promise<void> => {
      await query('DELETE FROM released WHERE released_at <= $1', [now - releasedKeptMs]);
    },
  };
}
