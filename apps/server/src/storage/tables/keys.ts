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
  readonly given: boolean;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly ratePerMinute: number | null;
  /** The most credits this key may ever spend; null: as many as its account has. */
  readonly budget: number | null;
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
  given: row['given'] === 1,
  expiresAt: number(row['expires_at']),
  revokedAt: number(row['revoked_at']),
  ratePerMinute: number(row['rate_per_minute']),
  budget: number(row['budget']),
  spent: Number(row['spent']),
  lastUsedAt: number(row['last_used_at']),
  createdAt: Number(row['created_at']),
});

export type KeyTable = ReturnType<typeof keyTable>;

export function keyTable({ query }: Driver) {
  return {
    /** Answers false when a key of this hash is there already. */
    insert: async (key: KeyRecord): Promise<boolean> => {
      const rows = await query(
        `INSERT INTO keys (id, account_id, hash, hint, name, scopes, given, expires_at, revoked_at, rate_per_minute,
                           budget, spent, last_used_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $10, $11, NULL, $12)
         ON CONFLICT (hash) DO NOTHING RETURNING id`,
        [
          key.id,
          key.accountId,
          key.hash,
          key.hint,
          key.name,
          key.scopes.join(' '),
          key.given ? 1 : 0,
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
      const [row] = await query('SELECT * FROM keys WHERE hash = $1', [hash]);
      return row && toKey(row);
    },
    find: async (id: string): Promise<KeyRecord | undefined> => {
      const [row] = await query('SELECT * FROM keys WHERE id = $1', [id]);
      return row && toKey(row);
    },
    list: async (accountId: string | null, after: string, limit: number): Promise<KeyRecord[]> =>
      (
        await query(
          `SELECT * FROM keys WHERE id > $2 AND (CAST($1 AS TEXT) IS NULL OR account_id = $1) ORDER BY id LIMIT $3`,
          [accountId, after, limit],
        )
      ).map(toKey),
    givenHashes: async (): Promise<string[]> =>
      (await query('SELECT hash FROM keys WHERE given = 1')).map((row) => String(row['hash'])),
    /** Revokes from a moment on; an earlier revocation stays. Answers the key, undefined where there is none. */
    revoke: async (id: string, at: number): Promise<KeyRecord | undefined> => {
      const [row] = await query(
        `UPDATE keys SET revoked_at = CASE WHEN revoked_at IS NULL OR revoked_at > $2 THEN $2 ELSE revoked_at END
         WHERE id = $1 RETURNING *`,
        [id, at],
      );
      return row && toKey(row);
    },
  };
}
