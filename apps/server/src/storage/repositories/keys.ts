import { type AuditChange, type AuditCondition, auditStatements } from '../driver/audit-change.ts';
import { integer, integerOrNull, text } from '../driver/columns.ts';
import type { Driver, Row, SqlValue, Statement } from '../driver/driver.ts';

/** An API key as it is stored. Times are milliseconds since the epoch. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  /** SHA-256 of the key, hex. The key itself is not stored. */
  readonly hash: string;
  /** First and last characters of the key, to recognize it by. */
  readonly hint: string;
  readonly name: string;
  /** Names of operations, or `*`. */
  readonly scopes: readonly string[];
  /** Whether the operator chose the key (bootstrap key); such a key has no checksum. */
  readonly isOperatorProvided: boolean;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly ratePerMinute: number | null;
  /** Maximum credits that this key and its predecessors and successors by rotation may spend; null: no limit. */
  readonly budget: number | null;
  /** Credits spent or held by this key and its predecessors and successors by rotation. */
  readonly spent: number;
  /** The first key of its rotations, whose budget they share; its id if it is not the successor of another one. */
  readonly budgetKeyId: string;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
  /** Whether the account of the key is disabled, so that the key is refused. */
  readonly isAccountDisabled: boolean;
}

/** Changes of a key. What is absent stays as it is. */
export interface KeyChanges {
  readonly name?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: number | null | undefined;
  readonly ratePerMinute?: number | null | undefined;
  /** Of this key and its predecessors and successors by rotation. */
  readonly budget?: number | null | undefined;
}

/** A key to insert. */
export type NewKey = Omit<KeyRecord, 'isAccountDisabled' | 'budgetKeyId'>;

/** The new key of a rotation. */
export type SuccessorKey = Pick<KeyRecord, 'id' | 'hash' | 'hint'>;

/** Stores API keys. */
export interface KeyRepository {
  find(id: string): Promise<KeyRecord | undefined>;
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Returns keys ordered by id, starting after the id `after`; those of all accounts if `accountId` is null. */
  list(accountId: string | null, after: string, limit: number): Promise<KeyRecord[]>;
  /** Returns the hashes of all keys that the operator chose. */
  operatorKeyHashes(): Promise<string[]>;
  /** Inserts a key. @returns false if a key with this hash exists */
  insert(key: NewKey, audit?: AuditChange): Promise<boolean>;
  /** Changes a key unless it is revoked at `now`. @returns the key, or undefined if it does not exist */
  update(id: string, changes: KeyChanges, now: number, audit?: AuditChange): Promise<KeyRecord | undefined>;
  /** Revokes a key from `at` on; an earlier revocation is kept. @returns the key, or undefined if it does not exist */
  revoke(id: string, at: number, audit?: AuditChange): Promise<KeyRecord | undefined>;
  /**
   * Inserts a successor with the same settings and the same budget, and revokes the key from `revokedAt` on, as one
   * transaction. A key that is revoked or expired at `now` is left unchanged.
   *
   * @returns The successor, or undefined if the key cannot be rotated.
   */
  rotate(
    id: string,
    successor: SuccessorKey,
    now: number,
    revokedAt: number,
    audit?: AuditChange,
  ): Promise<KeyRecord | undefined>;
}

/** Selects keys with the budget they share with their predecessors and successors. */
const selectSql = `SELECT k.*, b.budget AS shared_budget, b.spent AS shared_spent, a.disabled_at AS account_disabled_at
  FROM keys k JOIN keys b ON b.id = k.budget_key_id JOIN accounts a ON a.id = k.account_id`;

/** Locks the account of a key before its keys, in the order in which reservations lock them. */
const lockAccount = (keyId: string): Statement => ({
  sql: 'UPDATE accounts SET name = name WHERE id = (SELECT account_id FROM keys WHERE id = $1)',
  parameters: [keyId],
});

/** The condition that a key exists. */
const keyExists = (id: string): AuditCondition => ({
  sql: 'EXISTS (SELECT 1 FROM keys WHERE id = $8)',
  parameters: [id],
});

/** Columns of a key's own row that can be changed. */
const changedColumns = (changes: KeyChanges): ReadonlyArray<readonly [string, SqlValue | undefined]> => [
  ['name', changes.name],
  ['scopes', changes.scopes?.join(' ')],
  ['expires_at', changes.expiresAt],
  ['rate_per_minute', changes.ratePerMinute],
];

const insertSql = `INSERT INTO keys (id, account_id, hash, hint, name, scopes, given, expires_at, revoked_at,
    rate_per_minute, budget, budget_key_id, spent, last_used_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $10, $1, $11, NULL, $12)
  ON CONFLICT (hash) DO NOTHING RETURNING id`;

const revokeSql = `UPDATE keys
  SET revoked_at = CASE WHEN revoked_at IS NULL OR revoked_at > $2 THEN $2 ELSE revoked_at END WHERE id = $1`;

