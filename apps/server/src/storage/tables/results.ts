import type { Driver } from '../driver.ts';

export type ResultTable = ReturnType<typeof resultTable>;

/** Results that can be asked for again, by their id, until they expire; and the sweeping of all that expires. */
export function resultTable({ query }: Driver) {
  return {
    put: async (result: {
      id: string;
      accountId: string;
      operation: string;
      body: string;
      expiresAt: number;
    }): Promise<void> => {
      await query(
        'INSERT INTO results (id, account_id, operation, body, expires_at) VALUES ($1, $2, $3, $4, $5)',
        [result.id, result.accountId, result.operation, result.body, result.expiresAt],
      );
    },
    find: async (
      id: string,
      accountId: string,
      operation: string,
      now: number,
    ): Promise<string | undefined> => {
      const [row] = await query(
        'SELECT body FROM results WHERE id = $1 AND account_id = $2 AND operation = $3 AND expires_at > $4',
        [id, accountId, operation, now],
      );
      return row && String(row['body']);
    },
    /** Whether a request with this idempotency key was answered and the answer is kept. */
    isAnswered: async (accountId: string, operation: string, key: string, now: number): Promise<boolean> => {
      const rows = await query(
        `SELECT 1 AS found FROM idempotency WHERE account_id = $1 AND operation = $2 AND idempotency_key = $3
           AND (response IS NOT NULL OR response_digest IS NOT NULL) AND expires_at > $4`,
        [accountId, operation, key, now],
      );
      return rows.length > 0;
    },
    remove: async (id: string): Promise<void> => {
      await query('DELETE FROM results WHERE id = $1', [id]);
    },
    sweep: async (now: number): Promise<void> => {
      await query('DELETE FROM results WHERE expires_at <= $1', [now]);
      await query(
        `DELETE FROM idempotency
         WHERE expires_at <= $1 AND (response IS NOT NULL OR response_digest IS NOT NULL)`,
        [now],
      );
    },
  };
}
