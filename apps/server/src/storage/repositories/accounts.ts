import { type AuditChange, auditStatements } from '../driver/audit-change.ts';
import { integer, integerOrNull, text, textOrNull } from '../driver/columns.ts';
import type { Driver, Row, Statement } from '../driver/driver.ts';

/** An account and its credits. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** Credits that can be spent. */
  readonly available: number;
  /** Credits reserved by running requests. */
  readonly held: number;
  /** Since when the keys of the account are refused, in milliseconds since the epoch; null: they are not. */
  readonly disabledAt: number | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Changes of an account. What is absent stays as it is. */
export interface AccountChanges {
  readonly name?: string | undefined;
  readonly disabledAt?: number | null | undefined;
}

/** One movement of credits between two buckets of an account. */
export interface LedgerEntry {
  readonly id: number;
  /** `opening`, `grant`, `revoke`, `reserve`, `settle` or `refund`. */
  readonly kind: string;
  /** Bucket that the amount is taken from. */
  readonly debit: string;
  /** Bucket that the amount is added to. */
  readonly credit: string;
  readonly amount: number;
  readonly keyId: string | null;
  readonly operation: string | null;
  readonly requestId: string | null;
  readonly note: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Reads accounts and their entries. Only the ledger writes entries and credits. */
export interface AccountRepository {
  find(id: string): Promise<Account | undefined>;
  /** Returns accounts ordered by id, starting after the id `after`. */
  list(after: string, limit: number): Promise<Account[]>;
  /** Changes an account. @returns the account, or undefined if it does not exist */
  update(id: string, changes: AccountChanges, audit?: AuditChange): Promise<Account | undefined>;
  /** Returns entries, newest first, whose id is below `before`. */
  listEntries(accountId: string, before: number, limit: number): Promise<LedgerEntry[]>;
  /** Returns the sum of entries of each bucket, which the account's columns must equal. */
  trialBalance(accountId: string): Promise<Record<string, number>>;
}

/** Accounts of either database. */
export class SqlAccountRepository implements AccountRepository {
  readonly #database: Pick<Driver, 'query' | 'transaction'>;

  constructor(database: Pick<Driver, 'query' | 'transaction'>) {
    this.#database = database;
  }

  async find(id: string): Promise<Account | undefined> {
    const [row] = await this.#database.query('SELECT * FROM accounts WHERE id = $1', [id]);
    return row && toAccount(row);
  }

  async list(after: string, limit: number): Promise<Account[]> {
    const rows = await this.#database.query('SELECT * FROM accounts WHERE id > $1 ORDER BY id LIMIT $2', [
      after,
      limit,
    ]);
    return rows.map(toAccount);
  }

  async update(
    id: string,
    { name, disabledAt }: AccountChanges,
    audit?: AuditChange,
  ): Promise<Account | undefined> {
    const statements: Statement[] = [];
    if (name !== undefined) {
      statements.push({ sql: 'UPDATE accounts SET name = $2 WHERE id = $1', parameters: [id, name] });
    }
    if (disabledAt !== undefined) {
      statements.push({
        sql: 'UPDATE accounts SET disabled_at = $2 WHERE id = $1',
        parameters: [id, disabledAt],
      });
    }
    const condition = { sql: 'EXISTS (SELECT 1 FROM accounts WHERE id = $8)', parameters: [id] };
    await this.#database.transaction([...statements, ...auditStatements(audit, condition)]);
    return this.find(id);
  }

  async listEntries(accountId: string, before: number, limit: number): Promise<LedgerEntry[]> {
    const rows = await this.#database.query(
      'SELECT * FROM entries WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
      [accountId, before, limit],
    );
    return rows.map(toEntry);
  }

  async trialBalance(accountId: string): Promise<Record<string, number>> {
    const rows = await this.#database.query(
      `SELECT bucket, SUM(amount) AS total FROM (
         SELECT credit AS bucket, amount FROM entries WHERE account_id = $1
         UNION ALL SELECT debit AS bucket, -amount AS amount FROM entries WHERE account_id = $1
       ) moves GROUP BY bucket`,
      [accountId],
    );
    return Object.fromEntries(rows.map((row) => [text(row, 'bucket'), integer(row, 'total')]));
  }
}

const toAccount = (row: Row): Account => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  available: integer(row, 'available'),
  held: integer(row, 'held'),
  disabledAt: integerOrNull(row, 'disabled_at'),
  createdAt: integer(row, 'created_at'),
});

const toEntry = (row: Row): LedgerEntry => ({
  id: integer(row, 'id'),
  kind: text(row, 'kind'),
  debit: text(row, 'debit'),
  credit: text(row, 'credit'),
  amount: integer(row, 'amount'),
  keyId: textOrNull(row, 'key_id'),
  operation: textOrNull(row, 'operation'),
  requestId: textOrNull(row, 'request_id'),
  note: textOrNull(row, 'note'),
  createdAt: integer(row, 'created_at'),
});
