import type { Driver, Row, SqlValue } from '../driver.ts';

export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  /** SHA-256 of the key, hex. The key itself is stored nowhere. */
  readonly hash: string;
  /** The key's first and last characters, to recognise it by. */
  readonly hint: string;
  readonly name: string;
  /** Names of operations, or `*`. */
  readonly scopes: readonly string[];
  /** True of a key that the operator chose (bootstrap): it has no checksum to judge it by. */
  readonly isOperatorProvided: boolean;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly ratePerMinute: number | null;
  /** Maximum credits that this key and those it was rotated from or to may ever spend together; null: no limit. */
  readonly budget: number | null;
  /** Credits spent or held by this key and those it was rotated from or to. */
  readonly spent: number;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
}

const number = (value: SqlValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const toKey = (row: Row): KeyRecord => ({
  id: String(row['id']),
  accountId: String(row['account_id']),
  hash: String(row['hash']),
  hint: String(row['hint']),
  name: String(row['name']),
  scopes: String(row['scopes']).split(' '),
  isOperatorProvided: row['given'] === 1,
  expiresAt: number(row['expires_at']),
  revokedAt: number(row['revoked_at']),
  ratePerMinute: number(row['rate_per_minute']),
  budget: number(row['shared_budget']),
  spent: Number(row['shared_spent']),
  lastUsedAt: number(row['last_used_at']),
  createdAt: Number(row['created_at']),
});

/** A key with the budget it shares with those it was rotated from or to. */
const select = `SELECT k.*, b.budget AS shared_budget, b.spent AS shared_spent
  FROM keys k JOIN keys b ON b.id = k.budget_key_id`;

export type KeyRepository = ReturnType<typeof createKeyRepository>;

export function createKeyRepository({ query, transaction }: Driver) {
  const find = async (id: string): Promise<KeyRecord | undefined> => {
    const [row] = await query(`${select} WHERE k.id = $1`, [id]);
    return row && toKey(row);
  };
  return {
    find,
    /** Answers false when a key of this hash is there already. */
    insert: async (key: KeyRecord): Promise<boolean> => {
      const rows = await query(
        `INSERT INTO keys (id, account_id, hash, hint, name, scopes, given, expires_at, revoked_at, rate_per_minute,
                           budget, budget_key_id, spent, last_used_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $10, $1, $11, NULL, $12)
         ON CONFLICT (hash) DO NOTHING RETURNING id`,
        [
          key.id,
          key.accountId,
          key.hash,
          key.hint,
          key.name,
          key.scopes.join(' '),
          key.isOperatorProvided ? 1 : 0,
          key.expiresAt,
          key.ratePerMinute,
          key.budget,
          key.spent,
          key.createdAt,
        ],
      );
      return rows.length === 1;
    },
    findByHash: async (hash: string): Promise<KeyRecord | undefined> => {
      const [row] = await query(`${select} WHERE k.hash = $1`, [hash]);
      return row && toKey(row);
    },
    list: async (accountId: string | null, after: string, limit: number): Promise<KeyRecord[]> =>
      (
        await query(
          `${select} WHERE k.id > $2 AND (CAST($1 AS TEXT) IS NULL OR k.account_id = $1) ORDER BY k.id LIMIT $3`,
          [accountId, after, limit],
        )
      ).map(toKey),
    givenHashes: async (): Promise<string[]> =>
      (await query('SELECT hash FROM keys WHERE given = 1')).map((row) => String(row['hash'])),
    /** Revokes from a moment on; an earlier revocation stays. Returns the key, undefined where there is none. */
    revoke: async (id: string, at: number): Promise<KeyRecord | undefined> => {
      await query(revokeSql, [id, at]);
      return find(id);
    },
    /**
     * Inserts a successor of a key that is neither revoked nor expired at `now`, with the same settings and the
     * same budget, and revokes the key from `revokedAt` on: both or nothing.
     *
     * @returns The successor, undefined where the key cannot be rotated.
     */
    rotate: async (
      id: string,
      successor: { id: string; hash: string; hint: string },
      now: number,
      revokedAt: number,
    ): Promise<KeyRecord | undefined> => {
      await transaction([
        // Locks the account before its keys, as reservations do.
        {
          sql: 'UPDATE accounts SET name = name WHERE id = (SELECT account_id FROM keys WHERE id = $1)',
          parameters: [id],
        },
        {
          sql: `INSERT INTO keys (id, account_id, hash, hint, name, scopes, given, expires_at, rate_per_minute, budget,
                                  budget_key_id, spent, created_at)
                SELECT CAST($2 AS TEXT), account_id, CAST($3 AS TEXT), CAST($4 AS TEXT), name, scopes, 0, expires_at,
                       rate_per_minute, budget, budget_key_id, 0, CAST($5 AS BIGINT)
                FROM keys WHERE id = $1 AND (revoked_at IS NULL OR revoked_at > CAST($5 AS BIGINT))
                  AND (expires_at IS NULL OR expires_at > CAST($5 AS BIGINT))`,
          parameters: [id, successor.id, successor.hash, successor.hint, now],
        },
        {
          sql: `${revokeSql} AND EXISTS (SELECT 1 FROM keys WHERE id = $3)`,
          parameters: [id, revokedAt, successor.id],
        },
      ]);
      return find(successor.id);
    },
  };
}

const revokeSql = `UPDATE keys
  SET revoked_at = CASE WHEN revoked_at IS NULL OR revoked_at > $2 THEN $2 ELSE revoked_at END WHERE id = $1`;