const insertSuccessorSql = `INSERT INTO keys (id, account_id, hash, hint, name, scopes, given, expires_at,
    rate_per_minute, budget, budget_key_id, spent, created_at)
  SELECT CAST($2 AS TEXT), account_id, CAST($3 AS TEXT), CAST($4 AS TEXT), name, scopes, 0, expires_at,
    rate_per_minute, budget, budget_key_id, 0, CAST($5 AS BIGINT)
  FROM keys WHERE id = $1 AND (revoked_at IS NULL OR revoked_at > CAST($5 AS BIGINT))
    AND (expires_at IS NULL OR expires_at > CAST($5 AS BIGINT))`;

/** API keys of either database. */
export class SqlKeyRepository implements KeyRepository {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;

  constructor(database: Pick<Driver, 'query' | 'transaction'>) {
    this.#database = database;
  }

  async find(id: string): Promise<KeyRecord | undefined> {
    const [row] = await this.#database.query(`${selectSql} WHERE k.id = $1`, [id]);
    return row && toKey(row);
  }

  async findByHash(hash: string): Promise<KeyRecord | undefined> {
    const [row] = await this.#database.query(`${selectSql} WHERE k.hash = $1`, [hash]);
    return row && toKey(row);
  }

  async list(accountId: string | null, after: string, limit: number): Promise<KeyRecord[]> {
    const rows = await this.#database.query(
      `${selectSql} WHERE k.id > $2 AND (CAST($1 AS TEXT) IS NULL OR k.account_id = $1) ORDER BY k.id LIMIT $3`,
      [accountId, after, limit],
    );
    return rows.map(toKey);
  }

  async operatorKeyHashes(): Promise<string[]> {
    const rows = await this.#database.query('SELECT hash FROM keys WHERE given = 1');
    return rows.map((row) => text(row, 'hash'));
  }

  async insert(key: NewKey, audit?: AuditChange): Promise<boolean> {
    const parameters = [
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
    ];
    const [rows = []] = await this.#database.transaction([
      { sql: insertSql, parameters },
      ...auditStatements(audit, keyExists(key.id)),
    ]);
    return rows.length === 1;
  }

  async update(
    id: string,
    changes: KeyChanges,
    now: number,
    audit?: AuditChange,
  ): Promise<KeyRecord | undefined> {
    const isUsable = '(revoked_at IS NULL OR revoked_at > $3)';
    const statements: Statement[] = changedColumns(changes).flatMap(([column, value]) =>
      value === undefined
        ? []
        : [
            {
              sql: `UPDATE keys SET ${column} = $2 WHERE id = $1 AND ${isUsable}`,
              parameters: [id, value, now],
            },
          ],
    );
    if (changes.budget !== undefined) {
      statements.push({
        sql: `UPDATE keys SET budget = $2
              WHERE id = (SELECT budget_key_id FROM keys WHERE id = $1 AND ${isUsable})`,
        parameters: [id, changes.budget, now],
      });
    }
    const audits = auditStatements(audit, {
      sql: 'EXISTS (SELECT 1 FROM keys WHERE id = $8 AND (revoked_at IS NULL OR revoked_at > $9))',
      parameters: [id, now],
    });
    await this.#database.transaction([lockAccount(id), ...statements, ...audits]);
    return this.find(id);
  }

  async revoke(id: string, at: number, audit?: AuditChange): Promise<KeyRecord | undefined> {
    await this.#database.transaction([
      { sql: revokeSql, parameters: [id, at] },
      ...auditStatements(audit, keyExists(id)),
    ]);
    return this.find(id);
  }

  async rotate(
    id: string,
    successor: SuccessorKey,
    now: number,
    revokedAt: number,
    audit?: AuditChange,
  ): Promise<KeyRecord | undefined> {
    await this.#database.transaction([
      lockAccount(id),
      { sql: insertSuccessorSql, parameters: [id, successor.id, successor.hash, successor.hint, now] },
      {
        sql: `${revokeSql} AND EXISTS (SELECT 1 FROM keys WHERE id = $3)`,
        parameters: [id, revokedAt, successor.id],
      },
      ...auditStatements(audit, keyExists(successor.id)),
    ]);
    return this.find(successor.id);
  }
}

const toKey = (row: Row): KeyRecord => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  hash: text(row, 'hash'),
  hint: text(row, 'hint'),
  name: text(row, 'name'),
  scopes: text(row, 'scopes').split(' '),
  isOperatorProvided: integer(row, 'given') === 1,
  expiresAt: integerOrNull(row, 'expires_at'),
  revokedAt: integerOrNull(row, 'revoked_at'),
  ratePerMinute: integerOrNull(row, 'rate_per_minute'),
  budget: integerOrNull(row, 'shared_budget'),
  spent: integer(row, 'shared_spent'),
  budgetKeyId: text(row, 'budget_key_id'),
  lastUsedAt: integerOrNull(row, 'last_used_at'),
  createdAt: integer(row, 'created_at'),
  isAccountDisabled: integerOrNull(row, 'account_disabled_at') !== null,
});
