import type { Driver } from '../driver.ts';

export type RateWindowRepository = ReturnType<typeof createRateWindowRepository>;

/** A window that is further ahead is left over from before the clock was set back. */
const skewMaxMs = 60_000;

/** How many requests each key has made in the running window, shared by all nodes. */
export function createRateWindowRepository({ query }: Driver) {
  return {
    /**
     * Counts one request into the window that starts at `windowStart` (ms) and answers how many it has now. A
     * node whose clock is a little behind counts into the newer window that another has begun.
     */
    take: async (keyId: string, windowStart: number): Promise<number> => {
      const [row] = await query(
        `INSERT INTO rate_windows (key_id, window_start, taken) VALUES ($1, $2, 1)
         ON CONFLICT (key_id) DO UPDATE SET
           taken = CASE WHEN excluded.window_start BETWEEN rate_windows.window_start - ${skewMaxMs}
                             AND rate_windows.window_start
                        THEN rate_windows.taken + 1 ELSE 1 END,
           window_start = CASE WHEN excluded.window_start BETWEEN rate_windows.window_start - ${skewMaxMs}
                                    AND rate_windows.window_start
                               THEN rate_windows.window_start ELSE excluded.window_start END
         RETURNING taken`,
        [keyId, windowStart],
      );
      return Number(row?.['taken'] ?? 1);
    },
  };
}
