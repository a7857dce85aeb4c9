import type { NodeRole } from '../../roles/node-role.ts';
import { integer, text } from '../driver/columns.ts';
import type { Driver } from '../driver/driver.ts';

/** A node and the number of heartbeats it has sent since it was registered. */
export interface NodeHeartbeatCount {
  readonly id: string;
  readonly beats: number;
}

/** The registered nodes. A reservation whose node is not registered is released. */
export interface NodeRepository {
  /**
   * Registers the node, or counts its heartbeat. The time `now` is stored for operators only.
   *
   * @param role default `all`
   */
  recordHeartbeat(nodeId: string, now: number, role?: NodeRole): Promise<void>;
  list(): Promise<NodeHeartbeatCount[]>;
  /** The number of registered nodes that run jobs. */
  countWorkers(): Promise<number>;
  remove(nodeId: string): Promise<void>;
  /** Removes a node unless it has sent a heartbeat since its counter was read. */
  removeIfUnchanged(node: NodeHeartbeatCount): Promise<void>;
  /** Removes all nodes, for a database that only this process uses. */
  clear(): Promise<void>;
  /** Releases the reservations of nodes that are not registered. Can be repeated. @returns how many were released */
  releaseOrphanedReservations(now: number): Promise<number>;
  /** Removes records of released reservations that are older than a day. */
  sweep(now: number): Promise<void>;
}

/** Time within which a slow node can learn that its reservation was released. */
const releasedRetentionMs = 24 * 3_600_000;
/** Reservations released at a time. */
const batchMax = 1000;

/** Nodes of either database. */
export class SqlNodeRepository implements NodeRepository {
  readonly #database: Pick<Driver, 'query' | 'urgentQuery' | 'ledger'>;

  constructor(database: Pick<Driver, 'query' | 'urgentQuery' | 'ledger'>) {
    this.#database = database;
  }

  async recordHeartbeat(nodeId: string, now: number, role: NodeRole = 'all'): Promise<void> {
    await this.#database.urgentQuery(
      `INSERT INTO nodes (id, seen_at, beats, role) VALUES ($1, $2, 1, $3)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, beats = nodes.beats + 1`,
      [nodeId, now, role],
    );
  }

  async countWorkers(): Promise<number> {
    const [row] = await this.#database.urgentQuery(
      "SELECT COUNT(*) AS workers FROM nodes WHERE role IN ('all', 'worker')",
    );
    return row === undefined ? 0 : integer(row, 'workers');
  }

  async list(): Promise<NodeHeartbeatCount[]> {
    const rows = await this.#database.urgentQuery('SELECT id, beats FROM nodes');
    return rows.map((row) => ({ id: text(row, 'id'), beats: integer(row, 'beats') }));
  }

  async remove(nodeId: string): Promise<void> {
    await this.#database.query('DELETE FROM nodes WHERE id = $1', [nodeId]);
  }

  async removeIfUnchanged({ id, beats }: NodeHeartbeatCount): Promise<void> {
    await this.#database.urgentQuery('DELETE FROM nodes WHERE id = $1 AND beats = $2', [id, beats]);
  }

  async clear(): Promise<void> {
    await this.#database.query('DELETE FROM nodes');
  }

  async releaseOrphanedReservations(now: number): Promise<number> {
    let released = 0;
    for (;;) {
      const rows = await this.#database.urgentQuery(
        `SELECT id FROM reservations r
         WHERE NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = r.node_id) LIMIT ${batchMax}`,
      );
      const { ledger } = this.#database;
      const outcomes = await Promise.all(rows.map((row) => ledger.release(text(row, 'id'), now)));
      released += outcomes.filter((outcome) => outcome.kind === 'done').length;
      if (rows.length < batchMax) return released;
    }
  }

  async sweep(now: number): Promise<void> {
    await this.#database.query('DELETE FROM released WHERE released_at <= $1', [now - releasedRetentionMs]);
  }
}
