import type { Driver } from '../driver.ts';

export type NodeTable = ReturnType<typeof nodeTable>;

/** Which processes are alive, told by a heartbeat; a reservation whose node is not is given back. */
export function nodeTable({ query, ledger }: Driver) {
  return {
    beat: async (nodeId: string, now: number): Promise<void> => {
      await query(
        'INSERT INTO nodes (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at',
        [nodeId, now],
      );
    },
    leave: async (nodeId: string): Promise<void> => {
      await query('DELETE FROM nodes WHERE id = $1', [nodeId]);
    },
    /** Refunds the reservations of nodes not seen since `seenBefore` (ms). Answers how many; can be repeated. */
    releaseDead: async (seenBefore: number, now: number): Promise<number> => {
      const rows = await query(
        `SELECT id FROM reservations r WHERE NOT EXISTS (
           SELECT 1 FROM nodes n WHERE n.id = r.node_id AND n.seen_at >= $1) LIMIT 10000`,
        [seenBefore],
      );
      const refunds = await Promise.all(rows.map((row) => ledger.refund(String(row['id']), now)));
      await query('DELETE FROM nodes WHERE seen_at < $1', [seenBefore]);
      return refunds.filter((refund) => refund.kind === 'done').length;
    },
  };
}
