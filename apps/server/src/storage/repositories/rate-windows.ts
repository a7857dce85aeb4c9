import { integer } from '../driver/columns.ts';
import type { Queryable } from '../driver/driver.ts';

/** Counts the requests of each key in the current window, shared by all nodes. */
export interface RateWindowRepository {
  /**
   * Counts one request into the window that starts at `windowStart` (ms). A node whose clock is slightly behind
   * counts into the newer window that another node has started.
   *
   * @returns The number of requests in the window.
   */
  increment(keyId: string, windowStart: number): Promise<number>;
}

/** A window further ahead than this is a leftover from before the clock was set back. */
const skewMaxMs = 60_000;

const incrementSql = `INSERT INTO rate_windows (key_id, window_start, taken) VALUES ($1, $2, 1)
  ON CONFLICT (key_id) DO UPDATE SET
    taken = CASE WHEN excluded.window_start BETWEEN rate_windows.window_start - ${skewMaxMs}
                      AND rate_windows.window_start
                 THEN rate_windows.taken + 1 ELSE 1 END,
    window_start = CASE WHEN excluded.window_start BETWEEN rate_windows.window_start - ${skewMaxMs}
                             AND rate_windows.window_start
                        THEN rate_windows.window_start ELSE excluded.window_start END
  RETURNING taken`;

/** Rate windows of either database. */
export class SqlRateWindowRepository implements RateWindowRepository {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async increment(keyId: string, windowStart: number): Promise<number> {
    const [row] = await this.#database.query(incrementSql, [keyId, windowStart]);
    return row === undefined ? 1 : integer(row, 'taken');
  }
}
